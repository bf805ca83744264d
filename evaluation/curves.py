"""Evidence scores of one question at many budgets. Unlike evidence.py, knows how search makes passages of a ranking.

The chunks are ranked once, and all budgets are read off one walk down that ranking, so that a curve agrees with a
search at each of its budgets, and no question is encoded twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log2
from typing import TYPE_CHECKING, Any

from core.layout import REMEMBERED, LayoutRuler
from core.spans import Span
from core.tokens import TOKENS
from core.types import Chunk, Document, Evidence, Hit, RetrievalSpec
from evaluation.copies import where_returned
from evaluation.evidence import (
    ReturnedScores,
    passages_of,
    returnable,
    returned_by,
    returned_scores,
)
from retrieval.taken import Ranked
from retrieval.walk import By, Walk

if TYPE_CHECKING:
    from retrieval.collection import Collection

BUDGETS = (128, 256, 512, 1024, 2048, 4096, 8192)
DEPTHS = (1, 2, 3, 5, 10, 20)
# Where runs are compared, whatever k or budget they were asked with: four passages of the default size.
HEADLINE = 2048
ENOUGH = 0.9


@dataclass(frozen=True, slots=True)
class Ground:
    """What a question is searched in. `returnable` holds, by document id, the ranges that could be returned.

    `rulers` count the tokens of documents that are few enough to be laid out once for all questions.
    """

    chunks: Mapping[str, Chunk]
    documents: Mapping[str, Document]
    returnable: Mapping[str, Sequence[Span]]
    rulers: Mapping[str, LayoutRuler] | None = None

    def walk(self, ranking: Iterable[Ranked], spec: RetrievalSpec) -> Walk:
        """A walk down a ranking of these chunks."""
        return Walk(ranking, self.chunks, self.documents, spec, self.rulers)


def ground_of(collection: Collection, spec: RetrievalSpec) -> Ground:
    """What every question is searched in, where it is searched so."""
    ranges = returnable(collection.chunks, expand=spec.expand)
    texts = {document.id: document.text for document in collection.documents.values()}
    few = sum(map(len, texts.values())) <= REMEMBERED
    rulers = {name: LayoutRuler(text, TOKENS) for name, text in texts.items()} if few else None
    return Ground(collection.by_id, collection.documents, ranges, rulers)


@dataclass(frozen=True, slots=True)
class CurvePoint(ReturnedScores):
    """How that scores which search returns within `limit` tokens, or as `limit` passages; `tokens` is what it has."""

    by: By
    limit: int
    hits: int
    tokens: int


@dataclass(frozen=True, slots=True)
class EvidenceCurve:
    """The points of one question. `tokens_to_90` is None where 8,192 tokens do not hold 90 % of the evidence."""

    points: tuple[CurvePoint, ...]
    recall_area: float
    tokens_to_90: int | None
    reason: str = ""

    @property
    def recall_2048(self) -> float | None:
        """Recall at the budget of the headline; None where the curve has no such point."""
        return next((one.recall for one in self.points if (one.by, one.limit) == ("tokens", HEADLINE)), None)


def curve_of(
    evidence: Sequence[Evidence],
    walk: Walk,
    ground: Ground,
    budgets: Sequence[int] = BUDGETS,
    depths: Sequence[int] = DEPTHS,
) -> EvidenceCurve | None:
    """The curve of one question by the walk down its ranking, or None when it has no annotated evidence.

    At least two budgets, ascending.
    """
    if not passages_of(evidence):
        return None
    known: dict[int, tuple[Sequence[Hit], ReturnedScores]] = {}

    def within(by: By, limit: int) -> tuple[Sequence[Hit], ReturnedScores]:
        hits = walk.within(by, limit)
        if id(hits) not in known:  # many limits return the same hits
            placed = where_returned(evidence, hits, ground.returnable, ground.documents)
            known[id(hits)] = hits, returned_scores(passages_of(placed), returned_by(hits))
        return known[id(hits)]

    def point(by: By, limit: int) -> CurvePoint:
        hits, scores = within(by, limit)
        return CurvePoint(**scores.fields(), by=by, limit=limit, hits=len(hits), tokens=walk.tokens(hits))

    points = [point("tokens", budget) for budget in budgets]
    area = recall_area([(point.limit, point.recall) for point in points])
    enough = tokens_to(
        [(point.limit, point.recall) for point in points], lambda tokens: within("tokens", tokens)[1].recall
    )
    points += [point("k", depth) for depth in depths]
    best = max(point.recall for point in points if point.by == "tokens")
    reason = "" if enough else f"{budgets[-1]:,} tokens hold {best:.0%} of the evidence"
    return EvidenceCurve(tuple(points), area, enough, reason)


def curve_from_json(line: Mapping[str, Any]) -> EvidenceCurve:
    """The curve of a journal line."""
    return EvidenceCurve(**{**line, "points": tuple(CurvePoint(**point) for point in line["points"])})


def recall_area(points: Sequence[tuple[int, float]]) -> float:
    """Area under recall over log2(budget) between the first and the last budget, by trapezoids, over that width.

    In [0, 1]: the mean recall of a reader whose budget lies anywhere between, each doubling as likely as the next.
    """
    width = log2(points[-1][0] / points[0][0])
    return sum(log2(right[0] / left[0]) * (left[1] + right[1]) / 2 for left, right in pairwise(points)) / width


def tokens_to(
    points: Sequence[tuple[int, float]], recall_within: Callable[[int], float], enough: float = ENOUGH
) -> int | None:
    """The least budget that reaches this recall, None where no point of the curve does.

    Sought by halving between the first point that does and the one before it. Where one document may take only a share
    of the budget, recall may fall as the budget grows; then smaller budgets elsewhere may reach it as well.
    """
    fails = 0
    for budget, reached in points:
        if reached >= enough:
            return _least(fails, budget, lambda tokens: recall_within(tokens) >= enough)
        fails = budget
    return None


def _least(fails: int, holds: int, reached: Callable[[int], bool]) -> int:
    while holds - fails > 1:
        middle = (fails + holds) // 2
        if reached(middle):
            holds = middle
        else:
            fails = middle
    return holds

"""What became of each evidence passage of a question in one run: how much came back, where, and why not the rest.

Unlike losses.py, proves nothing: it reads what a run kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from core.spans import Span, intersect, length
from evaluation.evidence import Passage
from evaluation.losses import Loss, LossReport
from evaluation.outcomes import Outcome

Found = Literal["whole", "part", "none"]
# Characters are whole, shares are not: what rounds to all of them is all of them.
_WHOLE = 1 - 1e-9


@dataclass(frozen=True, slots=True)
class Fate:
    """`share` of the passage's characters came back, in the passages of these ranks; `losses` tell of the rest.

    `elsewhere` says that the search counts more of it as found than stands in the passages' own places: a copy that
    reads the same was returned.
    """

    passage: Passage
    share: float
    ranks: tuple[int, ...]
    losses: tuple[Loss, ...] = ()
    elsewhere: bool = False

    @property
    def found(self) -> Found:
        """Whether all of it came back, a part, or nothing."""
        return "whole" if self.share >= _WHOLE else "part" if self.share > 0 else "none"


def known_evidence(
    question_id: str, outcomes: Iterable[Outcome], reports: Iterable[LossReport | None]
) -> tuple[Passage, ...] | None:
    """The evidence of a question by what any of these runs kept of it; None where none kept any.

    Runs that were made before evidence was kept know it of the questions that lost some.
    """
    for outcome in outcomes:
        if outcome.annotated is not None:
            return outcome.annotated
        if outcome.evidence is None and outcome.evidence_documents == ():
            return ()
    for report in reports:
        if report is not None and question_id in report.annotated:
            return tuple(report.annotated[question_id])
    return None


def fates_of(outcome: Outcome, evidence: Sequence[Passage], losses: Sequence[Loss]) -> tuple[Fate, ...]:
    """One fate a passage, in their order. Losses are those of this question."""
    return tuple(_fate(outcome, passage, losses) for passage in evidence)


def losses_of_question(report: LossReport | None, question_id: str) -> tuple[Loss, ...]:
    """The losses of one question; none without a report."""
    return tuple(loss for loss in report.losses if loss.question_id == question_id) if report else ()


def _fate(outcome: Outcome, passage: Passage, losses: Sequence[Loss]) -> Fate:
    returned = {
        hit.rank: Span(hit.returned_start, hit.returned_end)
        for hit in outcome.found
        if hit.document == passage.document_id
    }
    ranks = tuple(rank for rank, span in returned.items() if intersect([passage.span], [span]))
    own = tuple(loss for loss in losses if _lost_of(loss, passage))
    lost = length(span for loss in own for span in intersect([passage.span], [_span(loss)]))
    here = length(intersect([passage.span], returned.values()))
    # What is in no place that was returned, and was not lost either, came back as a copy.
    elsewhere = bool(losses or _all_back(outcome)) and passage.span.length - lost > here
    share = (passage.span.length - lost if elsewhere else here) / passage.span.length
    return Fate(passage, share, ranks, own, elsewhere)


def _all_back(outcome: Outcome) -> bool:
    return outcome.evidence is not None and outcome.evidence.recall >= _WHOLE


def _lost_of(loss: Loss, passage: Passage) -> bool:
    return loss.document == passage.document_id and bool(intersect([passage.span], [_span(loss)]))


def _span(loss: Loss) -> Span:
    return Span(loss.start or 0, loss.end or 0)

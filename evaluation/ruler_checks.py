"""What must be true of evidence metrics whatever was retrieved, as checks of one question. Verdicts are in ruler.py.

Each is metamorphic: passages are changed so that scores must stay as they are, or can move in one direction only (Chen,
Cheung and Yiu, "Metamorphic Testing: A New Approach for Generating Next Test Cases", HKUST-CS98-01, 1998).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.spans import Span, length, merge
from evaluation.evidence import Passage, ReturnedScores

Measure = Callable[[Sequence[Passage], Sequence[Passage]], ReturnedScores]

_NEAR = 1e-9
_COVERAGE = ("recall", "precision", "iou")
_ALL = (*_COVERAGE, "hit", "mrr", "ndcg")


@dataclass(frozen=True, slots=True)
class Measured:
    """A question with annotated evidence, and what was returned for it, best first.

    `again` is what a search of the same chunks in another order returns, None where that was not tried.
    """

    question_id: str
    evidence: tuple[Passage, ...]
    returned: tuple[Passage, ...]
    again: tuple[Passage, ...] | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """`broken` says how a question breaks the check, and nothing where it holds."""

    label: str
    broken: Callable[[Measured, Measure], str]
    needs_hits: bool = True


def in_range(case: Measured, measure: Measure) -> str:
    """All scores lie between 0 and 1."""
    scores = measure(case.evidence, case.returned)
    outside = [name for name in _ALL if (value := getattr(scores, name)) is not None and not 0 <= value <= 1]
    return _said(outside, "outside of 0 to 1")


def overlap(case: Measured, measure: Measure) -> str:
    """The same passages, each cut in two that overlap, have the same coverage: no character counts twice."""
    cut = [half for passage in case.returned for half in _halves(passage, shared=passage.span.length // 3)]
    return _differing(measure(case.evidence, case.returned), measure(case.evidence, cut), _COVERAGE)


def split(case: Measured, measure: Measure) -> str:
    """Evidence that is cut in two and retrieved with both parts is retrieved whole."""
    parts = [half for passage in case.evidence for half in _halves(passage, shared=0)]
    scores = measure(case.evidence, parts)
    short = [name for name in _COVERAGE if not _near(getattr(scores, name), 1.0)]
    return _said(short, "below 1 although both parts are retrieved")


def shuffle(case: Measured, measure: Measure) -> str:
    """The order of documents, evidence and chunks has no influence, neither on scores nor on what is found."""
    if case.again is not None and case.again != case.returned:
        return "a search of the same chunks in another order returns other passages"
    backwards = measure(case.evidence[::-1], case.returned)
    told = _differing(measure(case.evidence, case.returned), backwards, _ALL)
    return told or _differing(backwards, measure(case.evidence, case.returned[::-1]), _COVERAGE)


def copies(case: Measured, measure: Measure) -> str:
    """Hits that are returned a second time change nothing."""
    twice = [*case.returned, *case.returned]
    return _differing(measure(case.evidence, case.returned), measure(case.evidence, twice), _ALL)


def more_hits(case: Measured, measure: Measure) -> str:
    """Each further hit leaves recall and rank scores where they are, or raises them."""
    before = measure(case.evidence, ())
    for number in range(1, len(case.returned) + 1):
        now = measure(case.evidence, case.returned[:number])
        fallen = [
            name for name in ("recall", "hit", "mrr", "ndcg") if getattr(now, name) < getattr(before, name) - _NEAR
        ]
        if fallen:
            return _said(fallen, f"lower with hit {number:,} than without")
        before = now
    return ""


def perfect(case: Measured, measure: Measure) -> str:
    """Exactly the evidence scores 1, and nothing at all scores 0."""
    whole = [
        Passage(name, span)
        for name in dict.fromkeys(passage.document_id for passage in case.evidence)
        for span in merge(passage.span for passage in case.evidence if passage.document_id == name)
    ]
    best = sorted(whole, key=lambda passage: -length([passage.span]))
    one_each = len({passage.document_id for passage in whole}) == len(whole)
    scores, nothing = measure(case.evidence, best), measure(case.evidence, ())
    short = [name for name in (_ALL if one_each else _ALL[:-1]) if not _near(getattr(scores, name), 1.0)]
    paid = [name for name in ("recall", "iou", "hit", "mrr", "ndcg") if not _near(getattr(nothing, name), 0.0)]
    return _said(short, "below 1 for exactly the evidence") or _said(paid, "above 0 for nothing")


CHECKS: dict[str, Check] = {
    "range": Check("Metrics lie within their range", in_range),
    "overlap": Check("Overlap does not change what is counted", overlap),
    "split": Check("A split passage that is retrieved whole loses nothing", split, needs_hits=False),
    "shuffle": Check("Shuffling the documents changes nothing", shuffle),
    "copies": Check("A hit that is returned twice changes nothing", copies),
    "more hits": Check("More hits never lower recall", more_hits),
    "perfect": Check("Perfect retrieval scores 1, none scores 0", perfect, needs_hits=False),
}


def _halves(passage: Passage, shared: int) -> list[Passage]:
    """The passage as two, of which both hold `shared` characters; one alone cannot be cut."""
    document, (start, end) = passage
    if end - start < 2:
        return [passage]
    middle = (start + end) // 2
    return [
        Passage(document, Span(start, min(end, middle + shared))),
        Passage(document, Span(middle, end)),
    ]


def _differing(one: ReturnedScores, other: ReturnedScores, names: Sequence[str]) -> str:
    differing = [name for name in names if not _near(getattr(one, name), getattr(other, name))]
    return _said(differing, "differs" if len(differing) == 1 else "differ")


def _near(one: float | None, other: float | None) -> bool:
    return one is other if one is None or other is None else abs(one - other) <= _NEAR


def _said(names: Sequence[str], what: str) -> str:
    return f"{', '.join(names)} {what}" if names else ""

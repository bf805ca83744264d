"""Two rankings of one question side by side, by the source text that their passages share.

Chunks of two strategies have different ids and borders; what can be compared is which characters came back, and where.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.spans import Span, intersect, length
from evaluation.evidence import Passage, by_document
from evaluation.outcomes import Found

# A sliver of overlap is no common passage.
LEAST = 0.1


@dataclass(frozen=True, slots=True)
class Match:
    """Passages of two rankings that share text: their ranks, and the shared part of each."""

    ours: int
    theirs: int
    of_ours: float
    of_theirs: float

    @property
    def shared(self) -> float:
        """The larger of the two parts: 1 where one passage holds the other."""
        return max(self.of_ours, self.of_theirs)


def matches(ours: Sequence[Found], theirs: Sequence[Found], least: float = LEAST) -> list[Match]:
    """Every pair of passages of which one shares at least this part with the other, by our rank and then theirs."""
    pairs = []
    for one in ours:
        for other in theirs:
            if one.document != other.document:
                continue
            common = length(intersect([_span(one)], [_span(other)]))
            if common:
                match = Match(one.rank, other.rank, common / _span(one).length, common / _span(other).length)
                pairs += [match] if match.shared >= least else []
    return pairs


def also_in(one: Found, theirs: Sequence[Found]) -> float:
    """The part of a passage's text that the other ranking returned as well, in whatever passages."""
    own = _span(one)
    held = [_span(other) for other in theirs if other.document == one.document]
    return length(intersect([own], held)) / own.length if own.length else 0.0


def same_text(ours: Sequence[Found], theirs: Sequence[Found]) -> float | None:
    """Characters that both rankings returned, of those that either did; None where neither returned any."""
    left, right = by_document(map(_passage, ours)), by_document(map(_passage, theirs))
    either = by_document([*map(_passage, ours), *map(_passage, theirs)])
    whole = sum(map(length, either.values()))
    both = sum(length(intersect(spans, right.get(name, ()))) for name, spans in left.items())
    return both / whole if whole else None


def _span(found: Found) -> Span:
    return Span(found.returned_start, found.returned_end)


def _passage(found: Found) -> Passage:
    return Passage(found.document, _span(found))

"""Interval arithmetic on half-open character ranges. The only place where spans are added up.

Touching is not overlap: [0, 5) and [5, 9) share nothing. Lengths are always those of merged spans.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

# A pair (start, end), as hot loops make them by the hundred thousand; every Span is one.
Range = tuple[int, int]


class Span(NamedTuple):
    """Half-open range [start, end) of Python string indices."""

    start: int
    end: int

    @property
    def length(self) -> int:
        """Number of characters, never negative."""
        return max(0, self.end - self.start)


def merge(spans: Iterable[Span]) -> list[Span]:
    """Sorted, disjoint spans that cover the same characters; touching spans are joined.

    >>> merge([Span(4, 9), Span(0, 5), Span(9, 10)])
    [Span(start=0, end=10)]
    """
    merged: list[Span] = []
    reach = 0
    for span in sorted([span for span in spans if span[1] > span[0]]):
        start, end = span
        if not merged or start > reach:
            merged.append(span)
            reach = end
        elif end > reach:
            merged[-1] = Span(merged[-1].start, end)
            reach = end
    return merged


def length(spans: Iterable[Span]) -> int:
    """Characters covered by at least one span."""
    return total(merge(spans))


def total(merged: Iterable[Span]) -> int:
    """As length, of spans that are merged already."""
    return sum([end - start for start, end in merged])


def intersect(left: Iterable[Span], right: Iterable[Span]) -> list[Span]:
    """Merged spans of the characters that both sides cover."""
    return common(merge(left), merge(right))


def common(ours: Sequence[Span], theirs: Sequence[Span]) -> list[Span]:
    """As intersect, of sides that are merged already."""
    shared: list[Span] = []
    i = j = 0
    while i < len(ours) and j < len(theirs):
        start = max(ours[i].start, theirs[j].start)
        end = min(ours[i].end, theirs[j].end)
        if start < end:
            shared.append(Span(start, end))
        if ours[i].end <= theirs[j].end:
            i += 1
        else:
            j += 1
    return shared


def subtract(left: Iterable[Span], right: Iterable[Span]) -> list[Span]:
    """Merged spans of the characters that the left side covers and the right side does not."""
    remaining: list[Span] = []
    holes = merge(right)
    for span in merge(left):
        position = span.start
        for hole in holes:
            if hole.end <= position:
                continue
            if hole.start >= span.end:
                break
            if hole.start > position:
                remaining.append(Span(position, hole.start))
            position = max(position, hole.end)
        if position < span.end:
            remaining.append(Span(position, span.end))
    return remaining


def overlaps(left: Span, right: Span) -> bool:
    """Whether the two spans share at least one character."""
    return max(left.start, right.start) < min(left.end, right.end)


def contains(outer: Span, inner: Span) -> bool:
    """Whether every character of `inner` lies in `outer`."""
    return outer.start <= inner.start and inner.end <= outer.end

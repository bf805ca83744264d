"""Consecutive units packed into chunks up to a limit, repeating whole units as overlap.

Unlike windows, packing never cuts inside a unit; a unit that exceeds the limit stands alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from core.search import furthest

Size = Callable[[int, int], int]


class Pack(NamedTuple):
    """Units first..last, both included."""

    first: int
    last: int


def pack(
    count: int,
    size: Size,
    limit: int,
    overlap: int,
    overlap_size: Size | None = None,
    most_repeated: int | None = None,
) -> Iterator[Pack]:
    """Greedy packs of `count` units, where size(i, j) is the size of units i..j joined.

    The overlap is as many of the last units as fit into `overlap`, at most `most_repeated`. It never
    reaches back to the first unit of the pack before (so no pack contains another), and its leading
    units are dropped until the next unit fits (so overlap never breaks the limit).
    """
    first, length = 0, 1
    while first < count:
        last = _last_that_fits(size, first, count, limit, length)
        yield Pack(first, last)
        if last == count - 1:
            return
        length = last - first + 1
        first = _next_first(Pack(first, last), size, limit, overlap, overlap_size or size, most_repeated)


def _last_that_fits(size: Size, first: int, count: int, limit: int, length: int) -> int:
    """The last unit of a pack that begins at `first`, sought from where the pack before would end; one at least."""
    last = furthest(first - 1, count - 1, lambda last: size(first, last) <= limit, guess=first + length - 1)
    return max(first, last)


def _next_first(done: Pack, size: Size, limit: int, overlap: int, overlap_size: Size, most_repeated: int | None) -> int:
    first, following = done.last + 1, done.last + 1
    earliest = done.first + 1 if most_repeated is None else max(done.first + 1, following - most_repeated)
    while first > earliest and overlap_size(first - 1, done.last) <= overlap:
        first -= 1
    while first < following and size(first, following) > limit:
        first += 1
    return first

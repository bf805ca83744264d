"""Consecutive units packed into chunks up to a limit, repeating whole units as overlap.

Unlike windows, packing never cuts inside a unit; a unit that exceeds the limit stands alone.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence

from chunking.strategy import SizeParameters
from core.rulers import CharacterRuler, Ruler
from core.search import furthest
from core.spans import Range

Size = Callable[[int, int], int]


# Units first..last, both included.
Pack = tuple[int, int]


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
        yield first, last
        if last == count - 1:
            return
        length = last - first + 1
        first = _next_first((first, last), size, limit, overlap, overlap_size or size, most_repeated)


def packs(units: Sequence[Range], ruler: Ruler, params: SizeParameters) -> Iterator[Range]:
    """As many neighboring units as fit, as one range; a unit that does not fit alone is a range of its own."""
    if not units:
        return
    starts, ends = zip(*units, strict=True)

    def size(first: int, last: int) -> int:
        return ruler.size(starts[first], ends[last])

    if isinstance(ruler, CharacterRuler):
        found = pack_by_place(starts, ends, params.chunk_size, params.overlap)
    else:
        found = pack(len(units), size, params.chunk_size, params.overlap)
    for first, last in found:
        yield starts[first], ends[last]


def pack_by_place(starts: Sequence[int], ends: Sequence[int], limit: int, overlap: int) -> Iterator[Pack]:
    """The packs of `pack` where units i..j measure ends[j] - starts[i], found without measuring one after the other."""
    first, count = 0, len(starts)
    while first < count:
        last = max(first, bisect_right(ends, starts[first] + limit, first) - 1)
        yield first, last
        following = last + 1
        if following == count:
            return
        if overlap:
            earliest = max(ends[last] - overlap, ends[following] - limit)
            first = bisect_left(starts, earliest, first + 1, following)
        else:
            first = following


def _last_that_fits(size: Size, first: int, count: int, limit: int, length: int) -> int:
    """The last unit of a pack that begins at `first`, sought from where the pack before would end; one at least."""
    last = furthest(first - 1, count - 1, lambda last: size(first, last) <= limit, guess=first + length - 1)
    return max(first, last)


def _next_first(done: Pack, size: Size, limit: int, overlap: int, overlap_size: Size, most_repeated: int | None) -> int:
    before, last = done
    first = following = last + 1
    earliest = before + 1 if most_repeated is None else max(before + 1, following - most_repeated)
    while first > earliest and overlap_size(first - 1, last) <= overlap:
        first -= 1
    while first < following and size(first, following) > limit:
        first += 1
    return first

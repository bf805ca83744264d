"""Windows of a largest size over running text, each ending at the best stop within reach.

Unlike packing, a window may begin and end anywhere; stops are preferences, the size is a limit.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.rulers import Ruler
from core.spans import Span
from core.text import first_visible, trim


class Stops(NamedTuple):
    """Where windows like to end (best kind first) and to begin; sorted character positions."""

    ends: Sequence[Sequence[int]]
    starts: Sequence[Sequence[int]]


def windows(body: Span, ruler: Ruler, limit: int, overlap: int, stops: Stops) -> Iterator[Span]:
    """Spans that cover the visible text of `body`, each at most `limit` long.

    A window ends at the last stop of the best kind in the second half of its reach, else wherever the
    limit falls. The next begins at the first preferred start within `overlap` of that end, so the
    overlap is what was asked for or a little less.
    """
    start, fresh = body.start, body.start  # `fresh` is the first visible character not covered yet
    while start < body.end:
        reach = ruler.reach(start, body.end, limit)
        end = reach if reach >= body.end else _best_end(start, fresh, reach, stops.ends)
        window = trim(ruler.text, start, end)
        if window.length:
            yield window
        if end >= body.end:
            return
        done, fresh = Span(start, window.end), first_visible(ruler.text, end, body.end)
        if fresh >= body.end:
            return
        start = _next_start(done, fresh, body.end, ruler, limit, overlap, stops.starts)


def _best_end(start: int, fresh: int, reach: int, kinds: Sequence[Sequence[int]]) -> int:
    least = max(fresh, start + (reach - start) // 2)
    for ends in kinds:
        position = bisect_right(ends, reach)
        if position and ends[position - 1] > least:
            return ends[position - 1]
    return reach


def _next_start(
    done: Span, fresh: int, end: int, ruler: Ruler, limit: int, overlap: int, kinds: Sequence[Sequence[int]]
) -> int:
    """The earliest preferred start that repeats no more than `overlap` and still reaches new text."""
    if overlap < 1:
        return fresh
    earliest = max(done.start + 1, ruler.back(done.start + 1, done.end, overlap))
    for starts in kinds:
        for position in range(bisect_left(starts, earliest), bisect_left(starts, done.end)):
            if ruler.reach(starts[position], end, limit) > fresh:
                return starts[position]
    return fresh

"""Windows of a largest size over running text, each ending at the best stop within reach.

Unlike packing, a window may begin and end anywhere; stops are preferences, the size is a limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from core.rulers import Ruler
from core.sentence_edges import Edges
from core.spans import Span
from core.text import first_visible, first_visible_character, trim

_WORD_START = re.compile(r"(?<!\S)\S")


class Stops(NamedTuple):
    """Where windows like to end (best kind first) and to begin; next best are words."""

    ends: Sequence[Edges]
    starts: Edges


def windows(body: Span, ruler: Ruler, limit: int, overlap: int, stops: Stops) -> Iterator[Span]:
    """Spans that cover the visible text of `body`, each at most `limit` long.

    A window ends at the last stop of the best kind in the second half of its reach, else wherever the
    limit falls. The next begins at the first preferred start within `overlap` of that end, so the
    overlap is what was asked for or a little less.
    """
    start = body.start
    fresh = first_visible_character(ruler.text, *body)  # not covered yet: what a next window has to reach
    while start < body.end:
        reach = ruler.reach(start, body.end, limit)
        end = reach if reach >= body.end else _best_end(ruler.text, start, fresh, reach, stops.ends)
        window = trim(ruler.text, start, end)
        if window.length:
            yield window
        fresh = first_visible_character(ruler.text, end, body.end)
        if fresh >= body.end:
            return
        repeating = _repeating_start(window, fresh, body.end, ruler, limit, overlap, stops.starts)
        start = first_visible(ruler.text, end, body.end) if repeating is None else repeating


def _best_end(text: str, start: int, fresh: int, reach: int, kinds: Sequence[Edges]) -> int:
    least = max(fresh, start + (reach - start) // 2)
    for ends in kinds:
        end = ends.last_end(least, reach)
        if end is not None:
            return end
    return _word_end(text, least, reach)


def _word_end(text: str, least: int, reach: int) -> int:
    """The last place after `least` and up to `reach` where a word ends; `reach` where none does."""
    for place in range(reach, least, -1):
        if not text[place - 1].isspace() and text[place].isspace():
            return place
    return reach


def _repeating_start(
    done: Span, fresh: int, end: int, ruler: Ruler, limit: int, overlap: int, preferred: Edges
) -> int | None:
    """The earliest preferred start, else word, that repeats no more than `overlap` and still reaches new text."""
    if overlap < 1:
        return None
    earliest = max(done.start + 1, ruler.back(done.start + 1, done.end, overlap))
    best = preferred.starts(earliest, done.end)
    words = (match.start() for match in _WORD_START.finditer(ruler.text, earliest, done.end))
    for start in chain(best, words):
        # Counted again, because a range can have more tokens without the blank in front of it.
        if ruler.size(start, done.end) <= overlap and ruler.reach(start, end, limit) > fresh:
            return start
    return None

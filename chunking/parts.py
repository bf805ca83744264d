"""A range that is too large, cut at words into parts that fit; inside a word only where the word alone is too large."""

from __future__ import annotations

from collections.abc import Iterator

from core.rulers import Ruler
from core.spans import Range, Span
from core.text import first_visible, trim


def word_parts(span: Range, ruler: Ruler, limit: int) -> Iterator[Span]:
    """Trimmed parts, in order, that hold every visible character of the span."""
    start, end = first_visible(ruler.text, *span), span[1]
    while start < end:
        cut = _word_cut(start, end, ruler, limit)
        part = trim(ruler.text, start, cut)
        if part.length:
            yield part
        # From the next visible character: a blank in front can make a token run shorter than without it.
        start = first_visible(ruler.text, cut, end)


def _word_cut(start: int, end: int, ruler: Ruler, limit: int) -> int:
    """The furthest place within the limit where a word ends, or the limit itself inside a longer word."""
    reach = ruler.reach(start, end, limit)
    if reach >= end or ruler.text[reach].isspace():
        return reach
    cut = reach
    while cut > start and not ruler.text[cut - 1].isspace():
        cut -= 1
    shorter = trim(ruler.text, start, cut)
    return cut if shorter.length and ruler.size(*shorter) <= limit else reach

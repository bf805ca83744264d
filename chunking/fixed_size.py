"""Windows of exactly N units with M repeated. Unlike dense, cuts wherever the count says, mid-sentence or not."""

from __future__ import annotations

from collections.abc import Iterator

from chunking.strategy import Piece, SizeParameters, Strategy, TokenParameters
from chunking.tools import Tools
from core.rulers import Ruler
from core.spans import Range
from core.text import is_blank, trim, whole_character_start
from core.types import Document


def split(document: Document, params: SizeParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece]:
    """Windows over the text between its first and last visible word; windows that show nothing are left out.

    No character or grapheme cluster is cut where the limit allows. The last window is the one that
    reaches the end: a further one would only repeat its tail.
    """
    body = trim(document.text, 0, len(document.text))
    start = end = body.start
    while end < body.end:
        start, end = _next_window(start, end, body.end, params, ruler)
        if not is_blank(document.text[start:end]):
            yield Piece(start, end)


def _next_window(start: int, end: int, body_end: int, params: SizeParameters, ruler: Ruler) -> Range:
    """The window after [start, end): it repeats as much as the overlap allows and still reaches further."""
    if params.overlap and start < end:
        earliest = max(start + 1, ruler.back(start + 1, end, params.overlap))
        candidate = whole_character_start(ruler.text, earliest, end)
        while candidate < end:
            reach = ruler.reach(candidate, body_end, params.chunk_size)
            if reach > end:
                return candidate, reach
            candidate = whole_character_start(ruler.text, candidate + 1, end)
    return end, ruler.reach(end, body_end, params.chunk_size)


FIXED_SIZE = Strategy(
    name="fixed-size",
    label="Fixed size",
    summary="Windows of N tokens with M tokens repeated, cut wherever the count says.",
    best_for="A baseline to beat, and simple running text",
    params=TokenParameters,
    split=split,
)

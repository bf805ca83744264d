"""What has to fit after the fact: contexts that are cut short, and pieces of a strategy that counts otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from chunking.parts import word_parts
from chunking.strategy import Note, Piece
from core.rulers import Ruler
from core.spans import Span
from core.text import first_visible

_FEW_LETTERS = 16


def fitted(text: str, ruler: Ruler, limit: int, fits: Callable[[str], bool]) -> str:
    """The text, or its longest beginning, at a word's end, of at most `limit` that fits; a few letters are left out.

    `ruler` is laid on the text.
    """
    text = text.strip()
    if not text or fits(text):
        return text
    for room in range(limit, 0, -1):
        part = _beginning(text, ruler.reach(0, len(text), room))
        if len(part) < _FEW_LETTERS:
            return ""
        if fits(part):
            return part
    return ""


def _beginning(text: str, cut: int) -> str:
    """text[:cut] without the word that the cut divides; a text without blanks is cut anywhere."""
    part = text[:cut]
    if cut < len(text) and not text[cut].isspace() and not part[-1:].isspace():
        part = part.rpartition(" ")[0] if " " in text else part
    return part.rstrip()


def within_size(pieces: Iterable[Piece | Note], ruler: Ruler, limit: int) -> Iterator[Piece | Note]:
    """Pieces whose source text fits the limit, which some strategies count otherwise; overflow stays as declared.

    A piece that is too large is cut at words, and what follows it then begins with what is new.
    """
    last = Span(-1, -1)
    for piece in pieces:
        if isinstance(piece, Note):
            yield piece
            continue
        start = piece.start if piece.start > last.start else first_visible(ruler.text, last.end, piece.end)
        if start == piece.start and (piece.overflow or ruler.size(start, piece.end) <= limit):
            yield piece
            last = Span(start, piece.end)
            continue
        for last in word_parts(Span(start, piece.end), ruler, limit):
            yield piece._replace(start=last.start, end=last.end, context="", overflow=False)

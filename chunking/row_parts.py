"""The parts of one row that is too large, each with what tells whose part it is. Unlike those of parts.py, numbered."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from chunking.parts import word_parts
from chunking.records import cells
from chunking.strategy import Piece
from core.rulers import Ruler
from core.spans import Span

_LONGEST_ID = 80


def labeled_parts(span: Span, header: str, delimiter: str, ruler: Ruler, limit: int) -> Iterator[Piece]:
    """Parts cut at words, with the header, the row's first cell and "part i of n" as context, within the limit.

    What would leave less than half of the limit for the row is left out: first the header, then the cell, then all.
    """
    identity = _identity(ruler.text[span.start : span.end], header, delimiter)
    leads = (
        [f"{header}\n{identity}, part ", f"{identity}, part ", "part "] if identity else [f"{header}\npart ", "part "]
    )
    numbered = (_numbered(span, lead, ruler, limit) for lead in leads)
    yield from next(filter(None, numbered), None) or (Piece(*part) for part in word_parts(span, ruler, limit))


def _identity(row: str, header: str, delimiter: str) -> str:
    """The name of the first column and what the row has there; nothing where that is blank or long."""
    name, cell = cells(header, delimiter)[0], " ".join(cells(row, delimiter)[0].split())
    if not cell or len(cell) > _LONGEST_ID:
        return ""
    return f"{name}={cell}" if name else cell


def _numbered(span: Span, lead: str, ruler: Ruler, limit: int) -> list[Piece]:
    """The parts, each with its number and how many there are; none where that leaves no room for the row."""
    for digits in count(1):
        widest = "9" * digits
        room = limit - ruler.measure(f"{lead}{widest} of {widest}\n\n")
        while room > limit // 2:
            parts = list(word_parts(span, ruler, room))
            if len(parts) >= 10**digits:
                break
            pieces = [Piece(*part, context=f"{lead}{number} of {len(parts)}") for number, part in enumerate(parts, 1)]
            # Some numbers count for more tokens than nines do.
            excess = max(_size(piece, ruler) for piece in pieces) - limit
            if excess <= 0:
                return pieces
            room -= excess
        else:
            return []
    return []


def _size(piece: Piece, ruler: Ruler) -> int:
    """What the limit counts; a single character always fits, because a chunk needs one."""
    text = ruler.text[piece.start : piece.end]
    return ruler.measure(f"{piece.context}\n\n{text}") if len(text) > 1 else 0

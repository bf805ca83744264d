"""Running text that is too large for a chunk, cut by another strategy, the heading kept with its beginning.

Unlike inner, which hands on the pieces as they are, this makes units that neighbors may join.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from chunking.strategy import Note, Piece
from chunking.units import Room, Unit, joined
from core.sentences import sentences
from core.spans import Range, Span
from core.text import trim

Cut = Callable[[Range, int], Iterator[Piece | Note]]


@dataclass(frozen=True, slots=True)
class Prose:
    """Cuts running text. `cut` yields the pieces of a range under a limit."""

    room: Room
    cut: Cut

    def units(self, span: Span, lead: Span | None = None, first: str = "", rest: str = "") -> Iterator[Unit | Note]:
        """The range in pieces, the first of which begins with `lead`; contexts of the first and of the others."""
        found = list(self._pieces(span, first, rest))
        at = next(index for index, unit in enumerate(found) if isinstance(unit, Unit))
        opening = found[at]
        assert isinstance(opening, Unit)
        if lead is None or opening.overflow or self.room.fits(lead.start, opening.end, first):
            found[at] = _led(opening, lead)
            yield from found
            return
        cut = self._end_beside(lead, span, first)
        if cut is None:
            yield from self.room.parts(lead)
            yield from found
            return
        yield Unit(lead.start, cut, first)
        remainder = trim(self.room.ruler.text, cut, span.end)
        if remainder.length:
            yield from self._pieces(remainder, rest, rest)

    def _pieces(self, span: Span, first: str, rest: str) -> Iterator[Unit | Note]:
        """Units of the inner strategy's pieces. They are its decision, so only the outer two have neighbors."""
        limit = max(1, min(self.room.left(first), self.room.left(rest)))
        found = list(self.cut(span, limit))
        pieces = [piece for piece in found if isinstance(piece, Piece)]
        yield from (note for note in found if isinstance(note, Note))
        for index, piece in enumerate(pieces):
            plain = not (piece.context or piece.overflow or piece.parent)
            yield Unit(
                piece.start,
                piece.end,
                joined(first if index == 0 else rest, piece.context),
                follows=plain and index == 0,
                leads=plain and index == len(pieces) - 1,
                overflow=piece.overflow,
                summary=piece.summary,
                parent=piece.parent,
            )

    def _end_beside(self, lead: Span, span: Span, context: str) -> int | None:
        """How far the text may go in the chunk that the lead begins: to a sentence's end, else to a word's."""
        text, ruler = self.room.ruler.text, self.room.ruler
        limit = max(1, self.room.left(context))
        reach = ruler.reach(lead.start, span.end, limit)
        if reach <= span.start:
            return None
        whole = ruler.size(lead.start, span.end)
        # Two parts of some size rather than a full one and a scrap.
        aim = ruler.reach(lead.start, reach, 2 * whole // 3) if whole < 2 * limit else reach
        ends = [sentence.end for sentence in sentences(text, span.start, reach)][:-1]  # the last may be cut off
        word = reach
        while span.start < word < span.end and not text[word].isspace():
            word -= 1
        if word - span.start <= (reach - lead.start) // 4:
            word = span.start  # a few words beside a long heading say nothing
        for end in (*sorted(ends, key=lambda end: abs(end - aim))[:1], word):
            if end > span.start and self.room.fits(lead.start, end, context):
                return end
        return None


def _led(unit: Unit, lead: Span | None) -> Unit:
    if lead is None:
        return unit
    parent = Span(min(lead.start, unit.parent.start), unit.parent.end) if unit.parent else None
    return unit._replace(start=lead.start, parent=parent)

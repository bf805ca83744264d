"""Ranges that may be packed into one chunk, some of which need words in front where they begin one.

Unlike packing, which knows only sizes, this knows what may stand together and what a chunk has to carry.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from chunking.packing import pack
from chunking.parts import word_parts
from chunking.strategy import Piece
from core.rulers import Ruler
from core.spans import Span


class Unit(NamedTuple):
    """A range that is not cut. `context` goes in front of a chunk that begins with it (a table's header).

    `follows` and `leads` say whether other units may stand before and after it in its chunk.
    """

    start: int
    end: int
    context: str = ""
    follows: bool = True
    leads: bool = True
    overflow: bool = False
    summary: str = ""
    parent: Span | None = None


@dataclass(frozen=True, slots=True)
class Room:
    """How much fits into a chunk of which every one carries `prefix` in front."""

    ruler: Ruler
    limit: int
    prefix: str = ""

    def size(self, start: int, end: int, context: str = "") -> int:
        """What a range counts with the prefix and its own context. A little too much for word pieces, never less."""
        carried = joined(self.prefix, context)
        if not carried:
            return self.ruler.size(start, end)
        if self.ruler.text[start].isspace():  # a blank at the seam may melt into the blank line before it
            return self.ruler.size_after(f"{carried}\n\n", start, end)
        return self.ruler.measure(f"{carried}\n\n") + self.ruler.size(start, end)

    def fits(self, start: int, end: int, context: str = "") -> bool:
        """Whether the range can be one chunk. A single character always can, because a chunk needs one."""
        return end - start <= 1 or self.size(start, end, context) <= self.limit

    def left(self, context: str = "") -> int:
        """The limit for a text beside the prefix and a context; below 1 where these leave nothing."""
        carried = joined(self.prefix, context)
        return self.limit - (self.ruler.measure(f"{carried}\n\n") if carried else 0)

    def parts(self, span: Span, context: str = "") -> Iterator[Unit]:
        """The range as one unit, or as several cut at words; a context that takes half of the limit is left out."""
        context = context if self.left(context) > self.limit // 2 else ""
        if self.fits(*span, context):
            yield Unit(*span, context)
        else:
            yield from (Unit(*part, context) for part in word_parts(span, self.ruler, max(1, self.left(context))))


def joined(*contexts: str) -> str:
    """Contexts below each other as paragraphs, the empty ones left out."""
    return "\n\n".join(context for context in contexts if context)


def packed_units(
    units: Sequence[Unit], room: Room, overlap: int, heading_path: tuple[str, ...] = ()
) -> Iterator[Piece]:
    """Chunks of neighboring units, as many as fit; the last ones repeated where they fit the overlap."""
    ends = _ends_of_runs(units)

    def apart(first: int, last: int) -> bool:
        return last >= ends[first] or units[first].overflow

    def size(first: int, last: int) -> int:
        if apart(first, last):
            return room.limit + 1
        return room.size(units[first].start, units[last].end, units[first].context)

    def overlap_size(first: int, last: int) -> int:
        return overlap + 1 if apart(first, last) else room.ruler.size(units[first].start, units[last].end)

    for first, last in pack(len(units), size, room.limit, overlap, overlap_size):
        unit = units[first]
        context = "" if unit.summary else joined(room.prefix, unit.context)
        yield Piece(unit.start, units[last].end, context, unit.parent, heading_path, unit.overflow, unit.summary)


def _ends_of_runs(units: Sequence[Unit]) -> list[int]:
    """For each unit the index of the first one after it that cannot be in a chunk with it."""
    ends = [len(units)] * len(units)
    for index in range(len(units) - 2, -1, -1):
        together = units[index].leads and units[index + 1].follows
        ends[index] = ends[index + 1] if together else index + 1
    return ends

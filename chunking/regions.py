"""Blocks as units: whole where they fit, else as the declared policy has it. Unlike prose, a region is not cut at will.

Regions are tables, code, numbered clauses and list items. Prose that is too large is cut by another strategy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from chunking.blocks import Block
from chunking.outline import outline_of
from chunking.prose import Cut, Prose
from chunking.region_lines import lines_of, opening_lines
from chunking.strategy import Note, Piece, SizeParameters
from chunking.summaries import NAMES, summary_of
from chunking.units import Room, Unit, joined, packed_units
from core.parameters import knob
from core.rulers import Ruler
from core.spans import Span

_LONGEST_INTRODUCTION = 100
_COLONS = (":", "\uff1a")
_SENTENCE_ENDS = (".", "!", "?", ";", ",", "\u3002", "\uff01", "\uff1f", "\uff1b", "\u3001")
POLICIES = ("repeat-header", "split", "keep", "summary")
LIKE_TEXT = "is cut like any other text, which is how this strategy is described"
_REPEATED = {"table": "header", "code": "first line", "clause": "number", "list item": "number"}


def regions_knob(default: str, split: str = "the same without") -> Any:
    """The switch of every strategy that knows regions; `split` says in its words what that policy does."""
    return knob(
        default,
        label="A table, code, clause or list item larger than a chunk",
        help=(
            "repeat-header: is cut between rows, lines or sub-clauses, and each part carries the table's header, the "
            f"first line of the code or the clause's number. split: {split}. keep: stays whole in one chunk beyond the "
            "size. summary: stays whole, and a summary that fits is indexed in its place."
        ),
        choices=POLICIES,
    )


@dataclass(frozen=True, slots=True)
class Cutter:
    """Makes units of blocks. `path` is the heading path that summaries name."""

    room: Room
    policy: str
    prose: Prose
    path: tuple[str, ...] = ()

    def pieces(self, blocks: Sequence[Block], overlap: int, headings: Span | None = None) -> Iterator[Piece | Note]:
        """The units packed up to the size, the last whole ones repeated where they fit the overlap."""
        units: list[Unit] = []
        for unit in self.units(blocks, headings):
            if isinstance(unit, Note):
                yield unit
            else:
                units.append(unit)
        yield from packed_units(units, self.room, overlap, self.path)

    def units(self, blocks: Sequence[Block], headings: Span | None = None) -> Iterator[Unit | Note]:
        """The blocks in order; `headings` stay with the first of them, and an introduction with what it introduces."""
        lead = headings
        for index, block in enumerate(blocks):
            if index < len(blocks) - 1 and self._leads(block, lead):
                lead = Span(lead.start if lead else block.start, block.end)
            else:
                yield from self._block(block, lead)
                lead = None
        if lead:
            yield from self.room.parts(lead)

    def runs(self, blocks: Sequence[Block]) -> list[Block]:
        """The blocks with neighboring prose as one paragraph, but for what introduces the region that follows."""
        found: list[Block] = []
        for block in blocks:
            before = found[-1] if found else None
            if before and before.kind == block.kind == "paragraph" and not self._introduces(before):
                found[-1] = replace(before, end=block.end)
            else:
                found.append(block if block.kind in {*NAMES, "heading"} else replace(block, kind="paragraph"))
        return found

    def _introduces(self, block: Block) -> bool:
        """Whether it is a heading, or a short paragraph that ends with a colon or is one line and no sentence."""
        if block.kind != "paragraph" or block.end - block.start > _LONGEST_INTRODUCTION:
            return block.kind == "heading"
        line = self.room.ruler.text[block.start : block.end]
        return line.endswith(_COLONS) or (len(line.splitlines()) == 1 and not line.endswith(_SENTENCE_ENDS))

    def _leads(self, block: Block, lead: Span | None) -> bool:
        """Whether it goes with what follows, which must have half of a chunk at least."""
        start = lead.start if lead else block.start
        return self._introduces(block) and self.room.size(start, block.end) <= self.room.limit // 2

    def _block(self, block: Block, lead: Span | None = None, first: str = "", rest: str = "") -> Iterator[Unit | Note]:
        """A block that begins with `lead`. `first` and `rest` go in front of chunks that begin with or inside it."""
        start = lead.start if lead else block.start
        if self.room.fits(start, block.end, first):
            yield Unit(start, block.end, first)
        elif block.kind not in NAMES:
            yield from self.prose.units(Span(block.start, block.end), lead, first, rest)
        elif lead and self.room.fits(block.start, block.end, first):
            yield from self.room.parts(lead)
            yield Unit(block.start, block.end, first)
        elif self.policy in {"keep", "summary"} and not _is_chapter(block):
            yield from self._whole(block, start)
        else:
            yield from self._divided(block, lead, first, rest)

    def _whole(self, block: Block, start: int) -> Iterator[Unit | Note]:
        ruler, limit = self.room.ruler, self.room.limit
        summary = summary_of(ruler.text, block, self.path, ruler, limit) if self.policy == "summary" else ""
        yield Unit(start, block.end, follows=False, leads=False, overflow=True, summary=summary)
        yield Note(NAMES[block.kind], "indexed by a summary" if summary else "kept whole")

    def _divided(self, block: Block, lead: Span | None, first: str, rest: str) -> Iterator[Unit | Note]:
        """The parts of a region, and a note that says whether they carry what makes them understood."""
        repeats = self.policy == "repeat-header"
        parts: Iterator[Unit | Note]
        if block.kind in {"table", "code"}:
            parts = self._led(lead, self._lines(block, first, rest))
        else:
            numbered = self._numbered(rest, block.marker) if repeats else rest
            parts = self._children(block, lead, first, numbered)
        carried = False
        for part in parts:
            yield part
            carried = carried or (isinstance(part, Unit) and part.context not in {"", first, rest})
        if not _is_chapter(block):
            what = _REPEATED[block.kind]
            yield Note(NAMES[block.kind], f"split, {what} repeated" if carried else "split")

    def _numbered(self, above: str, marker: str) -> str:
        """The numbers of a clause and those above it, as they are cited; bullets are no numbers."""
        if not any(character.isalnum() for character in marker):
            return above
        cited = marker if marker.startswith(above) else f"{above} {marker}"
        return cited if self.room.left(cited) > self.room.limit // 2 else ""

    def _children(self, block: Block, lead: Span | None, first: str, rest: str) -> Iterator[Unit | Note]:
        if not block.children:
            yield from self.prose.units(Span(block.start, block.end), lead, first, rest)
        for index, child in enumerate(block.children):
            tells_itself = child.kind == "clause" and child.marker.startswith(block.marker)  # 4.2.1 says that it is 4.2
            before = first if index == 0 or tells_itself else rest
            yield from self._block(child, lead if index == 0 else None, before, rest)

    def _lines(self, block: Block, first: str, rest: str) -> Iterator[Unit]:
        """Rows or lines, the first of them with the header or fence that the others carry."""
        text, lines = self.room.ruler.text, lines_of(self.room.ruler.text, block)
        opening = opening_lines(text, block)
        header = text[block.start : lines[min(opening, len(lines)) - 1].end] if opening else ""
        carried = joined(rest, header) if self.policy == "repeat-header" else rest
        begin = Span(block.start, lines[min(opening, len(lines) - 1)].end)
        if self.room.fits(*begin, first):
            yield Unit(*begin, first)
            lines = lines[opening + 1 :]
        elif header:
            yield from self.room.parts(Span(block.start, block.start + len(header)), first)
            lines = lines[opening:]
        for line in lines:
            alone = not self.room.fits(*line, carried) and self.room.fits(*line, rest)
            yield from self.room.parts(line, rest if alone else carried)

    def _led(self, lead: Span | None, units: Iterator[Unit]) -> Iterator[Unit]:
        """Units the first of which begins with the lead, where that fits."""
        first = next(units)
        if lead and self.room.fits(lead.start, first.end, first.context):
            first = first._replace(start=lead.start)
        elif lead:
            yield from self.room.parts(lead)
        yield from chain([first], units)


def pieces_around_regions(
    text: str, policy: str, params: SizeParameters, ruler: Ruler, cut: Cut, *, together: bool = True
) -> Iterator[Piece | Note]:
    """A whole text for strategies that know no sections: regions by the policy, what is between them by `cut`.

    With `together`, neighboring paragraphs are cut as one text.
    """
    room = Room(ruler, params.chunk_size)
    cutter = Cutter(room, policy, Prose(room, cut))
    blocks = [block for section in outline_of(text) for block in (*section.headings, *section.blocks)]
    yield from cutter.pieces(cutter.runs(blocks) if together else blocks, params.overlap)


def _is_chapter(block: Block) -> bool:
    """Whether a clause only holds other numbered clauses. With its lettered ones, it is one region."""
    return any(child.kind == "clause" and not child.marker.startswith("(") for child in block.children)

"""How the lines of a PDF stand: how far apart in a paragraph, how far they reach, and whether a word more would fit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from math import inf
from statistics import median

from corpus.pdf.layout import Block, Line
from corpus.pdf.scripts import is_cjk

# All shares are of the font's size. The widest usual space; what a line's end may be off.
_SPACE, _OFF = 0.3, 0.1
# Lines that begin at the same place, differ in where they begin.
SAME_START, _CENTERED = 0.4, 1.0
# A text narrower than its column has so many long lines, which end so close to its edge.
_FEWEST, _LONG, _RAGGED = 3, 15, 5
# Of justified text most lines end so close to the edge; any that leaves more room than this ends a paragraph.
_AT_EDGE, _SHORT = 0.35, 1.0
# Columns whose left edges are so close are one, in points; so few of its lines may reach further than its edge.
_COLUMN, _OUTSIDE = 12.0, 0.03
# Where no full line tells how far lines stand apart.
_USUAL_LEADING = 1.2
# Lines this far apart are never those of one paragraph.
_FARTHEST = 3.2
# What follows with a small letter may go on, if no more room than this was left beside it.
_GOES_ON = 6.0

# The distance to the line below, and whether that begins with a small letter.
_Gap = tuple[float, bool]


class Spacing:
    """Measures of all blocks of lines of a document."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._blocks = [block for block in blocks if block.lines]
        self._lefts = {id(block): min(line.x0 for line in block.lines) for block in self._blocks}
        self._columns: defaultdict[int, list[Block]] = defaultdict(list)
        for block in self._blocks:
            self._columns[round(self.left(block) / _COLUMN)].append(block)
        self._known: dict[tuple[int, float], float] = {}
        self._edges = {id(block): self._edge(block) for block in self._blocks}
        self._narrow = {id(block): self._narrower(block) for block in self._blocks}
        self._justified = {id(block) for block in self._blocks if self._is_justified(block)}
        self._leading: dict[int, float] = {}
        self._own: dict[tuple[int, int], float] = {}
        self._measure_leading()
        self.gapped = self._is_gapped()

    def _edge(self, block: Block) -> float:
        """How far lines reach in this column, on whichever page; a few that reach further are not its measure."""
        place = round(self.left(block) / _COLUMN), round(block.end) if block.end < inf else inf
        if place not in self._known:
            near = [other for step in (-1, 0, 1) for other in self._columns[place[0] + step]]
            ends = sorted(
                (
                    (line.x1, line.size)
                    for other in near
                    if max(line.x1 for line in other.lines) <= block.end + 1
                    for line in other.lines
                    if not line.font.mono
                ),
                reverse=True,
            )
            few = int(_OUTSIDE * len(ends))
            supported = (
                x1 for (x1, size), (below, _) in zip(ends, ends[few:], strict=False) if x1 - below < _RAGGED * size
            )
            self._known[place] = next(supported, self.left(block))
        return self._known[place]

    def _narrower(self, block: Block) -> dict[int, float]:
        """How far lines reach that begin further in and do not reach the column's edge, by where they begin."""
        edge, left = self._edges[id(block)], self._lefts[id(block)]
        starts: defaultdict[int, list[Line]] = defaultdict(list)
        for line in block.lines:
            if line.x0 > left + 2 * SAME_START * line.size and not line.font.mono:
                starts[round(line.x0)].append(line)
        found = {}
        for start, lines in starts.items():
            end, size = max(line.x1 for line in lines), lines[0].size
            close = sum(line.x1 > end - _RAGGED * size for line in lines)
            if len(lines) >= _FEWEST and 2 * close >= len(lines) and end - start >= _LONG * size and end < edge - size:
                found[start] = end
        return found

    def _is_justified(self, block: Block) -> bool:
        at_edge = sum(abs(self.room(block, line)) < _AT_EDGE * line.size for line in block.lines)
        return len(block.lines) > _FEWEST and 2 * at_edge >= len(block.lines)

    def left(self, block: Block) -> float:
        """Where the column's first line begins that is furthest out."""
        return self._lefts[id(block)]

    def middle(self, block: Block) -> float:
        """Of the column."""
        return (self._lefts[id(block)] + self._edges[id(block)]) / 2

    def room(self, block: Block, line: Line) -> float:
        """What is free at the line's end, in points; of a centered line, at both."""
        edge, left = self._edges[id(block)], self._lefts[id(block)]
        edge = self._narrow[id(block)].get(round(line.x0), edge)
        before, after = line.x0 - left, edge - line.x1
        is_centered = before > 2 * line.size and abs(before - after) < _CENTERED * line.size
        return before + after if is_centered else after

    def ends_early(self, block: Block, line: Line, below: Line) -> bool:
        """Would the first word of the line below have fit? What seems to go on needs more room than that."""
        word = below.words[0]
        width = min(word.x1 - word.x0, word.size) if is_cjk(word.text[0]) else word.x1 - word.x0
        goes_on = below.text[0].islower() and line.text[-1] not in ".!?:;"
        room = self.room(block, line)
        if id(block) in self._justified and not goes_on:
            return room > _SHORT * line.size
        return room > width + (_GOES_ON if goes_on else _SPACE + _OFF) * line.size

    def leading(self, block: Block, line: Line) -> float:
        """How far the line below stands in a paragraph of such lines, in points."""
        bucket = _bucket(line)
        usual = self._leading.get(bucket) or self._leading[0] * line.size
        return self._own.get((id(block), bucket), usual)

    def _measure_leading(self) -> None:
        """Usual distances after lines that go on: by size of font, and by block where it has enough of them."""
        found: defaultdict[int, list[_Gap]] = defaultdict(list)
        for block in self._blocks:
            own: defaultdict[int, list[_Gap]] = defaultdict(list)
            for line, below in pairwise(block.lines):
                if self._may_go_on(block, line, below):
                    own[_bucket(line)].append((below.y - line.y, below.text[0].islower()))
            for bucket, gaps in own.items():
                found[bucket] += gaps
                if len(gaps) > _FEWEST:
                    self._own[id(block), bucket] = _usual(gaps)
        self._leading = {bucket: usual for bucket, gaps in found.items() if (usual := _usual(gaps))}
        shares = [(4 * gap / bucket, goes_on) for bucket, gaps in found.items() for gap, goes_on in gaps]
        self._leading[0] = _usual(shares) or _USUAL_LEADING

    def _may_go_on(self, block: Block, line: Line, below: Line) -> bool:
        return (
            _bucket(line) == _bucket(below)
            and below.y - line.y < _FARTHEST * line.size
            and below.x0 < line.x0 + SAME_START * line.size
            and not self.ends_early(block, line, below)
        )

    def _is_gapped(self) -> bool:
        """Do paragraphs of this document mostly stand apart, so that a line which only ends early ends none?"""
        apart = [
            below.y - line.y > self.leading(block, line) + 0.25 * line.size
            for block in self._blocks
            for line, below in pairwise(block.lines)
            if _bucket(line) == _bucket(below) and not line.font.mono and self.ends_early(block, line, below)
        ]
        return 2 * sum(apart) >= len(apart)


def _usual(gaps: Sequence[_Gap]) -> float:
    """The median of those before a small letter, which surely go on; else of enough of them; else 0."""
    sure = [gap for gap, goes_on in gaps if goes_on]
    return median(sure or [gap for gap, _ in gaps]) if sure or len(gaps) >= _FEWEST else 0.0


def _bucket(line: Line) -> int:
    """Lines of a size, to a quarter of a point."""
    return round(4 * line.size)

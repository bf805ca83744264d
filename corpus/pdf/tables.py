"""Tables of a PDF's page: rows whose words stand in columns, with lines drawn between them or without."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from corpus.pdf.rows import Gutter, Row, gutters
from corpus.pdf.rules import Rules
from corpus.pdf.words import Word

# A gutter so wide, as a share of the font's size, makes a table of two rows; a narrower one of three.
_WIDE, _FEWEST = 1.5, 3
# Rows that begin a new row of the table stand further apart than lines of one cell by this share of their size.
_ROOM = 0.2
# Lines closer than this stand beside each other; rows further apart than the next, also as a share of their usual
# distance, are of two tables. Above a head it is enough to be a little further apart.
_BESIDE, _FAR, _FARTHER, _ABOVE_HEAD = 0.8, 2.5, 1.5, 1.15
# Lines drawn between columns are not further from the middle of the gap, in points. They cover this share of a table's
# height, and of a gap between two rows of it.
_NEAR, _DRAWN, _BRIDGED = 60.0, 0.5, 0.9
_MARK = re.compile(r"[•▪◦‣·*–—-]|\(?([0-9]{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]|[0-9]+(\.[0-9]+)*\.?|\[[0-9]+\]")


@dataclass(frozen=True, slots=True)
class Table:
    """Cells row by row, each row with the same number; an empty cell is an empty text."""

    rows: tuple[tuple[str, ...], ...]

    @property
    def text(self) -> str:
        """As Markdown: the first row is the head."""
        lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in self.rows]
        return "\n".join([lines[0], "|" + " --- |" * len(self.rows[0]), *lines[1:]])


def tables(rows: Sequence[Row], found: Sequence[Gutter], rules: Rules) -> Iterator[tuple[int, int, Table]]:
    """The tables from the top, each with the numbers of its first and its last row."""
    use = [gutter for gutter in found if _is_of_table(gutter, rows)]
    while use:
        first = min(gutter.first for gutter in use)
        last, group = -1, [gutter for gutter in use if gutter.first == first]
        while last != (last := max(gutter.last for gutter in group)):
            group = [gutter for gutter in use if gutter.first <= last]
        use = [gutter for gutter in use if gutter.first > last]
        for start, end in _apart(rows, first, last, rules):
            yield from _table(rows[start : end + 1], start, rules)


def _apart(rows: Sequence[Row], first: int, last: int, rules: Rules) -> Iterator[tuple[int, int]]:
    """The rows of each of several tables that stand below one another; lines drawn past a gap bridge it."""
    left, right = min(row.x0 for row in rows[first : last + 1]), max(row.x1 for row in rows[first : last + 1])
    gaps = [below.y - row.y for row, below in pairwise(rows[first : last + 1])]
    usual = median(gaps)
    for number, gap in enumerate(gaps, first + 1):
        row, above = rows[number], rows[number - 1]
        is_head = _is_bold(row) and len(row.words) > 1 and not _is_bold(above)
        far = gap > max(_FARTHER * usual, _FAR * row.size)
        parted = far or (is_head and gap > _ABOVE_HEAD * usual)
        if parted and rules.upright_share(above.y, row.y, left, right) < _BRIDGED:
            yield first, number - 1
            first = number
    yield first, last


def _is_bold(row: Row) -> bool:
    return all(word.font.bold for word in row.words)


def _table(rows: Sequence[Row], start: int, rules: Rules) -> Iterator[tuple[int, int, Table]]:
    """The table within these rows, of which the first has the number `start`, if there is one."""
    group = [gutter for gutter in gutters(rows) if _is_of_table(gutter, rows)]
    ends = _trimmed(rows, group, rules) if group else None
    if ends is not None:
        cells = tuple(_cells(rows[ends[0] : ends[1] + 1], _cuts(group), rules))
        yield start + ends[0], start + ends[1], Table(cells)


def _is_of_table(gutter: Gutter, rows: Sequence[Row]) -> bool:
    """Enough rows for its width, and neither a list's marks nor code."""
    between = rows[gutter.first : gutter.last + 1]
    size = max(row.size for row in between)
    if gutter.both < (2 if gutter.x1 - gutter.x0 >= _WIDE * size else _FEWEST):
        return False
    if all(word.font.mono for row in between for word in row.words):
        return False
    left = [" ".join(word.text for word in row.words if word.x1 <= gutter.middle) for row in between]
    return not all(_MARK.fullmatch(text) for text in left if text)


def _trimmed(rows: Sequence[Row], group: Sequence[Gutter], rules: Rules) -> tuple[int, int] | None:
    """First and last row, without those at either end that have words in one column only, unless these go on in a cell
    or stand within drawn lines.
    """
    cuts = _cuts(group)
    filled = [number for number in range(len(rows)) if any(_on_both(gutter, number, rows) for gutter in group)]
    if len(filled) < 2:
        return None
    first, end = filled[0], filled[-1]
    left, right = cuts[0] - _NEAR, cuts[-1] + _NEAR
    apart = min(b.y - a.y for a, b in pairwise(rows[first : end + 1]))
    while first and rules.upright_share(rows[first - 1].y, rows[first].y, left, right) > _BRIDGED:
        first -= 1
    while end + 1 < len(rows) and (
        rules.upright_share(rows[end].y, rows[end + 1].y, left, right) > _BRIDGED
        or _continues(rows[end], rows[end + 1], cuts, apart)
    ):
        end += 1
    return first, end


def _on_both(gutter: Gutter, number: int, rows: Sequence[Row]) -> bool:
    """Has the row words on both sides of the gutter?"""
    return gutter.first <= number <= gutter.last and rows[number].x0 < gutter.middle < rows[number].x1


def _continues(row: Row, below: Row, cuts: Sequence[float], apart: float) -> bool:
    """Is the row below another line of a cell that is not the first?"""
    near = below.y - row.y < max(apart * 1.05, 1.25 * row.size)
    return near and below.x0 > cuts[0]


def _cuts(group: Sequence[Gutter]) -> list[float]:
    """Where columns are parted; gutters that overlap are one."""
    cuts: list[Gutter] = []
    for gutter in sorted(group, key=lambda gutter: (-gutter.both, gutter.x0)):
        if not any(gutter.x0 < other.x1 and other.x0 < gutter.x1 for other in cuts):
            cuts.append(gutter)
    return sorted(gutter.middle for gutter in cuts)


def _column(word: Word, cuts: Sequence[float]) -> int:
    """The column that the middle of the word stands in."""
    return sum((word.x0 + word.x1) / 2 > cut for cut in cuts)


def _cells(rows: Sequence[Row], cuts: Sequence[float], rules: Rules) -> Iterator[tuple[str, ...]]:
    """Row by row, lines of one cell joined."""
    for band in _bands(rows, cuts, rules):
        cells: list[list[str]] = [[] for _ in range(len(cuts) + 1)]
        for row in band:
            for word in row.words:
                cells[_column(word, cuts)].append(word.text)
        yield tuple(" ".join(cell) for cell in cells)


def _bands(rows: Sequence[Row], cuts: Sequence[float], rules: Rules) -> Iterator[list[Row]]:
    """The lines that make up each row of the table.

    Within a drawn grid its lines tell. Where distances differ, the narrow ones are those of lines in one cell; where
    they do not, a row whose first cell is empty goes on with the row above.
    """
    left, right = min(row.x0 for row in rows), max(row.x1 for row in rows)
    pairs = list(pairwise(rows))
    ruled = [rules.parts(row.y, below.y, left, right) for row, below in pairs]
    is_grid = any(ruled) and rules.upright_share(rows[0].y, rows[-1].y, left, right) > _DRAWN
    gaps = [below.y - row.y for row, below in pairs]
    size = max(row.size for row in rows)
    # Cells that are centered beside others stand between their lines.
    apart = [gap for gap in gaps if gap > _BESIDE * size]
    narrow = min(apart, default=0.0) + _ROOM * size
    mixed = bool(apart) and max(apart) > narrow and min(apart) < 1.6 * size
    band = [rows[0]]
    for gap, is_ruled, row in zip(gaps, ruled, rows[1:], strict=True):
        joined = gap <= _BESIDE * size or (gap <= narrow if mixed else row.x0 > cuts[0])
        if not is_ruled and (is_grid or joined):
            band.append(row)
        else:
            yield band
            band = [row]
    yield band

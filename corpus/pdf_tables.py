"""Tables of a PDF's page: rows whose words stand in columns. Lines that are drawn around cells are not looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from corpus.pdf_rows import Gutter, Row
from corpus.pdf_words import Word

# A gutter so wide, as a share of the font's size, makes a table of two rows; a narrower one of three.
_WIDE, _FEWEST = 1.5, 3
# Rows that begin a new row of the table stand further apart than lines of one cell by this share of their size.
_ROOM = 0.2
# Lines closer than this stand beside each other.
_BESIDE = 0.8
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


def tables(rows: Sequence[Row], found: Sequence[Gutter]) -> Iterator[tuple[int, int, Table]]:
    """The tables from the top, each with the numbers of its first and its last row."""
    use = [gutter for gutter in found if _is_of_table(gutter, rows)]
    done = -1
    while use:
        first = min(gutter.first for gutter in use)
        last, group = -1, [gutter for gutter in use if gutter.first == first]
        while len(group) and last != (last := max(gutter.last for gutter in group)):
            group = [gutter for gutter in use if gutter.first <= last]
        use = [gutter for gutter in use if gutter not in group]
        ends = _trimmed(rows, group, max(first, done + 1), last)
        if ends is not None:
            yield *ends, Table(tuple(_cells(rows[ends[0] : ends[1] + 1], _cuts(group))))
            done = ends[1]


def _is_of_table(gutter: Gutter, rows: Sequence[Row]) -> bool:
    """Enough rows for its width, and neither a list's marks nor code."""
    between = rows[gutter.first : gutter.last + 1]
    size = max(row.size for row in between)
    if gutter.both < (2 if gutter.x1 - gutter.x0 >= _WIDE * size else _FEWEST):
        return False
    if all(word.font.mono for row in between for word in row.words):
        return False
    left = [" ".join(word.text for word in row.words if word.x1 <= gutter.middle) for row in between]
    marks = [text for text in left if text]
    return not all(_MARK.fullmatch(text) for text in marks)


def _trimmed(rows: Sequence[Row], group: Sequence[Gutter], first: int, last: int) -> tuple[int, int] | None:
    """Without rows at either end that have words in one column only, unless they go on in a cell of the last row."""
    cuts = _cuts(group)
    filled = [number for number in range(first, last + 1) if any(_on_both(gutter, number, rows) for gutter in group)]
    if len(filled) < 2:
        return None
    first, end = filled[0], filled[-1]
    apart = min(b.y - a.y for a, b in pairwise(rows[first : end + 1]))
    while end < last and _continues(rows[end], rows[end + 1], cuts, apart):
        end += 1
    return first, end


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


def _on_both(gutter: Gutter, number: int, rows: Sequence[Row]) -> bool:
    """Has the row words on both sides of the gutter?"""
    return gutter.first <= number <= gutter.last and rows[number].x0 < gutter.middle < rows[number].x1


def _column(word: Word, cuts: Sequence[float]) -> int:
    """The column that the middle of the word stands in."""
    return sum((word.x0 + word.x1) / 2 > cut for cut in cuts)


def _cells(rows: Sequence[Row], cuts: Sequence[float]) -> Iterator[tuple[str, ...]]:
    """Row by row, lines of one cell joined."""
    for band in _bands(rows, cuts):
        cells: list[list[str]] = [[] for _ in range(len(cuts) + 1)]
        for row in band:
            for word in row.words:
                cells[_column(word, cuts)].append(word.text)
        yield tuple(" ".join(cell) for cell in cells)


def _bands(rows: Sequence[Row], cuts: Sequence[float]) -> Iterator[list[Row]]:
    """The lines that make up each row of the table.

    Where distances differ, the narrow ones are those of lines in one cell; where they do not, a row whose first cell is
    empty goes on with the row above.
    """
    gaps = [below.y - row.y for row, below in pairwise(rows)]
    size = max(row.size for row in rows)
    # Cells that are centered beside others stand between their lines.
    apart = [gap for gap in gaps if gap > _BESIDE * size]
    narrow = min(apart, default=0.0) + _ROOM * size
    mixed = bool(apart) and max(apart) > narrow and min(apart) < 1.6 * size
    band = [rows[0]]
    for gap, row in zip(gaps, rows[1:], strict=True):
        joined = gap <= narrow if mixed else row.x0 > cuts[0]
        if joined or gap <= _BESIDE * size:
            band.append(row)
        else:
            yield band
            band = [row]
    yield band

"""A PDF's page in the order of reading: columns one after the other, tables row by row, turned writing at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from math import inf
from statistics import mean, median

from corpus.pdf.rows import Gutter, Row, gutters, rows_of
from corpus.pdf.rules import Rules
from corpus.pdf.scripts import is_rtl
from corpus.pdf.tables import Table, tables
from corpus.pdf.words import Font, Word

# Columns of text have so many lines each.
_FEWEST_LINES = 3
# Columns within columns, bands of columns below one another: more of them are a pattern, no text.
_DEEPEST = 30
# Where PDFium goes from one side to the other and back for every row: columns of text fill their width so far.
_FULL, _WORDS_A_LINE = 0.75, 4


@dataclass(frozen=True, slots=True)
class Line:
    """From x0 to x1 in the direction of reading (to the left they are negative), on the baseline y, which grows
    downwards.
    """

    words: tuple[Word, ...]
    x0: float
    x1: float
    y: float
    font: Font

    @property
    def text(self) -> str:
        """With single spaces."""
        return " ".join(word.text for word in self.words)

    @property
    def size(self) -> float:
        """Of its font, in points."""
        return self.font.size

    @property
    def turn(self) -> int:
        """The direction of writing, in degrees."""
        return self.words[0].turn


@dataclass(frozen=True, slots=True)
class Block:
    """Lines below one another, or a table, within one column of one page. No line can reach further than `end`."""

    lines: tuple[Line, ...] = ()
    table: Table | None = None
    end: float = inf


def blocks_of(words: Sequence[Word], rules: Rules) -> Iterator[Block]:
    """The page's blocks; most of its writing, whichever way it is turned, comes first."""
    turns = sorted({word.turn for word in words}, key=lambda turn: (-sum(word.turn == turn for word in words), turn))
    for turn in turns:
        yield from _blocks(
            [word for word in words if word.turn == turn], (-inf, inf), Rules() if turn else rules, _DEEPEST
        )


def _blocks(words: Sequence[Word], within: tuple[float, float], rules: Rules, depth: int) -> Iterator[Block]:
    """Blocks of what stands between the two limits, with columns inside one another down to this depth."""
    if not words:
        return
    rows = rows_of(words)
    found = gutters(rows)
    column = max(
        (gutter for gutter in found if depth and _parts_columns(gutter, rows)),
        key=lambda gutter: (gutter.last - gutter.first) * (gutter.x1 - gutter.x0) ** 0.5,
        default=None,
    )
    if column is None:
        yield from _with_tables(rows, found, within, rules)
        return
    above, between, below = rows[: column.first], rows[column.first : column.last + 1], rows[column.last + 1 :]
    yield from _blocks(_words(above), within, rules, depth - 1)
    for side in _sides(column, between):
        on_left = max(word.x1 for word in side) <= column.middle
        yield from _blocks(side, (within[0], column.x1) if on_left else (column.x0, within[1]), rules, depth - 1)
    yield from _blocks(_words(below), within, rules, depth - 1)


def _words(rows: Sequence[Row]) -> list[Word]:
    return [word for row in rows for word in row.words]


def _sides(gutter: Gutter, rows: Sequence[Row]) -> tuple[list[Word], list[Word]]:
    """Words to its left and to its right; of right-to-left writing the other way round."""
    words = _words(rows)
    left = [word for word in words if word.x1 <= gutter.middle]
    right = [word for word in words if word.x1 > gutter.middle]
    return (right, left) if 2 * sum(is_rtl(word.text) for word in words) > len(words) else (left, right)


def _parts_columns(gutter: Gutter, rows: Sequence[Row]) -> bool:
    """Is it read down one side, and then down the other? PDFium's order tells; else lines that fill both sides."""
    between = rows[gutter.first : gutter.last + 1]
    sides = [rows_of(side) for side in _sides(gutter, between)]
    if min(map(len, sides)) < _FEWEST_LINES:
        return False
    left = {word.order for row in sides[0] for word in row.words}
    order = [order in left for order in sorted(word.order for word in _words(between))]
    crossings = sum(a != b for a, b in pairwise(order))
    if crossings <= max(2, 0.2 * gutter.both):
        return True
    return crossings >= 1.2 * gutter.both and all(map(_is_prose, sides))


def _is_prose(rows: Sequence[Row]) -> bool:
    width = max(row.x1 for row in rows) - min(row.x0 for row in rows)
    full = mean((row.x1 - row.x0) / width for row in rows) if width else 0
    return len(rows) > 2 * _FEWEST_LINES and full >= _FULL and median(len(row.words) for row in rows) >= _WORDS_A_LINE


def _with_tables(
    rows: Sequence[Row], found: Sequence[Gutter], within: tuple[float, float], rules: Rules
) -> Iterator[Block]:
    """Rows of one column as lines, and those of its tables as tables."""
    done = 0
    for first, last, table in tables(rows, found, rules):
        if first > done:
            yield _block(rows[done:first], within)
        yield Block(table=table)
        done = last + 1
    if done < len(rows):
        yield _block(rows[done:], within)


def _block(rows: Sequence[Row], within: tuple[float, float]) -> Block:
    words = _words(rows)
    rtl = 2 * sum(is_rtl(word.text) for word in words) > len(words)
    return Block(tuple(_line(row, rtl) for row in rows), end=-within[0] if rtl else within[1])


def _line(row: Row, rtl: bool) -> Line:
    x0, x1 = (-row.x1, -row.x0) if rtl else (row.x0, row.x1)
    return Line(tuple(row.words), x0, x1, row.y, _font(row.words))


def _font(words: Sequence[Word]) -> Font:
    """The size of most of its characters; bold or monospaced where all are."""
    by_size = sorted((word.size, len(word.text)) for word in words)
    sizes = {size: sum(count for _, count in group) for size, group in groupby(by_size, key=lambda pair: pair[0])}
    size = max(sizes, key=lambda size: sizes[size])
    return Font(size, all(word.font.bold for word in words), all(word.font.mono for word in words))

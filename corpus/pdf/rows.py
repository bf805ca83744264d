"""Words of a PDF's page that stand on one height are a row; gaps that go down through many rows are gutters."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf

from corpus.pdf.scripts import is_rtl
from corpus.pdf.words import Word

# Words of a row differ in height by less than this share of their size; small print beside them by more.
_LEVEL, _SMALL, _ABOVE, _BELOW = 0.25, 0.85, 0.65, 0.35
# A gutter is at least so wide, as a share of the font's size.
GUTTER = 0.7


@dataclass(slots=True)
class Row:
    """Words from left to right, on the baseline y."""

    y: float
    words: list[Word] = field(default_factory=list)

    @property
    def x0(self) -> float:
        """Where it begins at the left."""
        return min(word.x0 for word in self.words)

    @property
    def x1(self) -> float:
        """How far it reaches."""
        return max(word.x1 for word in self.words)

    @property
    def size(self) -> float:
        """Of its largest font."""
        return max(word.size for word in self.words)


def rows_of(words: Iterable[Word]) -> list[Row]:
    """The rows from the top. Raised or lowered small print belongs to the row that it stands beside."""
    rows: list[tuple[float, int, Row]] = []
    for number, word in enumerate(sorted(words, key=lambda word: (-round(word.size), word.order))):
        row = _row_for(word, rows)
        if row is None:
            row = Row(word.y)
            insort(rows, (word.y, number, row))
        row.words.append(word)
    found = [row for _, _, row in rows]
    for row in found:
        row.words = _in_reading_order(row.words)
    return found


def _row_for(word: Word, rows: Sequence[tuple[float, int, Row]]) -> Row | None:
    """The row on the word's height, or beside which it is small print."""
    first = bisect_left(rows, word.y - _BELOW * word.size - 4, key=lambda row: row[0])
    beside: Row | None = None
    for y, _, row in rows[first:]:
        if y > word.y + max(40.0, 2 * word.size):
            break
        if abs(y - word.y) < _LEVEL * word.size:
            return row
        if beside is None and _is_beside(word, row):
            beside = row
    return beside


def _is_beside(word: Word, row: Row) -> bool:
    size = row.words[0].size
    if word.size > _SMALL * size or not -_BELOW * size < row.y - word.y < _ABOVE * size:
        return False
    return any(max(word.x0 - other.x1, other.x0 - word.x1) < 0.5 * size for other in row.words)


def _in_reading_order(words: list[Word]) -> list[Word]:
    """From left to right, but words that PDFium read in one go stay in its order, which knows right-to-left scripts."""
    if not any(is_rtl(word.text) for word in words):
        return sorted(words, key=lambda word: (word.x0, word.order))
    runs: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.order):
        if runs and word.order == runs[-1][-1].order + 1:
            runs[-1].append(word)
        else:
            runs.append([word])
    return [word for run in sorted(runs, key=lambda run: -max(word.x1 for word in run)) for word in run]


@dataclass(frozen=True, slots=True)
class Gutter:
    """The free strip from x0 to x1 beside the rows number first to last. `both` counts rows with words on both sides,
    or pairs of rows of which one stands at the left and one at the right.
    """

    x0: float
    x1: float
    first: int
    last: int
    both: int

    @property
    def middle(self) -> float:
        """Where to cut."""
        return (self.x0 + self.x1) / 2


def gutters(rows: Sequence[Row]) -> list[Gutter]:
    """Free strips that have words on both sides twice or more, from the top."""
    gaps = [list(_gaps(row)) for row in rows]
    found: list[Gutter] = []
    for number, row in enumerate(rows):
        inner = [(left, right) for left, right in gaps[number] if left != -inf and right != inf]
        for left, right in inner + _between(row, rows[number + 1] if number + 1 < len(rows) else row):
            if not any(gutter.last >= number and left < gutter.middle < right for gutter in found):
                found.append(_extended(rows, gaps, number, (left, right)))
    return [gutter for gutter in found if gutter.both > 1]


def _gaps(row: Row) -> Iterator[tuple[float, float]]:
    """Free intervals of a row that are wide enough, those beside it among them."""
    words = sorted(row.words, key=lambda word: word.x0)
    yield -inf, words[0].x0
    end = words[0].x1
    for before, word in pairwise(words):
        if word.x0 - end >= GUTTER * min(before.size, word.size):
            yield end, word.x0
        end = max(end, word.x1)
    yield end, inf


def _between(row: Row, below: Row) -> list[tuple[float, float]]:
    """The free interval between rows that stand beside each other, at different heights."""
    left, right = sorted((row, below), key=lambda row: row.x0)
    return [(left.x1, right.x0)] if right.x0 - left.x1 >= GUTTER * row.size else []


def _extended(
    rows: Sequence[Row], gaps: Sequence[list[tuple[float, float]]], start: int, gap: tuple[float, float]
) -> Gutter:
    """The strip from this gap down and up, as far as it stays wide enough."""
    (left, right), ends, narrowest = gap, [start, start], GUTTER * min(word.size for word in rows[start].words)
    for way, step in enumerate((1, -1)):
        number = start + step
        while 0 <= number < len(gaps):
            room, near, far = max((min(right, b) - max(left, a), a, b) for a, b in gaps[number])
            if room < narrowest:
                break
            left, right, ends[way] = max(left, near), min(right, far), number
            number += step
    return Gutter(left, right, ends[1], ends[0], _both(rows[ends[1] : ends[0] + 1], (left + right) / 2))


def _both(rows: Sequence[Row], middle: float) -> int:
    sides = [(row.x0 < middle) - (row.x1 > middle) for row in rows]
    return sides.count(0) + sum(a * b < 0 for a, b in pairwise(sides)) // 2

"""Rows packed up to the size, the last rows repeated. Unlike every other strategy, a row is never cut by default."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import cast

from chunking.packing import pack
from chunking.parts import word_parts
from chunking.records import DETECTED, NAMED, cells, delimiter_of, header_words, is_table, lines, records, written
from chunking.row_parts import labeled_parts
from chunking.strategy import Note, Piece, SizeParameters, Strategy
from chunking.tools import Tools
from core.parameters import knob
from core.rulers import Ruler
from core.spans import Span
from core.text import is_blank
from core.types import Document


@dataclass(frozen=True, slots=True)
class RowParameters(SizeParameters):
    """Sizes, and what is done with headers and with rows larger than a chunk."""

    rows_per_chunk: int = knob(
        0,
        label="Rows in a chunk",
        help="At most so many, within the size, and none is repeated. 0: as many as the size holds.",
        low=0,
        high=1_000_000,
    )
    has_header: bool = knob(
        True,
        label="The first row names the columns",
        help="For CSV and TSV: it is then no row of data. Otherwise the columns are called col1, col2, and so on.",
    )
    delimiter: str = knob(
        DETECTED,
        label="Delimiter",
        help="For CSV and TSV: what stands between cells. detected: as the Chunks page shows it for each file.",
        choices=tuple(NAMED),
    )
    repeat_header: bool = knob(
        False,
        label="Repeat the header row",
        help="For CSV and TSV: each chunk after the first carries the column names as context, within the size.",
    )
    overflow: str = knob(
        "keep",
        label="A row larger than a chunk",
        help=(
            "keep: stays whole in a chunk of its own, and is reported. split: is cut at words; where the header is "
            "repeated, each part carries it, the row's first cell and its number."
        ),
        choices=("keep", "split"),
    )


@dataclass(frozen=True, slots=True)
class Header:
    """What chunks without the header row carry in its place. `row` is that row's index, -1 where there is none."""

    row: int = -1
    context: str = ""
    delimiter: str = ""

    def above(self, first: int) -> str:
        """The context of a chunk that begins with row `first`."""
        return self.context if first > self.row else ""


def split(document: Document, params: SizeParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece | Note]:
    """Packs of rows. A row counts its characters plus one for the line end, as the source document's rule has it.

    In CSV and TSV documents a row is a record, so a quoted line end does not end it.
    """
    settings = cast(RowParameters, params)
    delimiter = delimiter_of(document, settings.delimiter) if is_table(document) else ""
    rows = records(document, delimiter) if delimiter else lines(document.text)
    visible = [not is_blank(document.text[row.start : row.end]) for row in rows]
    header = _header(rows, visible, document.text, settings, delimiter)
    if header.row >= 0:
        if not any(visible[header.row + 1 :]):
            yield Note("table", "without a row of data below the header")
        visible[header.row] = False
    extra = ruler.measure(f"{header.context}\n\n") if header.context else 0
    line_end = 1 if params.unit == "chars" else 0
    rows_before = list(accumulate(visible, initial=0))

    def overlap_size(first: int, last: int) -> int:
        return ruler.size(rows[first].start, rows[last].end) + line_end

    def size(first: int, last: int) -> int:
        if 0 < settings.rows_per_chunk < rows_before[last + 1] - rows_before[first]:
            return params.chunk_size + 1
        return overlap_size(first, last) + (extra if first > header.row else 0)

    repeated = 0 if settings.rows_per_chunk else None
    for first, last in pack(len(rows), size, params.chunk_size, params.overlap, overlap_size, repeated):
        yield from _pieces(Span(rows[first].start, rows[last].end), header, first, settings, ruler)


def _header(rows: Sequence[Span], visible: Sequence[bool], text: str, params: RowParameters, delimiter: str) -> Header:
    """The first visible row of a table, or names for its columns; nothing for other documents."""
    if not delimiter or not any(visible):
        return Header()
    first = visible.index(True)
    row, index = text[rows[first].start : rows[first].end], first if params.has_header else -1
    if not params.repeat_header:
        return Header(index, "", delimiter)
    if params.has_header:
        return Header(index, header_words(row, delimiter), delimiter)
    names = [f"col{number}" for number in range(1, len(cells(row, delimiter)) + 1)]
    return Header(index, written(names, delimiter), delimiter)


def _pieces(span: Span, header: Header, first: int, params: RowParameters, ruler: Ruler) -> Iterator[Piece | Note]:
    """One piece, or the parts of a row that is too large and shall be split; none for blank rows."""
    shown, context = ruler.text[span.start : span.end], header.above(first)
    if is_blank(shown):
        return
    size = ruler.measure(f"{context}\n\n{shown}") if context else ruler.size(*span)
    if size <= params.chunk_size or params.overflow == "keep":
        yield Piece(*span, context=context, overflow=size > params.chunk_size)
        return
    yield Note("row", "split")
    if context:
        yield from labeled_parts(span, context, header.delimiter, ruler, params.chunk_size)
    else:
        yield from (Piece(*part) for part in word_parts(span, ruler, params.chunk_size))


ROW_BASED = Strategy(
    name="row-based",
    label="Row-based",
    summary="Rows (in CSV: records) packed up to the size, the last rows repeated; no row is ever cut.",
    best_for="Tables, CSV, logs, one record a line",
    params=RowParameters,
    split=split,
)

"""Rows packed up to the size, the last rows repeated. Unlike every other strategy, a row is never cut by default."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from chunking.packing import pack
from chunking.parts import word_parts
from chunking.strategy import Piece, SizeParameters, Strategy
from chunking.tools import Tools
from core.delimited import csv_rows
from core.parameters import knob
from core.rulers import Ruler
from core.spans import Span
from core.text import is_blank
from core.types import Document

_LINE = re.compile(r"[^\n]*\n?")
_TABLES = {"text/csv": ",", "text/tab-separated-values": "\t"}


@dataclass(frozen=True, slots=True)
class RowParameters(SizeParameters):
    """Sizes, and what is done with headers and with rows larger than a chunk."""

    repeat_header: bool = knob(
        False,
        label="Repeat the header row",
        help="For CSV and TSV: each chunk after the first carries the column names as context, within the size.",
    )
    overflow: str = knob(
        "keep",
        label="A row larger than a chunk",
        help="keep: stays whole in a chunk of its own, and is reported. split: is cut at words.",
        choices=("keep", "split"),
    )


def split(document: Document, params: SizeParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece]:
    """Packs of rows. A row counts its characters plus one for the line end, as the source document's rule has it.

    In CSV and TSV documents a row is a record, so a quoted line end does not end it.
    """
    settings = cast(RowParameters, params)
    rows = records(document) if document.media_type in _TABLES else lines(document.text)
    header = _header(document, rows) if settings.repeat_header else ""
    extra = ruler.measure(f"{header}\n\n") if header else 0
    line_end = 1 if params.unit == "chars" else 0

    def overlap_size(first: int, last: int) -> int:
        return ruler.size(rows[first].start, rows[last].end) + line_end

    def size(first: int, last: int) -> int:
        return overlap_size(first, last) + (extra if first else 0)

    for first, last in pack(len(rows), size, params.chunk_size, params.overlap, overlap_size):
        yield from _pieces(Span(rows[first].start, rows[last].end), header if first else "", settings, ruler)


def _pieces(span: Span, header: str, params: RowParameters, ruler: Ruler) -> Iterator[Piece]:
    """One piece, or the parts of a row that is too large and shall be split; none for blank rows."""
    if is_blank(ruler.text[span.start : span.end]):
        return
    shown = f"{header}\n\n{ruler.text[span.start : span.end]}" if header else ""
    size = ruler.measure(shown) if shown else ruler.size(*span)
    if size <= params.chunk_size or params.overflow == "keep":
        yield Piece(*span, context=header, overflow=size > params.chunk_size)
    else:
        yield from (Piece(*part) for part in word_parts(span, ruler, params.chunk_size))


def lines(text: str) -> list[Span]:
    """Every line without its line end, the empty ones included: what splitting at LF gives, as spans."""
    found, start = [], 0
    while (end := text.find("\n", start)) >= 0:
        found.append(Span(start, end))
        start = end + 1
    return [*found, Span(start, len(text))]


def records(document: Document) -> list[Span]:
    """The records of a delimited text as spans. A line that is no valid CSV is a row of its own."""
    text = document.text
    delimiter = str(document.meta.get("delimiter") or _TABLES[document.media_type])
    spans = [Span(*match.span()) for match in _LINE.finditer(text) if match.group()]
    found: list[Span] = []
    line = 0
    while line < len(spans):
        used = _lines_of_record(text, spans, line, delimiter)
        start, end = spans[line].start, spans[line + used - 1].end
        found.append(Span(start, end - (1 if text[end - 1] == "\n" else 0)))
        line += used
    # What follows the last line end is a row as well, as it is among lines.
    return [*found, Span(len(text), len(text))] if text.endswith("\n") else found


def _lines_of_record(text: str, spans: list[Span], first: int, delimiter: str) -> int:
    """How many lines the record that begins at line `first` takes; 1 where the quoting is broken."""
    if '"' not in text[spans[first].start : spans[first].end]:
        return 1
    reader = csv_rows((text[span.start : span.end] for span in spans[first:]), delimiter, strict=True)
    try:
        next(reader)
    except (csv.Error, StopIteration):
        return 1
    return max(1, reader.line_num)


def _header(document: Document, rows: list[Span]) -> str:
    return document.text[rows[0].start : rows[0].end] if document.media_type in _TABLES and rows else ""


ROW_BASED = Strategy(
    name="row-based",
    label="Row-based",
    summary="Rows (in CSV: records) packed up to the size, the last rows repeated; no row is ever cut.",
    best_for="Tables, CSV, logs, one record a line",
    params=RowParameters,
    split=split,
)

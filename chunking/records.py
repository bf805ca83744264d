"""The rows of a document as spans: records of a CSV or TSV, lines of anything else; and what their cells say."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

from core.delimited import DELIMITERS, column_labels, csv_rows, read_delimiter
from core.spans import Span
from core.types import Document

DETECTED = "detected"
NAMED = {DETECTED: "", "comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}
_LINE = re.compile(r"[^\n]*\n?")


def is_table(document: Document) -> bool:
    """Whether the document is a CSV or TSV, so that its rows are records."""
    return document.media_type in DELIMITERS


def delimiter_of(document: Document, name: str = DETECTED) -> str:
    """The delimiter of a table: the one of this name, or else the one the loader found or the text speaks for."""
    given = NAMED[name] or document.meta.get("delimiter")
    return str(given) if given else read_delimiter(document.text, DELIMITERS[document.media_type])


def lines(text: str) -> list[Span]:
    """Every line without its line end, the empty ones included: what splitting at LF gives, as spans."""
    found, start = [], 0
    while (end := text.find("\n", start)) >= 0:
        found.append(Span(start, end))
        start = end + 1
    return [*found, Span(start, len(text))]


def records(document: Document, delimiter: str = "") -> list[Span]:
    """The records of a table as spans. A line that is no valid CSV is a row of its own.

    The delimiter is the document's own unless one is given.
    """
    text, delimiter = document.text, delimiter or delimiter_of(document)
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
    following = (text[spans[line].start : spans[line].end] for line in range(first, len(spans)))
    reader = csv_rows(following, delimiter, strict=True)
    try:
        next(reader)
    except (csv.Error, StopIteration):
        return 1
    return max(1, reader.line_num)


def cells(row: str, delimiter: str) -> list[str]:
    """The cells of one row, white space at their edges left out; by the delimiter alone where its quoting is broken."""
    try:
        found = next(csv_rows(io.StringIO(row, newline=""), delimiter, strict=True), [])
    except csv.Error:
        found = row.split(delimiter)
    return [cell.strip() for cell in found]


def header_words(row: str, delimiter: str) -> str:
    """A header row as it is written, but for columns that have the same name: these are told apart by a number."""
    names = cells(row, delimiter)
    labels = column_labels(names)
    return row if list(labels) == names else written(labels, delimiter)


def written(row: Sequence[str], delimiter: str) -> str:
    """Cells as a row of delimited text, quoted where that is needed."""
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="").writerow(row)
    return out.getvalue()

"""What a CSV or TSV file is like: its delimiter, its columns, and rows to look at. The text itself is never changed."""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import dataclass

from core.delimited import csv_rows

_SAMPLE = 65_536
_SAMPLE_RECORDS = 100
_LINES_NAMED = 5
_SEPARATORS = ("\t", ";", "|", ",")


@dataclass(frozen=True, slots=True)
class TableShape:
    """Delimiter, column labels (made distinguishable), number of records below the header, and warnings."""

    delimiter: str
    columns: tuple[str, ...]
    records: int
    warnings: tuple[str, ...]


def table_shape(text: str, default: str = ",") -> TableShape:
    """Read every record with the csv module; cells stay text. `default` is the delimiter of one-column files."""
    delimiter = read_delimiter(text, default)
    reader = csv_rows(io.StringIO(text, newline=""), delimiter)
    header: list[str] | None = None
    records, ragged, before, last_start = 0, list[int](), 0, 0
    for row in reader:
        last_start, before = before + 1, reader.line_num
        if header is None:
            header = row if any(cell.strip() for cell in row) else None
        elif row:
            records += 1
            if len(row) != len(header):
                ragged.append(last_start)
    labels, renamed = _labels(header or [])
    notes = (renamed, _ragged(ragged, len(labels)), _unclosed(text, last_start, before, delimiter))
    return TableShape(delimiter, labels, records, tuple(note for note in notes if note))


def read_delimiter(text: str, default: str = ",") -> str:
    r"""The delimiter by which most of the first records have as many fields as the header; tab ; | or comma.

    >>> read_delimiter("name;price\nTea;1,50\n")
    ';'
    """
    sample = text if len(text) <= _SAMPLE else text[: text.rfind("\n", 0, _SAMPLE) + 1] or text[:_SAMPLE]
    scores = {delimiter: _agreement(sample, delimiter) for delimiter in _SEPARATORS}
    best = max(_SEPARATORS, key=lambda delimiter: scores[delimiter])
    return best if scores[best] > (0.0, 0) else default


def _agreement(sample: str, delimiter: str) -> tuple[float, int]:
    """Share of records with as many fields as the first one, and that number; zero for one column."""
    rows = []
    try:
        for row in csv_rows(io.StringIO(sample, newline=""), delimiter):
            if row:
                rows.append(len(row))
            if len(rows) == _SAMPLE_RECORDS:
                break
    except csv.Error:
        return 0.0, 0
    if not rows or rows[0] < 2:
        return 0.0, 0
    return rows.count(rows[0]) / len(rows), rows[0]


def _labels(header: list[str]) -> tuple[tuple[str, ...], str]:
    """Labels of which no two are equal, and what was renamed."""
    seen: Counter[str] = Counter()
    labels = []
    for cell in header:
        name = cell.strip()
        seen[name] += 1
        labels.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    repeated = [name or "(blank)" for name, times in seen.items() if times > 1]
    if not repeated:
        return tuple(labels), ""
    return tuple(labels), f"columns named alike are told apart by a number: {', '.join(repeated)}"


def _ragged(lines: list[int], columns: int) -> str:
    if not lines:
        return ""
    named = ", ".join(str(line) for line in lines[:_LINES_NAMED])
    more = f" and {len(lines) - _LINES_NAMED:,} more" if len(lines) > _LINES_NAMED else ""
    rows, lines_word = ("row has", "line") if len(lines) == 1 else ("rows have", "lines")
    return f"{len(lines):,} {rows} more or fewer than {columns} fields, kept as found ({lines_word} {named}{more})"


def _unclosed(text: str, first_line: int, last_line: int, delimiter: str) -> str:
    """A quote of the last record that is still open at the end of the file has swallowed the rows after it."""
    position = len(text) - text.endswith("\n")
    for _ in range(last_line - first_line + 1):
        position = text.rfind("\n", 0, max(position, 0))
    try:
        list(csv_rows(io.StringIO(text[position + 1 :], newline=""), delimiter, strict=True))
    except csv.Error as error:
        if "unexpected end of data" in str(error):
            return f"line {first_line} opens a quote that is never closed, so the rows after it are read as one cell"
    return ""

"""What a CSV or TSV file is like: its delimiter, its columns, and rows to look at. The text itself is never changed."""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import dataclass

from core.delimited import column_labels, csv_rows, read_delimiter

_LINES_NAMED = 5


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
    labels = column_labels(header or [])
    notes = (_renamed(header or []), _ragged(ragged, len(labels)), _unclosed(text, last_start, before, delimiter))
    return TableShape(delimiter, labels, records, tuple(note for note in notes if note))


def _renamed(header: list[str]) -> str:
    """Which names stand over more than one column; their labels get a number."""
    times = Counter(cell.strip() for cell in header)
    repeated = [name or "(blank)" for name, count in times.items() if count > 1]
    return f"columns named alike are told apart by a number: {', '.join(repeated)}" if repeated else ""


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

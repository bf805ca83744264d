"""Delimited text by the csv module: its rows whatever the size of a cell, its delimiter, labels for its columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _csv import Reader

# What is a table, and its delimiter where nothing in the text speaks for another.
DELIMITERS = {"text/csv": ",", "text/tab-separated-values": "\t"}
_LARGEST_CELL = 2**31 - 1  # what a C long holds on every system
_SAMPLE = 65_536
_SAMPLE_RECORDS = 100
_CANDIDATES = ("\t", ";", "|", ",")


def csv_rows(lines: Iterable[str], delimiter: str, *, strict: bool = False) -> Reader:
    """The rows of lines that keep their line ends. With `strict`, csv.Error is raised for broken quoting.

    The csv module's own limit of 131,072 characters a cell holds for the whole process, so it is lifted each time.
    """
    csv.field_size_limit(_LARGEST_CELL)
    return csv.reader(lines, delimiter=delimiter, strict=strict)


def read_delimiter(text: str, default: str = ",") -> str:
    r"""The delimiter by which most of the first records have as many fields as the header; tab ; | or comma.

    >>> read_delimiter("name;price\nTea;1,50\n")
    ';'
    """
    sample = text if len(text) <= _SAMPLE else text[: text.rfind("\n", 0, _SAMPLE) + 1] or text[:_SAMPLE]
    scores = {delimiter: _agreement(sample, delimiter) for delimiter in _CANDIDATES}
    best = max(_CANDIDATES, key=lambda delimiter: scores[delimiter])
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


def column_labels(header: Sequence[str]) -> tuple[str, ...]:
    """The names of the columns, of which no two are equal.

    >>> column_labels(["note", "note", "id"])
    ('note', 'note (2)', 'id')
    """
    labels: dict[str, None] = {}
    for cell in header:
        name = label = cell.strip()
        number = 1
        while label in labels:
            number += 1
            label = f"{name} ({number})"
        labels[label] = None
    return tuple(labels)

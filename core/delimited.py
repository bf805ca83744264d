"""Rows of delimited text by the csv module, whatever the size of a cell. Unlike lines, they may hold line ends."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _csv import Reader

_LARGEST_CELL = 2**31 - 1  # what a C long holds on every system


def csv_rows(lines: Iterable[str], delimiter: str, *, strict: bool = False) -> Reader:
    """The rows of lines that keep their line ends. With `strict`, csv.Error is raised for broken quoting.

    The csv module's own limit of 131,072 characters a cell holds for the whole process, so it is lifted each time.
    """
    csv.field_size_limit(_LARGEST_CELL)
    return csv.reader(lines, delimiter=delimiter, strict=strict)

"""Tables as CSV files that programs and spreadsheets read alike. Knows cells, not metrics.

RFC 4180 by the csv module (CR LF line ends), UTF-8. Text that a spreadsheet would run as a formula gets a leading
single quote (OWASP, "CSV Injection"); numbers stay numbers. No time stamps, so that equal inputs give equal bytes.
"""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite

Cell = str | int | float | bool | None

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_FORMULA_STARTS = "=+-@"


def to_csv(columns: Sequence[str], rows: Iterable[Mapping[str, Cell]], *, bom: bool = False) -> bytes:
    """The rows under these columns; a missing or None cell is empty. `bom` lets Excel see that it is UTF-8.

    Raises ValueError for NaN and infinity: a value that cannot be said is None, with its reason in another column.
    """
    table = io.StringIO(newline="")
    writer = csv.writer(table)
    writer.writerow([safe_text(column) for column in columns])
    for row in rows:
        writer.writerow([_written(row.get(column)) for column in columns])
    return (_BYTE_ORDER_MARK if bom else b"") + table.getvalue().encode("utf-8", "replace")


def safe_text(text: str) -> str:
    r"""The text, with a leading single quote where a spreadsheet could take it for a formula.

    >>> [safe_text(text) for text in ("plain", "=1+1", "\u200b @SUM(A1)")]
    ['plain', "'=1+1", "'\u200b @SUM(A1)"]
    """
    if text[:1].isalnum() and text[0].isascii():  # the usual case, told quickly
        return text
    if text[:1] in ("\t", "\r"):
        return "'" + text
    first = next((character for character in text if not _is_invisible(character)), "")
    # Spreadsheets in some locales take full-width signs for plain ones.
    return "'" + text if unicodedata.normalize("NFKC", first) in tuple(_FORMULA_STARTS) else text


def _is_invisible(character: str) -> bool:
    return character.isspace() or unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp", "Zs")


def _written(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return safe_text(cell)
    if isinstance(cell, float) and not isfinite(cell):
        raise ValueError(f"{cell} cannot be written to a table; use None and a reason")
    # float() because numpy's own repr names its type.
    return repr(float(cell)) if isinstance(cell, float) else str(cell)

"""A workbook as Markdown: one heading and one table a sheet, cells as they are stored.

Unlike markitdown's converter, which reads through pandas: there 00071 turns into 71, NA and empty cells into NaN.
"""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Iterable, Iterator


def workbook_text(content: bytes) -> str:
    """The visible sheets of an .xlsx file. The first row with a value is the header of its table."""
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    try:
        return "\n\n".join(
            f"## {sheet.title}\n\n{table}"
            for sheet in book.worksheets
            if sheet.sheet_state == "visible" and (table := "\n".join(_table(sheet.iter_rows(values_only=True))))
        )
    finally:
        book.close()


def _table(rows: Iterable[tuple[object, ...]]) -> Iterator[str]:
    """Lines of a Markdown table without blank rows; empty columns at the right are cut off."""
    filled = [cells for cells in ([_cell(value) for value in row] for row in rows) if any(cells)]
    width = max((max(place for place, cell in enumerate(cells, 1) if cell) for cells in filled), default=0)
    for number, cells in enumerate(filled):
        padded = (cells + [""] * width)[:width]
        yield "| " + " | ".join(padded) + " |"
        if number == 0:
            yield "|" + " --- |" * width


def _cell(value: object) -> str:
    """One line of text that cannot end its cell."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, dt.datetime):
        return value.date().isoformat() if value.time() == dt.time() else value.isoformat(sep=" ")
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return " ".join(str(value).replace("|", "\\|").split())

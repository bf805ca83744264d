"""A whole question set edited as a table on the Data page. Unlike data_editor.py, evidence is not touched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from core.errors import ChunkTraceError
from core.hashing import key_of
from corpus.question_rows import QuestionRow
from evaluation.questions.review import from_table
from ui import data_undo
from ui.data_sets import Chosen
from ui.literal import literal
from ui.tables import frame

_COLUMNS = ("id", "question", "answer", "tags", "evidence")
_HEIGHT = 560


def show(chosen: Chosen) -> None:
    """The table, and a button that writes what it says. Rows can be added at its end and taken out."""
    rows = chosen.rows.rows
    st.caption(
        "Click into a cell to edit it, write into the last line to add a question, choose lines and press the bin to "
        "take them out. Evidence stays with its question; it is edited under Questions."
    )
    table = st.data_editor(
        frame([_cells(row) for row in rows], _COLUMNS),
        key=f"data-cells-{key_of([chosen.name, [[row.id, row.question, row.answer, row.tags] for row in rows]])}",
        hide_index=True,
        num_rows="dynamic",
        height=min(_HEIGHT, 38 + 35 * (len(rows) + 2)),
        disabled=["id", "evidence"],
        column_config={
            "id": st.column_config.TextColumn(width="small", help="Kept as it is; a new question gets its own."),
            "question": st.column_config.TextColumn(width="large", required=True),
            "answer": st.column_config.TextColumn(width="medium"),
            "tags": st.column_config.TextColumn(width="medium", help="Between commas."),
            "evidence": st.column_config.NumberColumn(width="small", help="Passages of evidence."),
        },
    )
    try:
        new = from_table(rows, [_read(cells) for cells in table.to_dict("records")])
    except ChunkTraceError as error:
        st.error(literal(str(error)))
        return
    says = _difference(rows, new)
    st.button(
        "Save the table",
        key="data-table-save",
        type="primary",
        icon="💾",
        disabled=not says,
        on_click=_save,
        args=(chosen, new, says),
    )
    st.caption(f"Not saved yet: {says}." if says else "Nothing changed yet.")


def _cells(row: QuestionRow) -> dict[str, object]:
    return {
        "id": row.id,
        "question": row.question,
        "answer": row.answer,
        "tags": ", ".join(row.tags),
        "evidence": len(row.evidence),
    }


def _read(cells: Mapping[Any, Any]) -> dict[str, Any]:
    """A line of the edited frame, in which an empty cell is None or NaN."""
    told = {str(name): None if pd.isna(cell) else cell for name, cell in cells.items()}
    return told | {"tags": str(told.get("tags") or "").split(",")}


def _difference(old: tuple[QuestionRow, ...], new: list[QuestionRow]) -> str:
    before = {row.id: row for row in old}
    after = {row.id: row for row in new}
    counts = {
        "changed": sum(row.id in before and row != before[row.id] for row in new),
        "new": sum(row.id not in before for row in new),
        "taken out": sum(name not in after for name in before),
    }
    return ", ".join(f"{number:,} {what}" for what, number in counts.items() if number)


def _save(chosen: Chosen, new: list[QuestionRow], says: str) -> None:
    seen = {row.id for row in chosen.rows.rows}

    def write(rows: list[QuestionRow]) -> list[QuestionRow]:
        """What another session has added meanwhile stays."""
        return [*new, *(row for row in rows if row.id not in seen)]

    data_undo.change(chosen.name.partition(":")[2], write, f"The table is saved: {says}.")

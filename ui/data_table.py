"""A whole question set edited as a table on the Data page. Unlike data_editor.py, evidence is not touched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import streamlit as st

from corpus.question_rows import QuestionRow
from corpus.saved_questions import merged
from evaluation.questions.review import from_table
from ui import data_undo
from ui.data_sets import Chosen
from ui.shell import reader_errors
from ui.tables import frame

if TYPE_CHECKING:
    import pandas as pd

_COLUMNS = ("id", "question", "answer", "tags", "evidence")
_HEIGHT = 560


@st.fragment
def show(chosen: Chosen) -> None:
    """The table, and a button that writes what it says. Rows can be added at its end and taken out."""
    rows = chosen.rows.rows
    st.caption(
        "Click into a cell to edit it, write into the last line to add a question, choose lines and press the bin to "
        "take them out. Evidence stays with its question; it is edited under Questions."
    )
    key = f"data-cells-{chosen.key}"
    st.data_editor(
        _frame(chosen.key, rows),
        key=key,
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
    with reader_errors():
        _save_button(chosen, st.session_state[key])


def _save_button(chosen: Chosen, edits: Mapping[str, Any]) -> None:
    """What was written since the table was drawn, in numbers, and the button that keeps it."""
    rows = chosen.rows.rows
    new = from_table(rows, edits["edited_rows"], edits["added_rows"], edits["deleted_rows"])
    says = _difference(rows, new)
    pressed = st.button("Save the table", key="data-table-save", type="primary", icon="💾", disabled=not says)
    st.caption(f"Not saved yet: {says}." if says else "Nothing changed yet.")
    if pressed and data_undo.change(
        chosen.name.partition(":")[2], lambda now: merged(now, rows, new), f"The table is saved: {says}."
    ):
        st.rerun()  # the whole page, which counts the questions


@st.cache_resource(max_entries=4, show_spinner=False)
def _frame(key: str, _rows: Sequence[QuestionRow]) -> pd.DataFrame:
    return frame([_cells(row) for row in _rows], _COLUMNS)


def _cells(row: QuestionRow) -> dict[str, object]:
    return {
        "id": row.id,
        "question": row.question,
        "answer": row.answer,
        "tags": ", ".join(row.tags),
        "evidence": len(row.evidence),
    }


def _difference(old: Sequence[QuestionRow], new: Sequence[QuestionRow]) -> str:
    before = {row.id: row for row in old}
    after = {row.id: row for row in new}
    counts = {
        "changed": sum(row.id in before and row != before[row.id] for row in new),
        "new": sum(row.id not in before for row in new),
        "taken out": sum(name not in after for name in before),
    }
    return ", ".join(f"{number:,} {what}" for what, number in counts.items() if number)

"""Questions typed, pasted or uploaded into a set on the Data page."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from config import settings
from core.counted import counted
from core.errors import ChunkTraceError, LoadError
from corpus.decode import decode
from corpus.library import SAVED
from corpus.question_rows import QuestionRow, RowSet, read_rows
from corpus.saved_questions import add_rows, free_id
from ui import resources
from ui.data_sets import Chosen
from ui.literal import literal
from ui.tables import frame

_TYPED, _FILE = "Type or paste", "Upload a file"
_PREVIEW = 8
_HELP = (
    "One question a line; or CSV with the header question, and optionally id, answer, tags and evidence; or JSONL with "
    'the same names. evidence is a list such as [{"document": "a.md", "quote": "…"}].'
)


@dataclass(frozen=True, slots=True)
class Given:
    """What was typed or uploaded, read; `rows` is None until there is something."""

    rows: RowSet | None
    replacing: bool = False


def show(chosen: Chosen) -> None:
    """The form, what it would add, and the button that does."""
    given = form({row.id for row in chosen.rows.rows})
    if given.rows is None:
        return
    preview(given.rows)
    name = chosen.name.removeprefix(SAVED)
    label = f"Add {counted(len(given.rows.rows), 'question')}"
    st.button(label, key="data-add-press", type="primary", on_click=_add, args=(name, given))


def form(taken: set[str]) -> Given:
    """Where questions are typed, pasted or uploaded. `taken` are the ids of the set they are for."""
    how = st.segmented_control(
        "Where they come from", [_TYPED, _FILE], default=_TYPED, key="data-add-how", required=True
    )
    try:
        rows = _typed(taken) if how == _TYPED else _uploaded(taken)
    except ChunkTraceError as error:
        st.error(literal(str(error)))
        return Given(None)
    both = taken & {row.id for row in rows.rows} if rows else set()
    if not both:
        return Given(rows)
    replacing = st.toggle(
        f"{counted(len(both), 'id')} of them are in the set already: replace those questions",
        value=True,
        key="data-add-replace",
        help="Otherwise they are added beside them under another id.",
    )
    return Given(rows, replacing)


def preview(given: RowSet) -> None:
    """The first questions as they were read, and the lines that could not be."""
    for problem in given.problems[:5]:
        st.warning(literal(str(problem)))
    rows = [
        {"question": row.question, "answer": row.answer, "evidence": len(row.evidence), "tags": ", ".join(row.tags)}
        for row in given.rows[:_PREVIEW]
    ]
    wide = {"question": st.column_config.TextColumn(width="large")}
    st.dataframe(frame(rows), hide_index=True, column_config=wide)
    if len(given.rows) > _PREVIEW:
        st.caption(f"and {len(given.rows) - _PREVIEW:,} more")


def _typed(taken: set[str]) -> RowSet | None:
    text = st.text_area(
        "Questions",
        key=f"data-add-text-{st.session_state.get('data-add-round', 0)}",
        height=160,
        help=_HELP,
        placeholder="How long is the warranty?\nWho may approve overtime?",
    )
    if not text.strip():
        st.caption(literal(_HELP))
        return None
    return read_pasted(text, taken)


def read_pasted(text: str, taken: set[str]) -> RowSet:
    """JSONL where the first line is an object, CSV where it is a header with question, else one question a line."""
    first = text.lstrip().split("\n", 1)[0].strip()
    if first.startswith("{"):
        return _rows(text, "pasted", "jsonl", taken)
    if "question" in (cell.strip().strip('"') for cell in first.replace(";", ",").replace("\t", ",").split(",")):
        return _rows(text, "pasted", "csv", taken)
    lines = list(dict.fromkeys(line.strip() for line in text.splitlines() if line.strip()))
    rows, used = [], set(taken)
    for number, line in enumerate(lines, start=len(taken) + 1):
        name = free_id(f"q{number}", used)
        used.add(name)
        rows.append(QuestionRow(name, line, None, (), ()))
    return RowSet("typed", tuple(rows))


def _uploaded(taken: set[str]) -> RowSet | None:
    file = st.file_uploader(
        "CSV or JSONL with a column question",
        type=["csv", "jsonl"],
        key=f"data-add-file-{st.session_state.get('data-add-round', 0)}",
        help=_HELP,
        max_upload_size=settings().max_upload_mb,
    )
    if file is None:
        return None
    return _rows(decode(file.getvalue()).text, file.name, file.name.lower().rpartition(".")[2], taken)


def _rows(text: str, name: str, kind: str, taken: set[str]) -> RowSet:
    rows, problems = read_rows(text, name, kind, taken)
    if not rows:
        raise LoadError(f"{name}: holds no question" + (f" ({problems[0]})" if problems else ""))
    return RowSet(name, tuple(rows), tuple(problems))


def _add(name: str, given: Given) -> None:
    if given.rows is None:
        return
    try:
        done = add_rows(name, given.rows.rows, resources.home(), replacing=given.replacing)
    except ChunkTraceError as error:
        st.toast(literal(str(error)), icon="⚠️")
        return
    again = f", {done.repeated:,} left out because the set has them" if done.repeated else ""
    st.toast(f"{done.added:,} added, {done.replaced:,} replaced{again}.", icon="✅")
    st.session_state["data-add-round"] = st.session_state.get("data-add-round", 0) + 1
    st.session_state["data-part"] = "questions"

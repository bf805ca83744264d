"""Questions typed, pasted or uploaded into a set on the Data page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from config import settings
from core.counted import counted
from core.errors import ChunkTraceError
from core.types import Document, Evidence
from corpus.decode import decode
from corpus.library import SAVED
from corpus.question_rows import ALSO_CALLED, QuestionRow, RowSet, no_row, read_rows
from corpus.questions import QuestionSet, anchored_set
from corpus.saved_questions import add_rows, free_id
from ui import resources
from ui.data_sets import Chosen
from ui.literal import literal
from ui.tables import frame

_TYPED, _FILE = "Type or paste", "Upload a file"
_PREVIEW, _PROBLEMS = 8, 5
_HELP = (
    "One question a line; or CSV with the header question, and optionally evidence, answer, tags and id; or JSONL with "
    "the same names. evidence holds the words that answer the question, copied from the document; several passages are "
    'a list such as ["…", "…"] or [{"document": "a.md", "quote": "…"}].'
)
_TEMPLATE = (
    "question,evidence,answer\r\n"
    "How long is the warranty?,The warranty is two years.,Two years\r\n"
    "Who may approve overtime?,,\r\n"
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
    preview(given.rows, chosen.documents)
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


def preview(given: RowSet, documents: Sequence[Document]) -> None:
    """The first questions as they were read, where their evidence stands, and what could not be read or found."""
    found = anchored_set(given, documents) if documents else QuestionSet(given.name, (), given.problems)
    for problem in found.problems[:_PROBLEMS]:
        st.warning(literal(str(problem)))
    if len(found.problems) > _PROBLEMS:
        with st.expander(f"{len(found.problems) - _PROBLEMS:,} more"):
            st.text("\n".join(map(str, found.problems[_PROBLEMS:])))
    places = {question.id: question.evidence for question in found.questions}
    rows = [
        {
            "question": row.question,
            "answer": row.answer,
            "evidence": _evidence(row, places),
            "tags": ", ".join(row.tags),
        }
        for row in given.rows[:_PREVIEW]
    ]
    config = {
        "question": st.column_config.TextColumn(width="medium"),
        "evidence": st.column_config.TextColumn(help="Where the passages stand, or how many were given."),
    }
    st.dataframe(frame(rows), hide_index=True, column_config=config)
    if len(given.rows) > _PREVIEW:
        st.caption(f"and {len(given.rows) - _PREVIEW:,} more")


def _evidence(row: QuestionRow, places: Mapping[str, Sequence[Evidence]]) -> str:
    if not row.evidence:
        return "none"
    if row.id not in places:
        return counted(len(row.evidence), "passage")
    where = dict.fromkeys(f"{one.document_id} at {one.start:,}" for one in places[row.id])
    return ", ".join(where) or "not found"


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
    header = [cell.strip().strip('"').lower() for cell in first.replace(";", ",").replace("\t", ",").split(",")]
    if "question" in (ALSO_CALLED.get(cell, cell) for cell in header):
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
        st.caption(literal(_HELP))
        st.download_button(
            "A file to begin with (CSV)",
            _TEMPLATE,
            "questions.csv",
            "text/csv",
            key="data-add-template",
            on_click="ignore",
            icon="⬇️",
        )
        return None
    return _rows(decode(file.getvalue()).text, file.name, file.name.lower().rpartition(".")[2], taken)


def _rows(text: str, name: str, kind: str, taken: set[str]) -> RowSet:
    rows, problems = read_rows(text, name, kind, taken)
    if not rows:
        raise no_row(name, problems)
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
    if done.first:  # opened, so that what is missing of it can be given at once
        st.session_state["data-question"], st.session_state["data-show"] = done.first, "all"

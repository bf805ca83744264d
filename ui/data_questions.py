"""The questions of a set on the Data page: a filtered list and the parts beside it. One question: data_editor.py."""

from __future__ import annotations

import streamlit as st

from core.counted import counted
from core.hashing import key_of
from corpus.question_rows import QuestionRow
from evaluation.questions.review import FILTERS, is_unreviewed, matching
from ui import (
    address,
    data_add,
    data_check,
    data_editor,
    data_generate,
    data_new,
    data_sets,
    data_sources,
    data_table,
    data_undo,
)
from ui.data_sets import NEW, Chosen
from ui.literal import literal
from ui.sources import Source
from ui.tables import frame

PARTS = {
    "questions": "Questions",
    "check": "Check",
    "generate": "Generate",
    "add": "Add",
    "table": "Edit as a table",
}
_READ_ONLY = ("questions", "check")
_HEIGHT, _ROW = 560, 56  # a row of two lines, so that most questions are seen whole
_LISTED = 200  # a browser draws so many lines at once


def show(source: Source) -> dict[str, str]:
    """The view; returns the defaults of what it keeps in the address."""
    there = data_sources.lasting_ones()
    with st.container(horizontal=True, vertical_alignment="bottom", key="data-choice"):
        name, first = data_sets.choose(there)
        chosen = data_sets.open_chosen(name, there) if name != NEW else None
        if chosen is not None and chosen.card is not None:
            data_sets.menu(chosen.card)
    defaults = {"set": first, "part": "questions"}
    unsaved = data_sources.offered(source).session
    if data_sources.UPLOAD in unsaved:
        _first_save()
    if chosen is None:
        data_new.show(there, unsaved=bool(unsaved) and data_sources.UPLOAD not in unsaved)
        return defaults
    if chosen.card is None:
        data_sets.copy_button(chosen)
    parts = {part: label for part, label in PARTS.items() if chosen.card is not None or part in _READ_ONLY}
    _told(chosen)
    address.take("data", "part", parts, "questions")
    part = st.segmented_control(
        "What to do with them",
        list(parts),
        format_func=parts.__getitem__,
        key="data-part",
        required=True,
        label_visibility="collapsed",
    )
    data_undo.offer(name.partition(":")[2])
    if part == "questions":
        return defaults | _questions(chosen)
    {"check": data_check.show, "generate": data_generate.show, "add": data_add.show, "table": data_table.show}[
        str(part)
    ](chosen)
    return defaults


def _first_save() -> None:
    """The way back to documents that no question can ask about yet."""
    with st.container(horizontal=True, vertical_alignment="center", key="data-unsaved"):
        st.info("Your upload is not saved yet. Save it, and questions can ask about it.", icon="⏳")
        st.button("Go to your upload", key="data-to-upload", on_click=_to_upload)


def _to_upload() -> None:
    st.session_state["data-view"], st.session_state["data-corpus"] = "documents", data_sources.UPLOAD


def _told(chosen: Chosen) -> None:
    rows = chosen.rows.rows
    evidence, unread = sum(bool(row.evidence) for row in rows), sum(map(is_unreviewed, rows))
    review = f", **{unread:,} not reviewed yet**" if unread else ""
    st.caption(f"{counted(len(rows), 'question')}, {evidence:,} with evidence{review}")
    for problem in chosen.rows.problems[:3]:
        st.warning(literal(str(problem)))


def _questions(chosen: Chosen) -> dict[str, str]:
    """The list at the left, the question chosen in it at the right."""
    if not chosen.rows.rows:
        st.info("This set holds no question yet. Generate some from the documents, or add your own.", icon="💡")
        with st.container(horizontal=True):
            st.button("Generate questions", key="data-go-generate", on_click=_go, args=("generate",), type="primary")
            st.button("Add questions", key="data-go-add", on_click=_go, args=("add",))
        return {}
    left, right = st.columns([2, 3], gap="medium")
    with left:
        kept = _filtered(chosen)
        name = _picked(chosen, kept)
        _list(chosen, kept, name)
    with right:
        by_id = {row.id: row for row in chosen.rows.rows}
        if name:
            data_editor.show(chosen, by_id[name], [row.id for row in kept])
        else:
            st.info("No question fits the filter. Choose another filter, or take words away.")
    return {"show": "all", "words": "", "question": kept[0].id if kept else ""}


def _go(part: str) -> None:
    st.session_state["data-part"] = part


def _filtered(chosen: Chosen) -> list[QuestionRow]:
    address.take("data", "show", FILTERS, "all")
    wanted = str(
        st.pills(
            "Show",
            list(FILTERS),
            format_func=FILTERS.__getitem__,
            key="data-show",
            required=True,
            wrap=True,
            on_change=_first,
        )
    )
    address.take_text("data", "words")
    hint = "words of the question, answer or tags"
    words = st.text_input("Find a question", key="data-words", placeholder=hint, on_change=_first)
    found = data_check.ids_with_findings(chosen) if wanted == "findings" else frozenset()
    return matching(chosen.rows.rows, wanted, words, found)


def _first() -> None:
    """Another filter begins with its first question."""
    address.forget("data", "question")


def _picked(chosen: Chosen, kept: list[QuestionRow]) -> str:
    """The question to show: the one in the address, wherever the filter is, else the first that the filter keeps."""
    return address.take("data", "question", {row.id for row in chosen.rows.rows}, kept[0].id if kept else "")


def _list(chosen: Chosen, kept: list[QuestionRow], name: str) -> None:
    """The rows that the filter keeps; choosing one opens it."""
    st.caption(f"{len(kept):,} of {counted(len(chosen.rows.rows), 'question')}")
    if not kept:
        return
    part = _part([row.id for row in kept], name)
    rows = [{"": _sign(row, row.id == name), "question": row.question} for row in kept[part]]
    ids = [row.id for row in kept[part]]
    key = f"data-list-{key_of([chosen.name, ids])}"
    st.dataframe(
        frame(rows),
        hide_index=True,
        height=min(_HEIGHT, 38 + _ROW * len(rows)),
        row_height=_ROW,
        column_config={
            "": st.column_config.TextColumn(width=34, help="▶ shown here, ○ not reviewed yet, ✓ reviewed."),
            "question": st.column_config.TextColumn(width=230),
        },
        on_select=lambda: _chosen(key, ids),
        selection_mode="single-row",
        key=key,
    )


def _part(ids: list[str], name: str) -> slice:
    """The part of a long list that is drawn: that of the shown question, until another part is chosen."""
    parts, key = -(-len(ids) // _LISTED), "data-list-part"
    if parts == 1:
        return slice(None)
    if st.session_state.get("data-list-of") != (name, len(ids)):
        st.session_state["data-list-of"] = (name, len(ids))
        st.session_state[key] = (ids.index(name) if name in ids else 0) // _LISTED + 1
    st.session_state[key] = min(int(st.session_state.get(key, 1)), parts)
    first = (st.pagination(parts, key=key, max_visible_pages=5) - 1) * _LISTED
    return slice(first, first + _LISTED)


def _sign(row: QuestionRow, shown: bool) -> str:
    return "▶" if shown else "○" if is_unreviewed(row) else "✓"


def _chosen(key: str, ids: list[str]) -> None:
    rows = st.session_state[key]["selection"]["rows"]
    if rows and rows[0] < len(ids):
        st.session_state["data-question"] = ids[rows[0]]

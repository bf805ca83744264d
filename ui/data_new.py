"""A new question set on the Data page: its name, the documents it asks about, and how its first questions come."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.errors import ChunkTraceError
from core.types import Document
from corpus.library import SAVED
from corpus.question_rows import QuestionRow
from corpus.saved_questions import create_set
from ui import data_add, data_generate, data_sets, data_sources, resources
from ui.literal import literal

_WAYS = {"generate": "Generate from the documents", "add": "Type, paste or upload", "empty": "Start empty"}


def show(there: data_sources.Offered, *, unsaved: bool) -> None:
    """The form; the set is written when its button is pressed. `unsaved`: there are documents that cannot be chosen."""
    about = data_sets.about_box(there, there.first, "data-new-documents")
    if unsaved:
        st.caption("Documents that are not saved yet can be asked about once you have saved them, under Documents.")
    hint = "such as: Warranty, spring"
    title = st.text_input("Name of the set", key="data-new-title", max_chars=80, placeholder=hint)
    way = st.segmented_control(
        "How to begin",
        list(_WAYS),
        format_func=_WAYS.__getitem__,
        default="generate",
        key="data-new-way",
        required=True,
    )
    unnamed = "" if title.strip() else "Give the set a name."
    if way == "generate":
        corpus = there.corpus(about)
        wanted = data_generate.form(corpus.key, corpus.documents)
        _button("Create and generate", unnamed or wanted.waits, _generate, title, about, corpus.documents, wanted)
    elif way == "add":
        rows = data_add.form(set()).rows
        if rows is not None:
            data_add.preview(rows, there.documents(about))
        waits = unnamed or ("" if rows else "Type, paste or upload at least one question.")
        _button("Create the set", waits, _create, title, about, rows.rows if rows else ())
    else:
        _button("Create the set", unnamed, _create, title, about)


def _button(label: str, waits: str, press: object, *given: object) -> None:
    st.button(label, key="data-new-press", type="primary", disabled=bool(waits), on_click=press, args=given)  # type: ignore[arg-type]
    if waits:
        st.caption(literal(waits))


def _generate(title: str, about: str, documents: Sequence[Document], wanted: data_generate.Wanted) -> None:
    name = _create(title, about)
    if name:
        data_generate.start(name, documents, wanted)


def _create(title: str, about: str, rows: tuple[QuestionRow, ...] = ()) -> str:
    """The name of the set that was made, and shown; "" where it could not be."""
    try:
        name = create_set(title, resources.home(), rows, about=about)
    except ChunkTraceError as error:
        st.toast(literal(str(error)), icon="⚠️")
        return ""
    st.session_state["data-set"], st.session_state["data-part"] = f"{SAVED}{name}", "questions"
    return name

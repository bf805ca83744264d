"""Choosing a question set on the Data page: a saved one, a sample's, or a new one; and what can be done with a set."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core.counted import counted
from core.errors import ChunkTraceError
from core.types import Document
from corpus.library import SAVED, SetCard
from corpus.load import SAMPLE
from corpus.question_rows import RowSet
from corpus.question_writing import questions_jsonl
from corpus.samples import samples
from corpus.saved_questions import create_set, delete_set, rename_set, set_about
from corpus.types import Corpus
from ui import address, data_sources, question_rows, resources
from ui.literal import literal

NEW = "new"
_NO_DOCUMENTS = Corpus("none", ())


@dataclass(frozen=True, slots=True)
class Chosen:
    """A set with its questions and the documents that it asks about; a sample's has no card and is only shown."""

    name: str
    card: SetCard | None
    rows: RowSet
    corpus: Corpus

    @property
    def documents(self) -> tuple[Document, ...]:
        """What the questions ask about; none until they are chosen."""
        return self.corpus.documents

    @property
    def key(self) -> str:
        """Names what the set holds now: another one once it is written."""
        return f"{self.name} {self.card.version if self.card else ''}"


def choose(there: data_sources.Offered) -> tuple[str, str]:
    """The name of the set in the address and the default there; NEW where one is to be made."""
    cards = question_rows.cards()
    labels = {name: f"❓ {card.title} ({counted(card.questions, 'question')})" for name, card in cards.items()}
    labels |= {f"{SAMPLE}{one.name}": f"🧩 Sample: {one.label}" for one in samples()}
    labels[NEW] = "➕ A new question set"
    _follow_documents(cards)
    default = next(iter(labels))
    address.take("data", "set", labels, default)
    name = str(st.selectbox("Question set", list(labels), format_func=labels.__getitem__, key="data-set"))
    return name, default


def _follow_documents(cards: dict[str, SetCard]) -> None:
    """From documents to a set that asks about them, where there is one."""
    wanted = st.session_state.pop("data-wanted-about", None)
    if wanted is None:
        return
    about = next((name for name, card in cards.items() if card.about == wanted), None)
    st.session_state["data-set"] = about or (wanted if wanted.startswith(SAMPLE) else NEW)
    st.session_state["data-new-documents"] = wanted


def open_chosen(name: str, there: data_sources.Offered) -> Chosen:
    """The set with its documents, which can be chosen here. Raises LoadError."""
    card = question_rows.cards().get(name)
    rows = question_rows.rows_of(name)
    if card is None:
        return Chosen(name, None, rows, there.corpus(name))
    about = about_box(there, card.about, f"data-about-{card.name}", lambda: _set_about(card.name))
    return Chosen(name, card, rows, there.corpus(about) if about else _NO_DOCUMENTS)


def about_box(there: data_sources.Offered, about: str, key: str, changed: object = None) -> str:
    """Which documents a set asks about, "" where that is not chosen."""
    labels = dict(there.labels)
    if about not in labels:
        labels = {"": "Choose the documents" if not about else f"{about} (not here any more)", **labels}
        about = ""
    options = list(labels)
    if st.session_state.get(key) not in options:
        st.session_state[key] = about
    return str(st.selectbox("Asks about", options, format_func=labels.__getitem__, key=key, on_change=changed))  # type: ignore[arg-type]


def _set_about(name: str) -> None:
    try:
        set_about(name, str(st.session_state[f"data-about-{name}"]), resources.home())
    except ChunkTraceError as error:
        st.toast(literal(str(error)), icon="⚠️")


def copy_button(chosen: Chosen) -> None:
    """A sample's questions as a set of one's own."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption("These questions come with the sample and cannot be changed.")
        st.button("Copy them to edit", key="data-copy", icon="📋", on_click=_copy, args=(chosen,))


def _copy(chosen: Chosen) -> None:
    title, taken = f"{chosen.rows.name} (copy)", {card.title for card in question_rows.cards().values()}
    number = 1
    while title in taken:
        number += 1
        title = f"{chosen.rows.name} (copy {number})"
    try:
        name = create_set(title, resources.home(), chosen.rows.rows, about=chosen.name)
    except ChunkTraceError as error:
        st.toast(literal(str(error)), icon="⚠️")
        return
    st.session_state["data-set"] = f"{SAVED}{name}"


def menu(card: SetCard) -> None:
    """What can be done with a saved set as a whole."""
    with st.popover("Change", icon="⚙️"):
        rows = question_rows.rows_of(f"{SAVED}{card.name}").rows
        st.download_button(
            "Download (JSONL)",
            lambda: questions_jsonl(rows),
            f"{card.name}.jsonl",
            "application/jsonl",
            key="data-set-download",
            on_click="ignore",
            icon="⬇️",
        )
        st.caption(literal(f"On the command line: --questions {SAVED}{card.name}"))
        title = st.text_input("Name", card.title, key=f"data-set-title-{card.name}", max_chars=80)
        same = title == card.title
        st.button("Rename", key="data-set-rename", on_click=_rename, args=(card.name, title), disabled=same)
        st.divider()
        st.caption(literal(f"Delete {card.title}: {counted(card.questions, 'question')}. Runs that asked them stay."))
        st.button("Delete it for good", key="data-set-delete", on_click=_delete, args=(card.name,))


def _rename(name: str, title: str) -> None:
    try:
        st.session_state["data-set"] = f"{SAVED}{rename_set(name, title, resources.home())}"
    except ChunkTraceError as error:
        st.toast(literal(str(error)), icon="⚠️")


def _delete(name: str) -> None:
    try:
        delete_set(name, resources.home())
        address.forget("data", "set")
        st.toast("Deleted.", icon="🗑️")
    except ChunkTraceError as error:
        st.toast(literal(str(error)), icon="⚠️")

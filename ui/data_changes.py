"""Adding, saving, renaming and deleting documents on the Data page. Nothing is written but by a press of a button."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from config import settings
from core.counted import counted
from core.errors import ChunkTraceError
from corpus.files import KINDS
from corpus.library import SAVED, add_documents, delete_corpus, drop_documents, rename_corpus, save_corpus
from corpus.types import Corpus
from ui import address, data_sources, resources
from ui.literal import literal
from ui.sources import HELD, KEPT, Source

_NEW = "a new corpus"
_NAMED = 5
_PRIVATE = "Until you save them they stay in this browser session, and nobody else sees them."
_NEXT = "Next: save them. Then the sidebar offers them, and questions can ask about them."


def add() -> None:
    """Files of one's own; what was chosen is shown below at once, before it is saved."""
    saved = data_sources.list_corpora(resources.home())
    with st.expander("Add documents of your own", expanded=not saved, icon="📤", key="data-add"):
        taken = st.file_uploader(
            "Text, Markdown, tables, web pages, PDF and Office files",
            type=sorted(kind.lstrip(".") for kind in KINDS),
            accept_multiple_files=True,
            key=f"data-files-{st.session_state.get('data-files-round', 0)}",
            max_upload_size=settings().max_upload_mb,
            help=f"Up to {settings().max_upload_mb:,} MB a file. {_PRIVATE}",
            on_change=_take_files,
        )
        # The box forgets its files when another page is opened; they are kept all the same.
        if (files := st.session_state.get(HELD)) and not taken:
            names = ", ".join(file.name for file in files[:_NAMED]) + (" …" if files[_NAMED:] else "")
            st.caption(literal(f"{names}: read, shown below"))


def _take_files() -> None:
    """Hold what was uploaded, so that another page does not lose it, and show it."""
    files = st.session_state[f"data-files-{st.session_state.get('data-files-round', 0)}"]
    st.session_state[HELD] = list(files)
    if files:
        st.session_state["data-corpus"] = data_sources.UPLOAD


def _forget_files() -> None:
    """Empty the uploader, which another key does."""
    st.session_state.pop(HELD, None)
    st.session_state["data-files-round"] = st.session_state.get("data-files-round", 0) + 1


def save(corpus: Corpus, source: Source, there: data_sources.Offered) -> None:
    """A name and a button for documents that only this session has."""
    with st.container(border=True, horizontal=True, vertical_alignment="bottom", key="data-save-card"):
        into = _NEW
        if there.saved:
            labels = {_NEW: "A new corpus", **{name: f"Add to {card.title}" for name, card in there.saved.items()}}
            into = st.selectbox(
                "Save as", list(labels), format_func=labels.__getitem__, key="data-save-into", width=240
            )
        title = ""
        if into == _NEW:
            first = Path(corpus.documents[0].name).stem
            named = source.name if source.name != data_sources.UPLOAD else first
            title = st.text_input("Name", named, key=f"data-save-name-{source.key[:40]}", max_chars=80, width=280)
        st.button(
            "Save on this machine",
            key="data-save",
            type="primary",
            on_click=_save,
            args=(corpus, title, into),
            help="The text as it was read is kept below the state directory, and can be chosen in the sidebar.",
        )
        if source.name == data_sources.UPLOAD:
            st.button("Discard", key="data-discard", on_click=_forget_files)
    st.caption(f"{_NEXT} 🔒 {_PRIVATE}")


def _save(corpus: Corpus, title: str, into: str) -> None:
    try:
        if into == _NEW:
            name = save_corpus(corpus, title, resources.home())
            told = f"{counted(len(corpus.documents), 'document')} saved."
        else:
            name = into.removeprefix(SAVED)
            added, replaced = add_documents(name, corpus, resources.home())
            told = f"{counted(added, 'document')} added, {replaced:,} replaced."
    except ChunkTraceError as error:
        st.toast(literal(str(error)), icon="⚠️")
        return
    st.session_state["data-corpus"] = f"{SAVED}{name}"
    st.session_state["data-source"], st.session_state["data-saved"] = KEPT, name
    _forget_files()
    st.toast(told, icon="✅")


def menu(name: str, there: data_sources.Offered) -> None:
    """What can be done with a saved corpus."""
    card = there.saved[name]
    with st.popover("Change", icon="⚙️"):
        title = st.text_input("Name", card.title, key=f"data-rename-{card.name}", max_chars=80)
        st.button("Rename", key="data-rename", on_click=_rename, args=(card.name, title), disabled=title == card.title)
        st.divider()
        gone = st.multiselect(
            "Take documents out",
            [document.id for document in there.documents(name)],
            key=f"data-drop-{card.key}",
            placeholder="none",
        )
        st.button("Take out", key="data-drop", on_click=_drop, args=(card.name, tuple(gone)), disabled=not gone)
        st.divider()
        built = data_sources.built_from(name, card.name, card.key)
        stays = f" Built from it: {counted(len(built), 'collection')}; they hold its text and stay." if built else ""
        st.caption(literal(f"Delete {card.title}: {counted(card.documents, 'document')}.{stays}"))
        st.button("Delete it for good", key="data-delete", on_click=_delete, args=(card.name,))


def _rename(name: str, title: str) -> None:
    try:
        new = rename_corpus(name, title, resources.home())
    except ChunkTraceError as error:
        st.toast(literal(str(error)), icon="⚠️")
        return
    st.session_state["data-corpus"] = f"{SAVED}{new}"
    if st.session_state.get("data-saved") == name:
        st.session_state["data-saved"] = new


def _drop(name: str, ids: tuple[str, ...]) -> None:
    try:
        drop_documents(name, ids, resources.home())
    except ChunkTraceError as error:
        st.toast(literal(str(error)), icon="⚠️")


def _delete(name: str) -> None:
    try:
        delete_corpus(name, resources.home())
    except ChunkTraceError as error:
        st.toast(literal(str(error)), icon="⚠️")
        return
    address.forget("data", "corpus")
    st.toast("Deleted.", icon="🗑️")

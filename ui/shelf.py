"""The collections of this machine: what each is, what its builds changed, and removing one."""

from __future__ import annotations

import streamlit as st

from core.errors import CollectionError
from retrieval.card import CollectionCard
from retrieval.collections import delete_collection, list_collections
from retrieval.history import Change, history
from ui import removal
from ui.literal import literal
from ui.resources import home
from ui.tables import frame


def show() -> None:
    """A table and a way to delete; nothing where there is no collection."""
    cards = list_collections(home())
    if not cards:
        return
    st.subheader("Your collections", anchor=False)
    st.dataframe(
        frame([_row(card) for card in cards]),
        hide_index=True,
        column_config={
            "chunks": st.column_config.NumberColumn(format="localized"),
            "not in the vectors": st.column_config.NumberColumn(
                format="percent", help="Share of the text beyond what the encoder reads of a chunk."
            ),
        },
    )
    names = {card.name: card.display for card in cards}
    with st.container(horizontal=True):
        with st.popover("History"):
            _history(st.selectbox("Collection", list(names), format_func=names.__getitem__, key="shelf-history"))
        with st.popover("Delete a collection"):
            name = st.selectbox("Collection", list(names), format_func=names.__getitem__, key="shelf-name")
            removal.button("shelf-delete", delete_collection, name, home())


def _history(name: str) -> None:
    """What each build of a collection changed, the newest first."""
    try:
        changes = history(name, home())
    except CollectionError as error:
        st.caption(literal(str(error)))
        return
    numbered = list(enumerate(changes, start=1))
    st.dataframe(frame([_change(number, change) for number, change in reversed(numbered)]), hide_index=True)


def _change(number: int, change: Change) -> dict[str, object]:
    return {
        "version": number,
        "built": change.when[:16].replace("T", " "),
        "documents": change.documents.sentence or "the same",
        "chunks kept": change.kept,
        "added": change.added,
        "deleted": change.deleted,
        "encoded": change.encoded,
    }


def _row(card: CollectionCard) -> dict[str, object]:
    parameters = card.parameters
    return {
        "name": card.display,
        "strategy": card.strategy,
        "size": f"{parameters['chunk_size']} {parameters['unit']}, overlap {parameters['overlap']}",
        "encoder": card.encoder,
        "documents": card.documents,
        "chunks": card.chunks,
        "not in the vectors": card.limit.beyond_share if card.limit else None,
        "state": card.state,
        "built": card.created[:16].replace("T", " "),
    }

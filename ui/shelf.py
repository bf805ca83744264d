"""The collections of this machine: what each is, how much of it the encoder never reads, and removing one."""

from __future__ import annotations

import streamlit as st

from retrieval.card import CollectionCard
from retrieval.collections import delete_collection, list_collections
from ui import removal
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
    with st.popover("Delete a collection"):
        names = {card.name: card.display for card in cards}
        name = st.selectbox("Collection", list(names), format_func=names.__getitem__, key="shelf-name")
        removal.button("shelf-delete", delete_collection, name, home())


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

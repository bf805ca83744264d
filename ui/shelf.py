"""The collections of this machine: what each is, what its builds changed, and removing one."""

from __future__ import annotations

import streamlit as st

from core.errors import CollectionError
from retrieval.card import CollectionCard
from retrieval.collections import delete_collection, list_collections
from ui import removal
from ui.literal import literal
from ui.resources import home
from ui.tables import frame

_SHOWN = 10


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
                format="%.1f %%", help="Share of the text beyond what the encoder reads of a chunk."
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
    from retrieval.history import history  # here, because a first page has no collection

    try:
        changes = history(name, home())
    except CollectionError as error:
        st.caption(literal(str(error)))
        return
    for number, change in list(enumerate(changes, start=1))[: -_SHOWN - 1 : -1]:
        documents = change.documents.sentence or "none is different"
        st.markdown(
            f"**Version {number:,}** · {change.when[:16].replace('T', ' ')}  \n{literal(f'Documents: {documents}')}  \n"
            f"Chunks: {change.kept:,} kept, {change.added:,} added, {change.deleted:,} deleted"
        )
    if len(changes) > _SHOWN:
        st.caption(f"and {len(changes) - _SHOWN:,} before these")


def _row(card: CollectionCard) -> dict[str, object]:
    parameters = card.parameters
    return {
        "name": card.display,
        "strategy": card.strategy,
        "size": f"{parameters['chunk_size']} {parameters['unit']}, overlap {parameters['overlap']}",
        "encoder": card.encoding,
        "documents": card.documents,
        "chunks": card.chunks,
        "not in the vectors": 100 * card.limit.beyond_share if card.limit else None,
        "state": card.state,
        "built": card.created[:16].replace("T", " "),
    }

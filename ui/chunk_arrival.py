"""How the Chunks page begins: with what its address says, else with what the sidebar or the chosen collection says.

Unlike chunk_address.py, sets the widgets; it runs before they are drawn.
"""

from __future__ import annotations

import streamlit as st

from ui import chunk_address, chunk_bench, chunk_place, chunk_sides, sources
from ui.chunk_address import Address
from ui.chunk_recipe import Recipe, recipe_of
from ui.chunk_text import LIVE, Text
from ui.literal import literal
from ui.sidebar import Selection

_FOLLOWED, _WAITING, _DOCUMENT = "chunks-followed", "chunks-arriving", "chunks-shown-document"


def adopt(selection: Selection) -> None:
    """Take over the address that the reader came by; the sidebar's documents first, which takes another run."""
    address: Address | None = chunk_address.arrived()
    if address is not None and address.data not in ("", data_of(selection)) and not address.collection:
        if sources.point_at(address.data):
            st.session_state[_WAITING] = address
            st.rerun()
        st.caption(literal(f"The address names documents that are not here ({address.data})."))
    address = address or st.session_state.pop(_WAITING, None)
    if address is None:
        return
    st.session_state["chunks-collection"] = address.collection or LIVE
    for key, value in (("chunks-document", address.document), ("chunks-questions", address.questions)):
        if value:
            st.session_state[key] = value
    problems = chunk_bench.arrive(address)
    if address.left:
        st.session_state[_FOLLOWED] = _state(selection, address.collection)
    st.session_state[_DOCUMENT] = None
    if problems:
        st.caption(literal(f"The address could not be followed to the letter: {' '.join(problems)}"))


def follow(selection: Selection, text: Text) -> None:
    """Side A takes over a change of the sidebar's strategy, or of the shown collection; a place is of one document."""
    state = _state(selection, text.collection)
    if st.session_state.get(_FOLLOWED) != state:
        if text.collection:
            chunk_sides.put("left", Recipe(text.collection, built=True))
        elif selection.spec is not None:
            chunk_sides.put("left", recipe_of(selection.spec))
        st.session_state[_FOLLOWED] = state
    shown = (text.corpus.key, text.document.id)
    if st.session_state.get(_DOCUMENT) not in (None, shown):
        chunk_place.forget()
    st.session_state[_DOCUMENT] = shown


def data_of(selection: Selection) -> str:
    """The sidebar's documents as an address names them; empty for uploads and folders, which are nobody else's."""
    return sources.address_of(selection.source)


def _state(selection: Selection, collection: str) -> str:
    if collection:
        return collection
    return selection.spec.key if selection.spec else ""

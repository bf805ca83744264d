"""Where the reader is in the document of the Chunks page: the part that is shown, and the place whose chunk is open.

A place belongs to the text, not to a strategy, so that it stays when chunks change, and is the same on all sides.
"""

from __future__ import annotations

import streamlit as st
from streamlit.elements.lib.mutable_tab_container import TabContainer

from core.counted import counted
from core.spans import Span
from evaluation.inspection import Inspection
from ui import chunk_address, chunk_view
from ui.chunk_address import Address

TEXT, SIZES, EVIDENCE, TABLE, DOCTOR = "Text", "Sizes", "Evidence", "All chunks", "Doctor"
VIEWS = (TEXT, SIZES, EVIDENCE, TABLE, DOCTOR)
VIEW, _KEPT_VIEW = "chunks-view", "chunks-view-kept"
_AT, _PART, _FOCUS = "chunks-at", "chunks-part", "chunks-focus"


def at() -> int | None:
    """The place whose chunk is open, None where none is."""
    place: int | None = st.session_state.get(_AT)
    return place


def focus(side: str, window: Span) -> Span | None:
    """Where the text of a side shall scroll to; where the reader has clicked, it stays as it is."""
    kept: tuple[str, Span] | None = st.session_state.get(_FOCUS)
    if kept is None or kept[0] == side or not window.start <= kept[1].start < window.end:
        return None
    return kept[1]


def go_to(span: Span) -> None:
    """Show the text at a place, on all sides. For callbacks: it sets widgets."""
    _open(span)
    st.session_state[VIEW] = TEXT


def note_click(side: str, inspection: Inspection, key: str) -> None:
    """Open the chunk that was clicked in the text of this key."""
    chosen = inspection.at(chunk_view.clicked(key))
    if chosen is not None:
        span = Span(chosen.chunk.start, chosen.chunk.end)
        st.session_state[_AT], st.session_state[_FOCUS] = span.start, (side, span)


def views() -> dict[str, TabContainer]:
    """The tabs by name. They forget which one was open while there is nothing to show."""
    st.session_state.setdefault(VIEW, st.session_state.get(_KEPT_VIEW, TEXT))
    tabs = st.tabs(VIEWS, key=VIEW, on_change="rerun")
    st.session_state[_KEPT_VIEW] = st.session_state[VIEW]
    return dict(zip(VIEWS, tabs, strict=True))


def window(length: int) -> Span:
    """The part of the text that is shown, with the widget that turns its pages."""
    parts, part = -(-length // chunk_view.PAGE), 1
    if parts > 1:
        st.session_state[_PART] = min(max(1, int(st.session_state.get(_PART, 1))), parts)
        with st.container(horizontal=True, vertical_alignment="center"):
            part = st.pagination(parts, key=_PART, persist_state="session")
            first = (part - 1) * chunk_view.PAGE
            last = min(length, first + chunk_view.PAGE)
            st.caption(f"characters {first:,} to {last:,} of {counted(length, 'character')}")
    start = (part - 1) * chunk_view.PAGE
    return Span(start, min(length, start + chunk_view.PAGE))


def forget() -> None:
    """Of another document, nothing is open."""
    for key in (_AT, _PART, _FOCUS):
        st.session_state.pop(key, None)


def arrive(address: Address) -> None:
    """Take over an address, before the widgets are drawn; what it does not say is as at first."""
    forget()
    place, part = chunk_address.number(address.at), chunk_address.number(address.part)
    if place is not None:
        _open(Span(place, place + 1))
    if part:
        st.session_state[_PART] = part
    st.session_state[VIEW] = address.view if address.view in VIEWS else TEXT


def written() -> dict[str, str]:
    """What an address says of the place; the usual is left out."""
    view, part = st.session_state.get(VIEW), st.session_state.get(_PART)
    return {
        "view": "" if view in (None, TEXT) else str(view),
        "part": "" if part in (None, 1) else str(part),
        "at": "" if at() is None else str(at()),
    }


def _open(span: Span) -> None:
    st.session_state[_AT] = span.start
    st.session_state[_PART] = span.start // chunk_view.PAGE + 1
    st.session_state[_FOCUS] = ("", span)

"""The frame around every page: the list of pages, the sidebar, running work, and errors in the reader's words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from core.errors import ChunkTraceError
from ui import places
from ui.literal import literal

if TYPE_CHECKING:
    from ui.sidebar import Selection

_ROUTED = "shell-routed"
# What a page is about begins near the top, so that a small screen shows it; the keys on buttons stand out enough.
_STYLE = """
<style>
[data-testid="stMainBlockContainer"] {padding-top: 4.5rem;}
[data-testid="stMain"] h1, [data-testid="stMainBlockContainer"] h1 {font-size: 2.1rem; padding-top: 0.25rem;}
button:enabled kbd {opacity: 0.9;}
[data-variant="segmented_control"][data-selected="true"], [data-variant="pills"][data-selected="true"] {
  color: inherit !important; font-weight: 600;
}
</style>
"""


def navigation() -> StreamlitPage:
    """Draw the navigation and return the page to run."""
    st.session_state[_ROUTED] = True
    return st.navigation(
        [
            st.Page(places.HOME, title="Start", icon="🧭", default=True),
            st.Page(places.DATA, title="Data", icon="📁", url_path="data"),
            st.Page(places.CHUNKS, title="Chunks", icon="🧩", url_path="chunks"),
            st.Page(places.CHAT, title="Chat", icon="💬", url_path="chat"),
            st.Page(places.EVALUATE, title="Evaluate", icon="📏", url_path="evaluate"),
            st.Page(places.COMPARE, title="Compare", icon="⚖️", url_path="compare"),
            st.Page(places.JUDGE, title="Judge", icon="🧑‍⚖️", url_path="judge"),
            st.Page(places.QUESTION, title="Question", icon="🔎", url_path="question", visibility="hidden"),
        ],
        position="top",
    )


def page(title: str, says: str, *, running: bool = True) -> Selection:
    """Begin a page: its heading, the sidebar's four steps and the work in progress. Returns what the sidebar holds.

    `running` is False where the page shows the work in progress itself.

    On a cold server Streamlit runs the file of a deep link alone, because a folder named pages exists; then the
    navigation is drawn here and the script run again inside the frame.
    """
    if not st.session_state.get(_ROUTED):
        st.set_page_config(page_title="ChunkTrace", page_icon="🧩", layout="wide")
        navigation()
        st.rerun()
    # Here, so that the navigation is on its way to the browser while these are imported.
    from ui import job_panel, sidebar

    job_panel.adopt_finished()
    with st.sidebar:
        chosen = sidebar.show()
    st.html(_STYLE)
    st.title(title, anchor=False)
    st.caption(says)
    job_panel.show(running=running)
    return chosen


@contextmanager
def reader_errors() -> Iterator[None]:
    """Show an error that is meant for the reader where it happens, and go on with the page."""
    try:
        yield
    except ChunkTraceError as error:
        st.error(literal(str(error)))

"""A delete button that asks twice and tells in words what could not be deleted, such as what is gone already."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.errors import ChunkTraceError
from ui.literal import literal


def button(key: str, delete: Callable[..., None], *target: object) -> None:
    """The second press; the first one opened the place where this button stands."""
    st.button("Delete it for good", key=key, on_click=_attempt, args=(delete, *target))


def _attempt(delete: Callable[..., None], *target: object) -> None:
    try:
        delete(*target)
    except ChunkTraceError as error:
        st.toast(literal(str(error)))

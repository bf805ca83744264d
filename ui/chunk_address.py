"""The address of the Chunks page: read once when the reader arrives by it, written whenever the view changes.

The only place of the page that touches the query parameters.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, fields

import streamlit as st

_SEEN, _BEFORE, _WHEN = "chunks-address", "chunks-address-before", "chunks-address-when"
# A browser that is slow still tells the address before the last one when the next click comes.
_SECONDS_BEHIND = 5.0


@dataclass(frozen=True, slots=True)
class Address:
    """What picks the view. `data` and `collection` name the documents, `left` and `right` the recipes, `at` a place in
    the document whose chunk is shown; empty is the usual.
    """

    data: str = ""
    collection: str = ""
    document: str = ""
    questions: str = ""
    left: str = ""
    right: str = ""
    view: str = ""
    part: str = ""
    at: str = ""


_NAMES = tuple(each.name for each in fields(Address))


def arrived() -> Address | None:
    """The address that the reader came by, once; None while it is what the page itself has written."""
    given = {name: str(st.query_params[name]) for name in _NAMES if name in st.query_params}
    if not given or given == st.session_state.get(_SEEN) or _is_behind(given):
        return None
    st.session_state[_SEEN] = given
    return Address(**given)


def _is_behind(given: dict[str, str]) -> bool:
    """Whether this is the address before the page's last one, which the browser has not taken over yet."""
    fresh = time.monotonic() - st.session_state.get(_WHEN, -_SECONDS_BEHIND) < _SECONDS_BEHIND
    return fresh and given == st.session_state.get(_BEFORE)


def write(address: Address) -> None:
    """Make the browser's address that of the view."""
    wanted = {name: getattr(address, name) for name in _NAMES if getattr(address, name)}
    for name in _NAMES:
        if name in wanted and st.query_params.get(name) != wanted[name]:
            st.query_params[name] = wanted[name]
        elif name not in wanted and name in st.query_params:
            del st.query_params[name]
    if wanted != st.session_state.get(_SEEN):
        st.session_state[_BEFORE], st.session_state[_WHEN] = st.session_state.get(_SEEN), time.monotonic()
    st.session_state[_SEEN] = wanted


def number(text: str) -> int | None:
    """A whole number of an address that is not negative; None for all else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else None

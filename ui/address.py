"""What a page shows, kept in its address: a link, a reload and the browser's Back bring the same view.

Unlike bind="query-params" of a widget, the address holds names rather than labels, so that a label may tell counts.
"""

from __future__ import annotations

from collections.abc import Collection

import streamlit as st


def take(page: str, name: str, offered: Collection[str], default: str) -> str:
    """What `name` is now: as the address says when it was changed from outside, else as the widget or the last visit.

    It is put where the widget of key page-name finds it. What is not offered (any more) falls back to the default.
    """
    written = st.session_state.setdefault(f"{page}-address", {})
    said, key = st.query_params.get(name), f"{page}-{name}"
    outside = said is not None and said != written.get(name)
    value = said if outside else st.session_state.get(key, written.get(name, default))
    if value not in offered:
        if outside:
            st.session_state.setdefault(f"{page}-stale", {})[name] = said
        value = default
    st.session_state[key] = value
    return value


def take_text(page: str, name: str) -> str:
    """The same for words that a reader types."""
    written = st.session_state.setdefault(f"{page}-address", {})
    said, key = st.query_params.get(name), f"{page}-{name}"
    changed = said is not None and said != written.get(name)
    st.session_state[key] = said if changed else st.session_state.get(key, written.get(name, ""))
    return str(st.session_state[key])


def tell(page: str, defaults: dict[str, str]) -> None:
    """Write what was taken into the address; what is as by default is left out. Call it once, at the end of a page."""
    written = st.session_state.setdefault(f"{page}-address", {})
    for name in set(written) - set(defaults):
        st.query_params.pop(name, None)
    for name, default in defaults.items():
        value = st.session_state.get(f"{page}-{name}")
        if value is None or value == default:
            st.query_params.pop(name, None)
        else:
            st.query_params[name] = value
        if value is not None:
            written[name] = value


def forget(page: str, name: str) -> None:
    """Fall back to the default, as for what was just deleted. For callbacks."""
    st.session_state.pop(f"{page}-{name}", None)
    st.session_state.get(f"{page}-address", {}).pop(name, None)
    st.query_params.pop(name, None)


def stale(page: str) -> list[str]:
    """What the address named that is not there, told once."""
    return list(st.session_state.pop(f"{page}-stale", {}).values())

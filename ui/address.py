"""What a page shows, kept in its address: a link, a reload and the browser's Back bring the same view.

The one place that knows what a page has put there itself, so that this is never taken for what a reader asks for.
Unlike bind="query-params" of a widget, the address holds names rather than labels, so that a label may tell counts.
`take` and `tell` serve widgets one by one, `arrived` and `write` a view that makes sense only as a whole.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st
from streamlit.errors import StreamlitAPIException
from streamlit.runtime.scriptrunner import get_script_run_ctx

Values = tuple[str, ...]
# A browser that is slow still tells what the page has left behind when the next click comes.
_SECONDS_BEHIND = 5.0


@dataclass(slots=True)
class _Written:
    """By name, what a page's address says now, what it said lately with the time when it was left, and what the widgets
    were at last.
    """

    now: dict[str, Values] = field(default_factory=dict)
    left: list[tuple[str, Values, float]] = field(default_factory=list)
    kept: dict[str, str] = field(default_factory=dict)

    def put(self, name: str, values: Values) -> None:
        """Another value from now on; none where nothing is given."""
        before = self.now.get(name, ())
        if values == before:
            return
        self.left.append((name, before, time.monotonic()))
        self.now[name] = values

    def lately(self, name: str, values: Values) -> bool:
        """Whether the page itself said this a moment ago."""
        until = time.monotonic() - _SECONDS_BEHIND
        self.left = [each for each in self.left if each[2] > until]
        return any(each[:2] == (name, values) for each in self.left)

    def told_back(self, name: str) -> None:
        """The browser has taken over what is said now: what it says from here on is the reader's."""
        self.left = [each for each in self.left if each[0] != name]


def take(page: str, name: str, offered: Collection[str], default: str) -> str:
    """What `name` is now: as the address says when it was changed from outside, else as the widget or the last visit.

    It is put where the widget of key page-name finds it. What is not offered (any more) falls back to the default.
    """
    said = _from_outside(page, name)
    value = _last(page, name, default) if said is None else _one(said, default)
    if value not in offered:
        if said:
            st.session_state.setdefault(f"{page}-stale", {})[name] = value
        value = default
    st.session_state[f"{page}-{name}"] = value
    return value


def take_text(page: str, name: str) -> str:
    """The same for words that a reader types."""
    said = _from_outside(page, name)
    value = _last(page, name, "") if said is None else _one(said, "")
    st.session_state[f"{page}-{name}"] = value
    return value


def tell(page: str, defaults: Mapping[str, str]) -> None:
    """Write what was taken into the address; what is as by default is left out. Call it once, at the end of a page."""
    written = _written(page)
    view: dict[str, Values] = {}
    for name, default in defaults.items():
        value = st.session_state.get(f"{page}-{name}")
        if value is not None:
            written.kept[name] = str(value)
        if value is not None and value != default:
            view[name] = (str(value),)
    write(page, view, [*defaults, *(name for name in written.now if name not in defaults)])


def forget(page: str, name: str) -> None:
    """Fall back to the default, as for what was just deleted. For callbacks."""
    st.session_state.pop(f"{page}-{name}", None)
    _written(page).kept.pop(name, None)
    write(page, {}, [name])


def stale(page: str) -> list[str]:
    """What the address named that is not there, told once."""
    return list(st.session_state.pop(f"{page}-stale", {}).values())


def arrived(page: str, names: Collection[str]) -> dict[str, Values] | None:
    """The address that the reader came by, once; None while it is what the page itself has written."""
    if all([_from_outside(page, name) is None for name in names]):
        return None
    return {name: values for name in names if (values := _said(name))}


def write(page: str, view: Mapping[str, Sequence[str]], names: Collection[str]) -> None:
    """Make the browser's address that of the view; a name without values is left out."""
    shown = {name: tuple(view.get(name, ())) for name in names}
    for name, values in shown.items():
        _written(page).put(name, values)
    _put(shown)


def _from_outside(page: str, name: str) -> Values | None:
    """What a link, a typed address or the browser's Back says, once; () where Back says nothing, None where the page
    said it or nobody did.
    """
    said, written = _said(name), _written(page)
    if said == written.now.get(name, ()):
        written.told_back(name)
        return None
    if not _by_back() and (not said or written.lately(name, said)):
        return None
    written.put(name, said)
    return said


def _by_back() -> bool:
    """Whether the reader went back or forward, where an address says all, also by what is not in it."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def _put(shown: Mapping[str, Values]) -> None:
    """At once: each change by itself would be one more step of the browser's Back."""
    if all(_said(name) == values for name, values in shown.items()):
        return
    kept = {name: _said(name) for name in st.query_params if name not in shown}
    try:
        st.query_params.from_dict(kept | {name: values for name, values in shown.items() if values})
    except StreamlitAPIException:  # some of the others belong to widgets, which alone may write them
        for name in [name for name, values in shown.items() if not values]:
            st.query_params.pop(name, None)
        st.query_params.update({name: values for name, values in shown.items() if values})


def _said(name: str) -> Values:
    return tuple(st.query_params.get_all(name))


def _one(said: Values, default: str) -> str:
    return said[-1] if said else default


def _last(page: str, name: str, default: str) -> str:
    """As the widget says, or as it was on the last visit."""
    shown = st.session_state.get(f"{page}-{name}")
    return _written(page).kept.get(name, default) if shown is None else str(shown)


def _written(page: str) -> _Written:
    written: _Written = st.session_state.setdefault(f"{page}-address", _Written())
    return written

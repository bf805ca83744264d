"""The Compare page's choices in the address of the page: read once a run, written once a run. Knows no run.

What the widgets hold is the truth, unless somebody came by another address.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from ui import address

_WRITTEN = "compare-written"


@dataclass(frozen=True, slots=True)
class Part:
    """A parameter of the address and the widget whose value it is; `read` returns None for what makes no sense."""

    name: str
    key: str
    read: Callable[[Sequence[str]], Any]
    default: Any = None


def _word(values: Sequence[str]) -> str | None:
    return values[0] if values else None


def _number(values: Sequence[str]) -> float | None:
    try:
        return float(values[0])
    except (IndexError, ValueError):
        return None


def _flag(values: Sequence[str]) -> bool | None:
    return True if values[:1] == ["yes"] else None


RUNS = Part("run", "compare-runs", lambda values: list(dict.fromkeys(values)) or None)
PARTS = (
    RUNS,
    Part("baseline", "compare-baseline", _word),
    Part("metric", "compare-metric", _word),
    Part("margin", "compare-margin", _number, 0.05),
    Part("only", "compare-against-one", _flag, False),
    Part("with", "compare-candidate", _word),
    Part("view", "compare-view", _word, "questions"),
    Part("filter", "compare-filter", _word, "different"),
    Part("search", "compare-search", _word, ""),
    Part("curve", "compare-curve-metric", _word, "recall"),
    Part("settings", "compare-all-settings", _flag, False),
    Part("winner", "compare-winner", _word),
)
_NAMES = tuple(part.name for part in PARTS)


def adopt() -> None:
    """Give the widgets what the address says, where it is another one than was written last."""
    arrived = address.arrived("compare", _NAMES)
    if arrived is not None:
        st.session_state[_WRITTEN] = {name: list(values) for name, values in arrived.items()}
    said: Mapping[str, list[str]] = st.session_state.get(_WRITTEN, {})
    for part in PARTS:
        value = part.read(said.get(part.name, []))
        if arrived is not None or part.key not in st.session_state:
            if value is None:
                st.session_state.pop(part.key, None)
            else:
                st.session_state[part.key] = value


def write() -> None:
    """Put what the widgets hold into the address; what is not on the page now keeps its place."""
    known: dict[str, list[str]] = dict(st.session_state.get(_WRITTEN, {}))
    for part in PARTS:
        if part.key in st.session_state:
            known[part.name] = _texts(st.session_state[part.key], part.default)
    known = {name: values for name, values in known.items() if values}
    st.session_state[_WRITTEN] = known
    address.write("compare", known, _NAMES)


def _texts(value: Any, default: Any) -> list[str]:
    if value is None or value == default:
        return []
    if isinstance(value, bool):
        return ["yes"] if value else []
    return [str(each) for each in value] if isinstance(value, (list, tuple)) else [str(value)]

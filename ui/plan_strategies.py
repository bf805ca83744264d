"""The strategies of a plan and the values of their parameters to try: one row a strategy, drawn from its knobs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from chunking.strategy import Strategy
from chunking_strategies import STRATEGIES
from core.parameters import Parameter, Value, parameters_of
from experiments.grid import as_text, as_value, matters, offered
from experiments.plan import StrategyPlan
from ui.literal import literal

_SIZES = ("chunk_size", "overlap")
_FIRST = (*_SIZES, "unit")


def show(key: str) -> list[dict[str, Any]]:
    """The strategies with their values as a plan writes them. Raises SettingError for a value that cannot be read."""
    chosen = st.multiselect(
        "Strategies",
        list(STRATEGIES),
        format_func=lambda name: STRATEGIES[name].label,
        key=f"{key}-strategies",
        persist_state="session",
        placeholder="Choose one or more",
        help="Every combination of the values below is a configuration.",
    )
    for name in chosen:
        _begin(key, name, chosen[0])
    return [_row(key, STRATEGIES[name]) for name in chosen]


def _begin(key: str, name: str, first: str) -> None:
    """A strategy that is added starts with the sizes of the first one, so that the two can be compared."""
    for knob in parameters_of(STRATEGIES[name].params):
        like = st.session_state.get(f"{key}-{first}-{knob.name}") if knob.name in _FIRST else None
        st.session_state.setdefault(_key(key, name, knob), list(like or [as_text(knob.default)]))


def fill(key: str, strategies: Sequence[StrategyPlan]) -> list[str]:
    """Let the rows show a plan's values; returns what they cannot show, in the reader's words."""
    known = [one for one in strategies if one.name in STRATEGIES]
    notes = [f"The strategy {one.name} is not known here, and is left out." for one in strategies if one not in known]
    merged: dict[str, dict[str, list[Value]]] = {}
    for one in known:
        name = STRATEGIES[one.name].name
        if name in merged:
            notes.append(f"{STRATEGIES[name].label} stands more than once in the plan: the form holds all its values.")
        values = merged.setdefault(name, {})
        for parameter, tried in one.parameters.items():
            values.setdefault(parameter.replace("-", "_"), []).extend(tried)
    for name in STRATEGIES:
        for knob in parameters_of(STRATEGIES[name].params):
            st.session_state.pop(_key(key, name, knob), None)
    st.session_state[f"{key}-strategies"] = list(merged)
    for name, values in merged.items():
        for knob in parameters_of(STRATEGIES[name].params):
            tried = values.get(knob.name, [knob.default])
            st.session_state[_key(key, name, knob)] = list(dict.fromkeys(map(as_text, tried)))
    return notes


def _row(key: str, strategy: Strategy) -> dict[str, Any]:
    knobs = {knob.name: knob for knob in parameters_of(strategy.params)}
    chosen: dict[str, list[Value]] = {}
    with st.container(border=True, key=f"{key}-row-{strategy.name}"):
        st.markdown(f"**{literal(strategy.label)}** · {literal(strategy.summary)}")
        *columns, more = st.columns([7, 5, 4, 2], vertical_alignment="bottom")
        for column, name in zip(columns, _FIRST, strict=True):
            with column:
                chosen[name] = _values(key, strategy, knobs[name])
        rest = [knob for knob in knobs.values() if knob.name not in _FIRST and matters(knob, chosen)]
        if rest:
            with more, st.popover("More", key=f"{key}-more-{strategy.name}", help=_named(rest)):
                for knob in rest:
                    if matters(knob, chosen):
                        chosen[knob.name] = _values(key, strategy, knob)
    return {"name": strategy.name, **_written(knobs, chosen)}


def _named(knobs: Sequence[Parameter]) -> str:
    return "Also to try: " + ", ".join(knob.label.lower() for knob in knobs)


def _values(key: str, strategy: Strategy, knob: Parameter) -> list[Value]:
    """The values to try; where all are taken away, the default."""
    place = _key(key, strategy.name, knob)
    closed = knob.kind in ("choice", "bool", "strategy")
    texts = st.multiselect(
        knob.label,
        list(dict.fromkeys([*offered(knob), *st.session_state[place]])),
        key=place,
        accept_new_options=not closed,
        persist_state="session",
        placeholder=f"{as_text(knob.default)} (default)",
        help=knob.help if closed else f"{knob.help} Type a value and press Enter to try another one.",
    )
    return [as_value(knob, text) for text in texts] or [knob.default]


def _written(knobs: Mapping[str, Parameter], chosen: Mapping[str, list[Value]]) -> dict[str, Any]:
    """Sizes always, and of the rest what differs from the defaults: a plan says what was wanted."""
    return {
        name: values[0] if len(values) == 1 else values
        for name, values in chosen.items()
        if name in _SIZES or values != [knobs[name].default]
    }


def _key(key: str, strategy: str, knob: Parameter) -> str:
    return f"{key}-{strategy}-{knob.name}"

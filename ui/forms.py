"""Forms that draw themselves from parameters. Unlike a hand-made form, a new knob appears without a change here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from chunking.strategy import UNIT_NAMES
from chunking_strategies import STRATEGIES
from core.parameters import Parameter, Value


def draw(
    parameters: Sequence[Parameter],
    keys: Mapping[str, str],
    prefix: str,
    start: Mapping[str, Value],
    model: Callable[[Parameter], Value],
    given: Mapping[str, Value] | None = None,
) -> dict[str, Value]:
    """One widget a parameter that matters beside the values before it; returns the values by name.

    `keys` gives some parameters a fixed widget key, the others get `prefix` and their name. `start` overrides
    the parameters' own defaults. `model` draws what names a language model. `given` are values that were drawn
    elsewhere, and are returned with the others.
    """
    values: dict[str, Value] = dict(given or {})
    for parameter in parameters:
        if not parameter.matters(values):
            continue
        if parameter.kind == "model":
            values[parameter.name] = model(parameter)
        else:
            values[parameter.name] = _WIDGETS[parameter.kind](
                parameter,
                start.get(parameter.name, parameter.default),
                {
                    "key": keys.get(parameter.name, f"{prefix}-{parameter.name}"),
                    "help": parameter.help,
                    "persist_state": "session",
                },
            )
    return values


def _bool(parameter: Parameter, value: Value, common: dict[str, Any]) -> Value:
    return st.toggle(parameter.label, value=bool(value), **common)


def _int(parameter: Parameter, value: Value, common: dict[str, Any]) -> Value:
    low, high = int(parameter.low or 0), int(parameter.high or 1_000_000)
    number = st.number_input(parameter.label, low, high, int(value), step=1, **common)
    return int(number if number is not None else value)


def _float(parameter: Parameter, value: Value, common: dict[str, Any]) -> Value:
    # Streamlit wants all numbers of one type, and a knob may say 0 for 0.0.
    low, high = (None if bound is None else float(bound) for bound in (parameter.low, parameter.high))
    number = st.number_input(parameter.label, low, high, float(value), step=0.05, **common)
    return float(number if number is not None else value)


def _choice(parameter: Parameter, value: Value, common: dict[str, Any]) -> Value:
    options = list(parameter.choices)
    chosen = st.selectbox(
        parameter.label,
        options,
        index=options.index(str(value)),
        format_func=lambda option: UNIT_NAMES.get(option, option),
        **common,
    )
    return chosen or str(value)


def _strategy(parameter: Parameter, value: Value, common: dict[str, Any]) -> Value:
    options = [name for name, each in STRATEGIES.items() if not each.takes_inner]
    return st.selectbox(parameter.label, options, index=options.index(str(value)), **common) or str(value)


def _text(parameter: Parameter, value: Value, common: dict[str, Any]) -> Value:
    return st.text_input(parameter.label, str(value), **common)


_WIDGETS = {"bool": _bool, "int": _int, "float": _float, "choice": _choice, "text": _text, "strategy": _strategy}

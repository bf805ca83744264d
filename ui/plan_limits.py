"""How much of a plan is done: questions, screening, racing, and when it stops. Unlike plan_measures.py, not how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from experiments.plan import SweepPlan


@dataclass(frozen=True, slots=True)
class _Switch:
    """A part of a plan that is on or off, with its one number. `name` and `number` are the plan's."""

    name: str
    label: str
    help: str
    number: str
    number_label: str
    number_help: str
    usual: int
    most: int


_SWITCHES = (
    _Switch(
        "screening",
        "Screen first",
        "All configurations are scored from one pass of the encoder over the documents; only the best are then "
        "evaluated in full. Needs questions with evidence.",
        "finalists",
        "Finalists",
        "How many of the best are confirmed with the vectors that collections have.",
        3,
        100,
    ),
    _Switch(
        "racing",
        "Race",
        "Questions come in blocks; who can no longer win is dropped after a block. The best is lost with a "
        "probability of at most 5\u00a0%.",
        "block",
        "Questions a block",
        "Smaller blocks drop sooner.",
        25,
        1000,
    ),
)


def show(key: str) -> dict[str, Any]:
    """This part of a plan."""
    questions = st.number_input(
        "How many questions", 1, None, value=None, key=f"{key}-limit", persist_state="session",
        placeholder="all of them", help="The first so many. More questions, narrower intervals, longer wait.",
    )  # fmt: skip
    *columns, right = st.columns(len(_SWITCHES) + 1)
    values: dict[str, Any] = {}
    for column, switch in zip(columns, _SWITCHES, strict=True):
        with column:
            values[switch.name] = _switched(key, switch)
    with right:
        stops = _stops(key)
    if questions is not None:
        stops["questions"] = int(questions)
    return values | {"limits": stops}


def fill(key: str, plan: SweepPlan) -> None:
    """Let the widgets show a plan."""
    state: dict[str, Any] = {
        "limit": plan.limits.questions,
        "minutes": plan.limits.seconds / 60 if plan.limits.seconds else None,
        "money": plan.limits.money,
    }
    for switch in _SWITCHES:
        part = getattr(plan, switch.name)
        state |= {switch.name: part is not None, switch.number: getattr(part, switch.number, switch.usual)}
    st.session_state.update({f"{key}-{name}": value for name, value in state.items()})


def _switched(key: str, switch: _Switch) -> dict[str, int] | None:
    """The part with its number; None where it is off."""
    on = st.toggle(switch.label, key=f"{key}-{switch.name}", persist_state="session", help=switch.help)
    start = _start(key, switch.number, switch.usual)
    number = st.number_input(
        switch.number_label, 1, switch.most, key=f"{key}-{switch.number}", value=start, persist_state="session",
        disabled=not on, help=switch.number_help,
    )  # fmt: skip
    return {switch.number: int(number or switch.usual)} if on else None


def _stops(key: str) -> dict[str, Any]:
    minutes = st.number_input(
        "Stop after minutes", 0.1, None, key=f"{key}-minutes", value=_start(key, "minutes", None),
        persist_state="session", placeholder="no limit", help="What is done by then is kept; going on takes it up.",
    )  # fmt: skip
    money = st.number_input(
        "Stop at US$", 0.0, None, key=f"{key}-money", value=_start(key, "money", None),
        persist_state="session", placeholder="no limit", help="Of all calls whose price is known.",
    )  # fmt: skip
    given = {"seconds": minutes * 60 if minutes else None, "money": money}
    return {name: value for name, value in given.items() if value is not None}


def _start(key: str, name: str, otherwise: Any) -> Any:
    """A widget's first value; none where the session holds one, which then counts."""
    return "min" if f"{key}-{name}" in st.session_state and otherwise is not None else otherwise

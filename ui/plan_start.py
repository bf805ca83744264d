"""What a new plan starts from: a preset, or a plan that was written or run before. It fills the form's other parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.errors import ChunkTraceError
from experiments.plan import SweepPlan
from experiments.plan_file import plan_of_text, plan_of_values
from experiments.plan_text import plan_values
from experiments.presets import PRESETS, preset
from ui import address, plan_data, plan_limits, plan_measures, plan_strategies
from ui.literal import literal

# A preset names no documents; those that are chosen stay.
_ANY = "sample:any"
FIRST = "find-my-chunker"


def show(key: str) -> None:
    """The presets and the way to open a plan, and what of it the form cannot show."""
    name = address.take("evaluate", "preset", PRESETS, FIRST)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.pills(
            "Start from",
            list(PRESETS),
            required=True,
            format_func=lambda name: PRESETS[name].label,
            key="evaluate-preset",
            wrap=True,
        )
        with st.popover("Open a plan", icon="📄", help="A YAML file, as the command sweep takes it"):
            file = st.file_uploader("Plan (YAML)", type=["yaml", "yml"], key=f"{key}-file", max_upload_size=1)
    st.caption(literal(PRESETS[name].summary))
    applied, opened = f"{key}-applied", f"{key}-opened"
    if st.session_state.get(applied) != name:
        if applied not in st.session_state:
            plan_data.fill(key, plan_data.first(), "")
        _fill(key, plan_of_values({"data": _ANY} | preset(name), name).plan)
        st.session_state[applied] = name
    if file is not None and st.session_state.get(opened) != file.file_id:
        st.session_state[opened] = file.file_id
        _open(key, file.name, file.getvalue())
    for note in st.session_state.get(f"{key}-notes", ()):
        st.warning(literal(note))


def fill(key: str, plan: SweepPlan) -> None:
    """Let the form show a whole plan, before its widgets are drawn or in a callback; presets do not overrule it."""
    plan_data.fill(key, plan.data, plan.questions)
    _fill(key, plan)
    st.session_state[f"{key}-applied"] = st.session_state.get("evaluate-preset", FIRST)


def kept(key: str) -> Mapping[str, Any]:
    """The values of the plan that the form was filled from."""
    found: Mapping[str, Any] = st.session_state.get(f"{key}-kept", {})
    return found


def _fill(key: str, plan: SweepPlan) -> None:
    st.session_state[f"{key}-notes"] = plan_strategies.fill(key, plan.strategies)
    plan_measures.fill(key, plan)
    plan_limits.fill(key, plan)
    st.session_state[f"{key}-kept"] = plan_values(plan)


def _open(key: str, name: str, content: bytes) -> None:
    try:
        fill(key, plan_of_text(content.decode("utf-8-sig", "replace"), name).plan)
    except ChunkTraceError as error:
        st.session_state[f"{key}-notes"] = [str(error)]

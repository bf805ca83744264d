"""The plan builder: what to try, what it will take, and the button that starts it. Its parts are in ui/plan_*.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import streamlit as st

from core.counted import counted
from core.errors import ChunkTraceError
from experiments.configurations import Configuration, expand
from experiments.plan import SweepPlan
from experiments.plan_file import plan_of_values
from experiments.plan_text import plan_text, with_kept
from experiments.saved import free_name
from ui import (
    choices,
    job_panel,
    plan_cost,
    plan_data,
    plan_limits,
    plan_measures,
    plan_start,
    plan_strategies,
    resources,
    sweep_work,
)
from ui.literal import literal
from ui.tables import frame

KEY = "evaluate-plan"
_NAME = "your plan"
_PROBLEM = f"{KEY}-problem"
Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class Draft:
    """What the form holds. Without a plan, `problem` says why in the reader's words."""

    measures: plan_measures.Measures
    plan: SweepPlan | None = None
    configurations: tuple[Configuration, ...] = ()
    problem: str = ""


def show() -> None:
    """The whole form; what it comes to stands above the details."""
    plan_start.show(KEY)
    named = plan_data.show(KEY)
    summary = st.container(border=True, key=f"{KEY}-summary")
    draft = _details(named)
    with summary:
        _summary(draft)
    if draft.plan:
        with st.expander(f"All {counted(len(draft.configurations), 'configuration')}"):
            _configurations(draft.configurations)


def _details(named: plan_data.Named) -> Draft:
    """The parts that most people leave as they are. A mistake in one does not take away the others."""
    problems: list[str] = [named.waits] if named.waits else []
    with st.expander("What is tried", expanded=True, icon="🧩"):
        strategies = _part(lambda: plan_strategies.show(KEY), problems, [])
    with st.expander("Encoders, retrieval, judge and model", icon="🔎"):
        nothing = plan_measures.Measures({}, choices.ModelChoice(choices.NONE), None)
        measures = _part(lambda: plan_measures.show(KEY), problems, nothing)
    with st.expander("Questions, screening, racing and limits", icon="⏱️"):
        limits = plan_limits.show(KEY)
    if not strategies:
        problems.append("Choose at least one strategy.")
    if problems or measures.waits:
        return Draft(measures, problem=(*problems, measures.waits)[0])
    values = {"data": named.data, "questions": named.questions, "strategies": strategies, **measures.values, **limits}
    return _checked(with_kept(values, plan_start.kept(KEY)), measures)


def _part(draw: Callable[[], Part], problems: list[str], otherwise: Part) -> Part:
    try:
        return draw()
    except ChunkTraceError as error:
        problems.append(str(error))
        return otherwise


def _checked(values: dict[str, Any], measures: plan_measures.Measures) -> Draft:
    try:
        file = plan_of_values(values, _NAME)
        return Draft(measures, file.plan, expand(file))
    except ChunkTraceError as error:
        return Draft(measures, problem=str(error).removeprefix(f"{_NAME}: "))


def _summary(draft: Draft) -> None:
    """What it comes to, then the name and the button."""
    problem = draft.problem
    if draft.plan and not problem:
        try:
            plan_cost.show(KEY, draft.plan, draft.configurations, draft.measures)
        except ChunkTraceError as error:
            problem = str(error)
    if problem:
        st.warning(literal(problem), icon="✏️")
    proposed = free_name(plan_data.name_of(draft.plan.data), resources.home()) if draft.plan else ""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.text_input(
            "Name of the sweep", key=f"{KEY}-name", placeholder=proposed, width=280,
            help="Its runs, tables and plan are kept under this name on this machine.",
        )  # fmt: skip
        st.button(
            "Start the sweep",
            key=f"{KEY}-begin",
            type="primary",
            disabled=bool(problem) or draft.plan is None,
            on_click=_begin,
            args=(name.strip() or proposed, draft.plan, draft.measures.models),
        )
        if draft.plan:
            st.download_button(
                "Plan (YAML)",
                plan_text(draft.plan),
                f"{name.strip() or proposed}.yaml",
                "application/yaml",
                key=f"{KEY}-download",
                on_click="ignore",
                help="The same file that python cli.py sweep takes.",
            )
    if told := st.session_state.pop(_PROBLEM, ""):
        st.error(literal(told))


def _begin(name: str, plan: SweepPlan, models: sweep_work.Models) -> None:
    """Save and queue; the page then shows the sweep."""
    try:
        job, _ = sweep_work.begin(name, plan, models)
    except ChunkTraceError as error:
        st.session_state[_PROBLEM] = str(error)
        return
    job_panel.mine(job)
    st.session_state["evaluate-sweep"] = job.place.query["sweep"] if job.place else ""
    st.session_state[f"{KEY}-name"] = ""


def _configurations(configurations: tuple[Configuration, ...]) -> None:
    rows = [
        {
            "configuration": one.name,
            "strategy": one.chunking.strategy,
            "size": dict(one.chunking.parameters)["chunk_size"],
            "overlap": dict(one.chunking.parameters)["overlap"],
            "unit": dict(one.chunking.parameters)["unit"],
            "encoder": one.encoder,
            "read": one.method,
            "retriever": one.retrieval.mode,
            "context": f"{one.retrieval.k} passages"
            if one.retrieval.token_budget is None
            else f"{one.retrieval.token_budget:,} tokens",
        }
        for one in configurations
    ]
    st.dataframe(frame(rows), hide_index=True, height=min(420, 38 + 35 * len(rows)))

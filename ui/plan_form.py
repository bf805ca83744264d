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
from experiments.plan_file import plan_of_text, plan_of_values
from experiments.plan_text import plan_text, plan_values, with_kept
from experiments.presets import PRESETS, preset
from experiments.saved import free_name
from ui import address, choices, job_panel, plan_cost, plan_data, plan_measures, plan_strategies, resources, sweep_work
from ui.literal import literal
from ui.tables import frame

KEY = "evaluate-plan"
_NAME = "your plan"
# A preset names no documents; those that are chosen stay.
_ANY = "sample:any"
FIRST = "find-my-chunker"
_APPLIED, _OPENED, _NOTES, _PROBLEM, _KEPT = (
    f"{KEY}-{each}" for each in ("applied", "opened", "notes", "problem", "kept")
)
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
    _starting_points()
    for note in st.session_state.get(_NOTES, ()):
        st.warning(literal(note))
    named = plan_data.show(KEY)
    summary = st.container(border=True, key=f"{KEY}-summary")
    draft = _details(named)
    with summary:
        _summary(draft)
    if draft.plan:
        with st.expander(f"All {counted(len(draft.configurations), 'configuration')}"):
            _configurations(draft.configurations)


def fill(plan: SweepPlan) -> None:
    """Let the form show a whole plan, before its widgets are drawn or in a callback; presets do not overrule it."""
    plan_data.fill(KEY, plan.data, plan.questions)
    _fill(plan)
    st.session_state[_APPLIED] = st.session_state.get("evaluate-preset", FIRST)


def _fill(plan: SweepPlan) -> None:
    st.session_state[_NOTES] = plan_strategies.fill(KEY, plan.strategies)
    plan_measures.fill(KEY, plan)
    st.session_state[_KEPT] = plan_values(plan)
    st.session_state[f"{KEY}-limit"] = plan.limits.questions


def _starting_points() -> None:
    """Presets, and a plan that was written or downloaded before."""
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
            file = st.file_uploader("Plan (YAML)", type=["yaml", "yml"], key=f"{KEY}-file", max_upload_size=1)
    st.caption(literal(PRESETS[name].summary))
    if st.session_state.get(_APPLIED) != name:
        if _APPLIED not in st.session_state:
            plan_data.fill(KEY, plan_data.first(), "")
        _fill(plan_of_values({"data": _ANY} | preset(name), name).plan)
        st.session_state[_APPLIED] = name
    if file is not None and st.session_state.get(_OPENED) != file.file_id:
        st.session_state[_OPENED] = file.file_id
        _open(file.name, file.getvalue())


def _open(name: str, content: bytes) -> None:
    try:
        fill(plan_of_text(content.decode("utf-8-sig", "replace"), name).plan)
    except ChunkTraceError as error:
        st.session_state[_NOTES] = [str(error)]


def _details(named: plan_data.Named) -> Draft:
    """The parts that most people leave as they are. A mistake in one does not take away the others."""
    problems: list[str] = [named.waits] if named.waits else []
    with st.expander("What is tried", expanded=True, icon="🧩"):
        strategies = _part(lambda: plan_strategies.show(KEY), problems, [])
    with st.expander("Encoders, retrieval, judge and model", icon="🔎"):
        nothing = plan_measures.Measures({}, choices.ModelChoice(choices.NONE), None)
        measures = _part(lambda: plan_measures.show(KEY), problems, nothing)
    with st.expander("Questions, screening, racing and limits", icon="⏱️"):
        questions = st.number_input(
            "How many questions", 1, None, value=None, key=f"{KEY}-limit", persist_state="session",
            placeholder="all of them", help="The first so many. More questions, narrower intervals, longer wait.",
        )  # fmt: skip
        limits = plan_measures.limits(KEY, int(questions) if questions else None)
    if not strategies:
        problems.append("Choose at least one strategy.")
    if problems or measures.waits:
        return Draft(measures, problem=(*problems, measures.waits)[0])
    values = {"data": named.data, "questions": named.questions, "strategies": strategies, **measures.values, **limits}
    return _checked(with_kept(values, st.session_state.get(_KEPT, {})), measures)


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
            plan_cost.show(draft.plan, draft.configurations, draft.measures)
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

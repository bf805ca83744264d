"""What can be done with a sweep: go on, compare, take it elsewhere, begin another one like it, delete it."""

from __future__ import annotations

import streamlit as st

from core.errors import ChunkTraceError
from experiments.plan import SweepPlan
from experiments.plan_text import plan_text
from experiments.saved import SavedSweep, delete_sweep, open_sweep
from experiments.tables import LEADERBOARD, REPORT
from ui import choices, job_panel, places, plan_form, plan_start, removal, resources, sweep_work
from ui.jobs import Job
from ui.literal import literal

# The Compare page is told of so many runs; it offers the others.
_COMPARED = 20


def show(saved: SavedSweep, plan: SweepPlan, job: Job | None) -> None:
    """Cancel or go on; take it elsewhere; delete it."""
    models = _keys(plan) if job is None and not saved.finished else {}
    with st.container(horizontal=True, vertical_alignment="center", key="evaluate-sweep-actions"):
        if job is None and not saved.finished:
            st.button("Go on", key="evaluate-sweep-go-on", type="primary", on_click=go_on, args=(saved.name, models))
        _compare_link(saved)
        files = (
            ("Leaderboard (CSV)", LEADERBOARD, "text/csv"),
            ("Report (HTML)", REPORT, "text/html"),
        )
        for label, name, kind in files:
            if job is None and (saved.folder / name).is_file():
                content = (saved.folder / name).read_bytes()
                st.download_button(
                    label, content, f"{saved.name}-{name}", kind, key=f"evaluate-sweep-{name}", on_click="ignore"
                )
        st.download_button(
            "Plan (YAML)", plan_text(plan), f"{saved.name}.yaml", "application/yaml",
            key="evaluate-sweep-plan", on_click="ignore", help="The same file that python cli.py sweep takes.",
        )  # fmt: skip
        st.button(
            "New plan like this", key="evaluate-sweep-again", on_click=_again, args=(plan,),
            help="The plan builder with these settings, to change and to start as another sweep.",
        )  # fmt: skip
        if job is None:
            with st.popover("Delete"):
                st.caption("Its runs and tables are deleted with it.")
                removal.button("evaluate-sweep-delete", delete_sweep, saved.name, resources.home())


def _compare_link(saved: SavedSweep) -> None:
    """To Compare with the runs that came to their end, in the order of the plan, whose first is the baseline."""
    if saved.state is None:
        return
    ended = [one.name for one in saved.state.standings if one.state == "confirmed"][:_COMPARED]
    if len(ended) > 1:
        runs = [("run", f"{saved.name}/{name}") for name in ended]
        st.page_link(places.COMPARE, label=f"Compare these {len(ended)}", icon="⚖️", query_params=runs)


def go_on(name: str, models: sweep_work.Models) -> None:
    """Queue what is left; a callback, here and on the Start page."""
    try:
        job, _ = sweep_work.go_on(open_sweep(name, resources.home()), models)
    except ChunkTraceError as error:
        st.toast(literal(str(error)))
        return
    job_panel.mine(job)


def _again(plan: SweepPlan) -> None:
    plan_start.fill(plan_form.KEY, plan)
    st.session_state["evaluate-sweep"] = ""


def _keys(plan: SweepPlan) -> dict[str, choices.ModelChoice]:
    """The plan's models on other machines, with a key where one is typed: a saved plan holds none."""
    names = [name for name in dict.fromkeys([plan.model, plan.judge_model]) if name and "@" in name]
    return {
        name: choices.ModelChoice(
            name,
            st.text_input(
                f"API key for {name}", type="password", key=f"evaluate-sweep-key-{name}", width=320,
                help="Kept in this browser session only. Left empty, that of the environment is used.",
            ),
        )
        for name in names
    }  # fmt: skip

"""One sweep on the page: what it came to, how far it is, its table, and what can be done with it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from core.counted import counted
from core.durations import duration
from core.errors import ChunkTraceError
from evaluation.metrics import METRICS
from experiments.confirm import STAGE
from experiments.live import Line, SweepFollower, by_rank, share_done
from experiments.plan import SweepPlan
from experiments.plan_text import plan_text
from experiments.saved import SavedSweep, delete_sweep, open_sweep, plan_of_sweep
from experiments.standings import Stand, SweepState
from experiments.tables import LEADERBOARD, REPORT
from experiments.tasks import RUNS
from ui import (
    address,
    choices,
    job_panel,
    places,
    plan_form,
    removal,
    resources,
    results,
    sweep_chart,
    sweep_table,
    sweep_work,
)
from ui.jobs import Job
from ui.literal import literal

_EVERY = 2.0
# The Compare page is told of so many runs; it offers the others.
_COMPARED = 20
_CHOSEN = "evaluate-configuration"
_COUNTED: tuple[tuple[Stand, str], ...] = (
    ("confirmed", "done"),
    ("asking", "being asked"),
    ("preparing", "being prepared"),
    ("screened", "screened"),
    ("waiting", "waiting"),
    ("screened out", "screened out"),
    ("dropped", "dropped in the race"),
    ("not done", "not done"),
    ("failed", "failed"),
)


def show(name: str) -> None:
    """Everything about the sweep of this name. Raises LoadError where it is gone or cannot be read."""
    saved = open_sweep(name, resources.home())
    plan = plan_of_sweep(saved).plan
    active = resources.jobs().by_key(sweep_work.job_key(name))
    st.fragment(_live, run_every=_EVERY if active else None)(name, active is not None)
    _actions(saved, plan, active)
    if saved.runs:
        _one_run(saved)


def _live(name: str, was_active: bool) -> None:
    """What changes while it runs."""
    job = resources.jobs().by_key(sweep_work.job_key(name))
    # At the end of all work the panel above runs the page anew; once more would take away what it tells.
    if was_active and job is None and resources.jobs().active():
        st.rerun()
    saved = open_sweep(name, resources.home())
    state = saved.state
    if state is None:
        _before(job)
        return
    running = job is not None and job.state == "running"
    lines = _follower(str(saved.folder), state.metric).lines(state, running=running)
    _head(state, lines, job)
    if not running:
        lines = by_rank(lines, state.metric)
    sweep_chart.show(lines, state.metric, f"evaluate-sweep-chart-{name}")
    # Another order is another table, so that a selection never means another row.
    key = f"evaluate-sweep-table-{name}-{state.ended}-{running}"
    chosen = sweep_table.table(lines, state.metric, state.questions, key)
    if chosen and st.session_state.get(f"{key}-seen") != chosen:
        st.session_state[f"{key}-seen"] = chosen
        st.session_state[_CHOSEN] = chosen
        st.rerun()


@st.cache_resource(max_entries=4, show_spinner=False)
def _follower(folder: str, metric: str) -> SweepFollower:
    return SweepFollower(Path(folder), metric)


def _before(job: Job | None) -> None:
    """Before the first configuration: waiting, loading, or never begun."""
    if job is None:
        st.info("This sweep was saved, but has not begun. Go on starts it.")
    elif job.state == "queued":
        st.info("Waiting for the work before it. The Queue tab has the order.")
    else:
        st.info("Loading the documents, the questions and the models.")


def _head(state: SweepState, lines: Sequence[Line], job: Job | None) -> None:
    """What it came to, else how far it is."""
    if job is not None:
        st.markdown(literal(_progress(state, lines, job)))
    elif state.ended == "finished":
        for place, sentence in enumerate(state.verdict):
            st.markdown(f"**{literal(sentence)}**" if place == 0 else f"- {literal(sentence)}")
        for note in state.notes:
            st.markdown(f"- {literal(note)}.")
        if not state.verdict:
            st.warning("No configuration was evaluated to its end; the table says why.")
    else:
        problem = f": {state.problem}" if state.problem else ""
        st.warning(literal(f"Stopped{problem}. What was measured is kept, and Go on takes it up from there."))
    parts = [f"{state.count(one)} {word}" for one, word in _COUNTED if state.count(one)]
    st.caption(
        literal(
            f"{counted(len(state.standings), 'configuration')}: {', '.join(parts)}. "
            f"{counted(state.questions, 'question')} each, ranked by {METRICS[state.metric].label.lower()}."
        )
    )


def _progress(state: SweepState, lines: Sequence[Line], job: Job) -> str:
    """What is being done in more words than the panel of all work has, and how much of the whole is done."""
    if job.progress is None or job.state == "queued":
        return "Waiting for the work before it."
    progress = job.progress
    share = share_done(lines, state.questions) if progress.stage == STAGE else None
    whole = "" if share is None else f"{share:.0%} of the questions are asked · "
    took = f" · {duration(time.time() - job.began)} so far"
    left = job.seconds_left(time.monotonic())
    ahead = f" · about {duration(left)} left in this stage" if left and left >= 1 else ""
    number = f" {progress.done:,} of {progress.total:,}" if progress.total else ""
    note = f" · {progress.note}" if progress.note else ""
    return f"{whole}{progress.stage}{number}{note}{took}{ahead}"


def _actions(saved: SavedSweep, plan: SweepPlan, job: Job | None) -> None:
    """Cancel or go on; take it elsewhere; delete it."""
    models = _keys(plan) if job is None and not saved.finished else {}
    with st.container(horizontal=True, vertical_alignment="bottom", key="evaluate-sweep-actions"):
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
    """Compare with the runs that came to their end, the best first."""
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
    plan_form.fill(plan)
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


def _one_run(saved: SavedSweep) -> None:
    """The results of one configuration, which a row of the table chooses too."""
    names = [path.name for path in saved.runs]
    st.subheader("One configuration", anchor=False)
    address.take("evaluate", "configuration", ["", *names], "")
    name = st.selectbox(
        "Configuration", ["", *names], format_func=lambda each: each or "Choose one here or in the table",
        key=_CHOSEN,
    )  # fmt: skip
    if not name:
        return
    run = resources.run_in(saved.folder / RUNS / name, saved.name)
    st.button(
        "Keep as a collection", key="evaluate-sweep-keep", on_click=_keep, args=(saved, name),
        help="Builds it, so that Chat and Chunks can use it. Its vectors are there already.",
    )  # fmt: skip
    if not run.complete:
        st.warning(f"Unfinished: {len(run.outcomes):,} of {run.total:,} questions.")
    if len(run.outcomes):
        results.show(run)


def _keep(saved: SavedSweep, name: str) -> None:
    try:
        job, _ = sweep_work.keep(saved, name)
    except ChunkTraceError as error:
        st.toast(literal(str(error)))
        return
    job_panel.mine(job)

"""One sweep on the page: what it came to, how far it is, and its table, which fills while it runs."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from core.counted import counted
from core.durations import duration
from evaluation.metrics import METRICS
from experiments.confirm import STAGE
from experiments.live import Line, SweepFollower, by_rank, share_done
from experiments.saved import open_sweep, plan_of_sweep
from experiments.standings import Stand, SweepState
from ui import job_panel, resources, sweep_actions, sweep_chart, sweep_run, sweep_table, sweep_work
from ui.jobs import Job
from ui.literal import literal

_EVERY = 2.0
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
    sweep_actions.show(saved, plan, active)
    if saved.runs:
        sweep_run.show(saved)


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
        st.session_state[sweep_run.CHOSEN] = chosen
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
    now = Counter(line.standing.state for line in lines)
    parts = [f"{now[one]:,} {word}" for one, word in _COUNTED if now[one]]
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
    note = f" · {progress.note}" if progress.note else ""
    return f"{whole}{job_panel.stage_words(progress)}{note}{took}{ahead}"

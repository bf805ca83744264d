"""Running work on the page: progress, time left, cancel; and what becomes of the session when a job ends."""

from __future__ import annotations

import time
from collections.abc import Sequence

import streamlit as st

from core.counted import counted
from core.durations import duration
from core.events import Progress
from ui.jobs import Job
from ui.literal import literal
from ui.resources import jobs

_MINE = "jobs-mine"
_WATCHED = "jobs-watched"
_TOLD = "jobs-told"
_UNITS = {
    "Reading": "characters",
    "Encoding": "texts",
    "Chunking": "documents",
    "Writing": "chunks",
    "Screening": "configurations",
    "evaluate": "questions",
    "ask under scenarios": "questions",
}


def mine(job: Job) -> None:
    """Remember that this session started the job, so that its result is chosen on the pages."""
    st.session_state.setdefault(_MINE, set()).add(job.id)


def adopt_finished() -> None:
    """Take over what ended since the last run of the script.

    A session watches every job that it has seen active, so that a page reloaded meanwhile still tells the end.
    """
    watched: set[str] = st.session_state.setdefault(_WATCHED, set()) | st.session_state.get(_MINE, set())
    active = {job.id for job in jobs().active()}
    for job_id in sorted(watched - active):
        job = jobs().get(job_id)
        if job is not None:
            st.session_state.setdefault(_TOLD, []).append(job)
            _choose(job)
    st.session_state[_WATCHED] = active
    st.session_state[_MINE] = st.session_state.get(_MINE, set()) & active


def _choose(job: Job) -> None:
    """Make the result what the pages show; work started elsewhere never changes a choice made here."""
    started_here = job.id in st.session_state.get(_MINE, set())
    for key, value in job.result.chosen.items() if job.state == "done" else ():
        if started_here or key not in st.session_state:
            st.session_state[key] = value


def show(*, running: bool = True) -> None:
    """Work in progress on this server, unless the page itself shows it, then what has ended in this session."""
    if running and jobs().active():
        _running()
    for job in st.session_state.pop(_TOLD, []):
        if job.state == "done":
            st.success(literal(f"{job.title}: {job.result.sentence}"), icon="✅")
            _warn(job.result.warnings)
        elif job.state == "cancelled":
            st.info(literal(f"{job.title}: cancelled. What was finished is kept; starting again goes on from there."))
        else:
            st.error(literal(job.error))


def _warn(warnings: Sequence[str]) -> None:
    """One box whatever their number: many are told by the first, and the others on demand."""
    if not warnings:
        return
    if len(warnings) == 1:
        st.warning(literal(warnings[0]))
        return
    with st.expander(literal(f"{warnings[0]} (and {counted(len(warnings) - 1, 'more notice')})"), icon="⚠️"):
        st.text("\n".join(warnings))


@st.fragment(run_every=1.0)
def _running() -> None:
    active = jobs().active()
    if not active:
        st.rerun()
    for job in active:
        with st.container(border=True, horizontal=True, vertical_alignment="center", key=f"job-{job.id}"):
            st.progress(job.share or 0.0, text=literal(said(job)))
            if job.place is not None:
                st.page_link(job.place.page, label="See it", query_params=dict(job.place.query))
            st.button(
                "Cancelling…" if job.cancelling else "Cancel",
                key=f"job-cancel-{job.id}",
                on_click=jobs().cancel,
                args=(job.id,),
                disabled=job.cancelling,
            )


def said(job: Job) -> str:
    """How far a job is, in a line."""
    if job.state == "queued":
        return f"{job.title}: waiting for the work before it"
    if job.progress is None:
        return f"{job.title}: starting"
    return f"{job.title}: {stage_words(job.progress)}{_left(job)}"


def stage_words(progress: Progress) -> str:
    """A stage and how far it is, with what is counted where the stage's name does not say it."""
    unit = f" {_UNITS[progress.stage]}" if progress.stage in _UNITS else ""
    counted = f" {progress.done:,} of {progress.total:,}{unit}" if progress.total else ""
    return f"{progress.stage}{counted}"


def _left(job: Job) -> str:
    left = job.seconds_left(time.monotonic())
    return f", about {duration(left)} left" if left and left >= 1 else ""

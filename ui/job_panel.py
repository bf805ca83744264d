"""Running work on the page: progress, time left, cancel; and what becomes of the session when a job ends."""

from __future__ import annotations

import time

import streamlit as st

from core.events import Progress
from ui.jobs import Job
from ui.literal import literal
from ui.resources import jobs

_MINE = "jobs-mine"
_TOLD = "jobs-told"


def mine(job: Job) -> None:
    """Remember that this session started the job, so that its end is told here."""
    st.session_state.setdefault(_MINE, []).append(job.id)


def adopt_finished() -> None:
    """Choose newly built collections and runs on the pages, and keep what is to be told once."""
    waiting = []
    for job_id in st.session_state.get(_MINE, []):
        job = jobs().get(job_id)
        if job is None:
            continue
        if job.active:
            waiting.append(job_id)
        else:
            st.session_state.setdefault(_TOLD, []).append(job)
            if job.state == "done":
                _choose(job)
    st.session_state[_MINE] = waiting


def _choose(job: Job) -> None:
    """Make the result of a job what Chat, Evaluate and Compare show."""
    for key, value in job.result.chosen.items():
        st.session_state[key] = value


def show() -> None:
    """Work in progress on this server, then what has ended in this session."""
    if jobs().active():
        _running()
    for job in st.session_state.pop(_TOLD, []):
        if job.state == "done":
            st.success(literal(f"{job.title}: {job.result.sentence}"), icon="✅")
            for warning in job.result.warnings:
                st.warning(literal(warning))
        elif job.state == "cancelled":
            st.info(literal(f"{job.title}: cancelled. What was finished is kept; starting again goes on from there."))
        else:
            st.error(literal(job.error))


@st.fragment(run_every=0.5)
def _running() -> None:
    active = jobs().active()
    if not active:
        st.rerun()
    for job in active:
        with st.container(border=True, horizontal=True, vertical_alignment="center", key=f"job-{job.id}"):
            st.progress(job.share or 0.0, text=literal(_said(job)))
            st.button(
                "Cancelling…" if job.cancelling else "Cancel",
                key=f"job-cancel-{job.id}",
                on_click=jobs().cancel,
                args=(job.id,),
                disabled=job.cancelling,
            )


def _said(job: Job) -> str:
    if job.state == "queued":
        return f"{job.title}: waiting for the work before it"
    if job.progress is None:
        return f"{job.title}: starting"
    return f"{job.title}: {_stage(job.progress)}{_left(job)}"


def _stage(progress: Progress) -> str:
    counted = f" {progress.done:,} of {progress.total:,}" if progress.total else ""
    return f"{progress.stage}{counted}"


def _left(job: Job) -> str:
    left = job.seconds_left(time.monotonic())
    if left is None or left < 1:
        return ""
    return f", about {left:.0f} s left" if left < 90 else f", about {left / 60:.0f} min left"

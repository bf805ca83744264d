"""All work of this server: what runs, what waits in which order, what has ended. Unlike job_panel.py, a page."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import streamlit as st

from core.counted import counted
from core.durations import duration
from ui import job_panel, resources
from ui.jobs import Job
from ui.literal import literal
from ui.tables import frame

_EVERY = 1.0
_STATES = {"done": "● done", "failed": "⚠ failed", "cancelled": "‖ cancelled"}


def show() -> None:
    """The queue, then what has ended since the program was started."""
    working = bool(resources.jobs().active())
    st.fragment(_live, run_every=_EVERY if working else None)(working)


def _live(was_working: bool) -> None:
    active = resources.jobs().active()
    if was_working and not active:
        st.rerun()  # the whole page tells what has ended
    if not active:
        st.info("Nothing is running and nothing waits. Evaluations, sweeps and builds are queued here.")
    waiting = [job.id for job in active if job.state == "queued"]
    for job in active:
        with st.container(border=True, key=f"evaluate-queue-{job.id}"):
            st.progress(job.share or 0.0, text=literal(job_panel.said(job)))
            with st.container(horizontal=True, vertical_alignment="center"):
                _buttons(job, waiting)
    _ended()


def _buttons(job: Job, waiting: list[str]) -> None:
    """Order for what waits, cancel for all, and where to see it."""
    jobs = resources.jobs()
    if job.id in waiting:
        first, last = job.id == waiting[0], job.id == waiting[-1]
        for label, steps, off in (("↑ Sooner", -1, first), ("↓ Later", 1, last)):
            st.button(
                label, key=f"evaluate-queue-{steps}-{job.id}", on_click=jobs.move, args=(job.id, steps), disabled=off
            )
    st.button(
        "Cancelling…" if job.cancelling else "Cancel",
        key=f"evaluate-queue-cancel-{job.id}",
        on_click=jobs.cancel,
        args=(job.id,),
        disabled=job.cancelling,
    )
    if job.place is not None:
        st.page_link(job.place.page, label="See it", icon="📈", query_params=dict(job.place.query))
    since = job.began if job.state == "running" else job.submitted
    st.caption(f"{'running' if job.state == 'running' else 'queued'} for {duration(time.time() - since)}")


def _ended() -> None:
    ended = resources.jobs().ended()
    if not ended:
        return
    st.subheader("Ended", anchor=False)
    rows = [
        {
            "state": _STATES.get(job.state, job.state),
            "work": job.title,
            "ended": datetime.fromtimestamp(job.ended, UTC).strftime("%H:%M:%S"),
            "took": duration(job.ended - job.began) if job.began else "",
            "what came of it": job.result.sentence if job.state == "done" else job.error,
        }
        for job in ended
    ]
    st.dataframe(
        frame(rows),
        hide_index=True,
        column_config={
            "work": st.column_config.TextColumn(width="medium"),
            "what came of it": st.column_config.TextColumn(width="large"),
            "ended": st.column_config.TextColumn("ended (UTC)"),
        },
    )
    st.caption(f"{counted(len(ended), 'job')} since the program was started; older ones are forgotten.")

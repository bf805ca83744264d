"""One configuration of a sweep: its results, and the way to keep it as a collection."""

from __future__ import annotations

import streamlit as st

from core.errors import ChunkTraceError
from experiments.folders import RUNS
from experiments.saved import SavedSweep
from ui import address, job_panel, resources, results, sweep_work
from ui.literal import literal

CHOSEN = "evaluate-configuration"


def show(saved: SavedSweep) -> None:
    """The results of one configuration, which a row of the table chooses too."""
    names = [path.name for path in saved.runs]
    st.subheader("One configuration", anchor=False)
    address.take("evaluate", "configuration", ["", *names], "")
    name = st.selectbox(
        "Configuration", ["", *names], format_func=lambda each: each or "Choose one here or in the table",
        key=CHOSEN,
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

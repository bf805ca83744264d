"""One collection evaluated: the form, the button, the results of its runs. Unlike sweeps_view.py, builds nothing."""

from __future__ import annotations

import streamlit as st

from evaluation.runs import delete_run
from ui import address, empty, evaluation_form, job_panel, places, removal, resources, results, work
from ui.jobs import Place
from ui.labels import full
from ui.literal import literal


def show() -> None:
    """The form, and below it what is known of the chosen collection."""
    cards = resources.complete_collections()
    if not cards:
        empty.no_collection()
        st.markdown("Or try many strategies on your documents at once, which needs no collection.")
        st.button("Many configurations", key="evaluate-to-sweep", icon="🧪", on_click=_to_sweep)
        return
    with st.container(border=True, key="evaluate-settings"):
        filled = evaluation_form.show(cards)
        started = st.button("Evaluate", key="evaluate-start", type="primary", disabled=bool(filled.waits))
    if started:
        _queue(filled)
    for problem in resources.damaged_runs():
        st.warning(literal(problem))
    _results(filled.card.name)


def _to_sweep() -> None:
    st.session_state["evaluate-view"] = "sweep"


def _queue(filled: evaluation_form.Filled) -> None:
    job, new = resources.jobs().submit(
        f"evaluate:{filled.key}",
        f"Evaluate {filled.card.display}",
        work.evaluate(filled.evaluation()),
        Place(places.EVALUATE, {"view": "run"}),
    )
    if new:
        job_panel.mine(job)
        st.rerun()
    st.info("This evaluation is running already.")


def _results(collection: str) -> None:
    runs = {run.name: run for run in resources.runs() if run.plan["collection"]["name"] == collection}
    if not runs:
        st.info("No run of this collection yet. Press Evaluate: the result appears here.")
        return
    address.take("evaluate", "run", runs, next(iter(runs)))
    run = runs[st.selectbox("Result", list(runs), format_func=lambda name: full(runs[name]), key="evaluate-run")]
    if not run.complete:
        st.warning(f"Unfinished: {len(run.outcomes):,} of {run.total:,} questions. Evaluate the same again to go on.")
    if run.outcomes:
        results.show(run)
    with st.popover("Delete this result"):
        removal.button("evaluate-delete", delete_run, run.folder)

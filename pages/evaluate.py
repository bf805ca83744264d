"""Score a collection with TRACe over a question set."""

import streamlit as st

from evaluation.runs import delete_run
from ui import empty, evaluation_form, job_panel, removal, resources, results, work
from ui.labels import full
from ui.literal import literal
from ui.shell import page, reader_errors

page("Evaluate", "Ask a whole question set and score the answers with TRACe.")
cards = resources.complete_collections()
if not cards:
    empty.no_collection()
    st.stop()

with reader_errors():
    with st.container(border=True, key="evaluate-settings"):
        filled = evaluation_form.show(cards)
        started = st.button("Evaluate", key="evaluate-start", type="primary", disabled=bool(filled.waits))
    if started:
        title = f"Evaluate {filled.card.display}"
        job, new = resources.jobs().submit(f"evaluate:{filled.key}", title, work.evaluate(filled.evaluation()))
        if new:
            job_panel.mine(job)
            st.rerun()
        st.info("This evaluation is running already.")

    for problem in resources.damaged_runs():
        st.warning(literal(problem))
    runs = {run.name: run for run in resources.runs() if run.plan["collection"]["name"] == filled.card.name}
    if not runs:
        st.info("No run of this collection yet. Press Evaluate: the result appears here.")
        st.stop()
    if st.session_state.get("evaluate-run") not in runs:
        st.session_state.pop("evaluate-run", None)
    run = runs[st.selectbox("Result", list(runs), format_func=lambda name: full(runs[name]), key="evaluate-run")]
    if not run.complete:
        st.warning(f"Unfinished: {len(run.outcomes):,} of {run.total:,} questions. Evaluate the same again to go on.")
    if run.outcomes:
        results.show(run)
    with st.popover("Delete this result"):
        removal.button("evaluate-delete", delete_run, run.folder)

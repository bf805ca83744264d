"""Compare runs on the questions they share."""

import streamlit as st

from ui import comparing, resources
from ui.labels import full
from ui.shell import page, reader_errors

page("Compare", "Which collection serves the questions better, by how much, and is it more than chance?")
with reader_errors():
    runs = {run.name: run for run in resources.runs() if run.outcomes}
    if len(runs) < 2:
        st.info("Comparing needs two runs. Evaluate two collections with the same questions, then come back.")
        st.stop()
    names = list(runs)
    chosen = [name for name in st.session_state.get("compare-runs", names[1::-1]) if name in runs]
    st.session_state["compare-runs"] = chosen
    picked = st.multiselect(
        "Runs (the first is the baseline)",
        names,
        format_func=lambda name: full(runs[name]),
        key="compare-runs",
    )
    if len(picked) < 2:
        st.info("Choose at least two runs.")
        st.stop()
    comparing.show(runs[picked[0]], [runs[name] for name in picked[1:]])

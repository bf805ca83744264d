"""Compare runs on the questions they share."""

import streamlit as st

from evaluation.differences import MARGIN
from evaluation.metrics import METRICS
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
    with st.container(horizontal=True, vertical_alignment="bottom"):
        ranked = [metric.name for metric in METRICS.values() if metric.more_is_better is not None]
        metric = st.selectbox(
            "Rank by",
            [None, *ranked],
            format_func=lambda name: METRICS[name].label if name else "What suits these runs",
            key="compare-metric",
            help="By default evidence recall at an equal budget where the questions have evidence, else relevance that "
            "was judged without the answers.",
            width=280,
        )
        margin = st.number_input(
            "Differences below this do not matter",
            min_value=0.005,
            max_value=0.5,
            value=MARGIN,
            step=0.005,
            format="%.3f",
            key="compare-margin",
            width=280,
        )
        against_one = st.toggle(
            "Compare with the baseline only",
            key="compare-against-one",
            help="Fewer comparisons find smaller differences; all pairs tell which run is best.",
        )
    if len(picked) < 2:
        st.info("Choose at least two runs.")
        st.stop()
    chosen_runs = [runs[name] for name in picked]
    comparing.show(comparing.family_of(chosen_runs, against_one=against_one, metric=metric, margin=margin))

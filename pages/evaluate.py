"""Evaluate: one collection, or many configurations by a plan, and the queue of all work."""

import streamlit as st

from experiments.presets import PRESETS
from ui import address, evaluation_view, queue_view, sweeps_view
from ui.literal import literal
from ui.shell import page, reader_errors

VIEWS = {
    "run": ("One collection", evaluation_view.show),
    "sweep": ("Many configurations", sweeps_view.show),
    "queue": ("Queue", queue_view.show),
}

view = address.take("evaluate", "view", VIEWS, "run")
page(
    "Evaluate",
    "Ask a whole question set, of one collection or of many configurations, and see the scores.",
    running=view != "queue",
)
st.segmented_control(
    "What to evaluate",
    list(VIEWS),
    required=True,
    format_func=lambda name: VIEWS[name][0],
    key="evaluate-view",
    label_visibility="collapsed",
)
with reader_errors():
    VIEWS[view][1]()
for gone in address.stale("evaluate"):
    st.caption(literal(f"The address names {gone}, which is not here; something else is shown."))
address.tell("evaluate", {"view": "run", "sweep": "", "configuration": "", "preset": next(iter(PRESETS)), "run": ""})

"""One question across runs: what came back, what was lost and why, what the answers rest on."""

import streamlit as st

from ui import question_pick, question_view
from ui.shell import page, reader_errors

page("Question", "One question across runs: what came back, what was lost and why, and what the answers rest on.")
with reader_errors():
    pick = question_pick.show()
    if pick is None:
        st.stop()
    question_view.show(pick)

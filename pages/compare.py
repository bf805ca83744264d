"""Compare runs on the questions they share."""

import streamlit as st

from ui import compare_address, compare_pick, comparing
from ui.shell import page, reader_errors

page("Compare", "Which collection serves the questions better, by how much, and is it more than chance?")
with reader_errors():
    pick = compare_pick.show()
    if pick is None:
        st.stop()
    compare_address.write()
    comparing.show(pick)

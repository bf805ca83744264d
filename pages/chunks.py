"""See where a strategy cuts, before or after building; one beside another on the same text."""

from __future__ import annotations

import streamlit as st

from ui import chunk_arrival, chunk_bench, chunk_text
from ui.shell import page, reader_errors

selection = page("Chunks", "Where a strategy cuts the text, what each chunk holds, and which evidence it keeps whole.")
with reader_errors():
    chunk_arrival.adopt(selection)
    text = chunk_text.pick(selection)
    if text is None:
        st.stop()
    chunk_arrival.follow(selection, text)
    chunk_bench.show(text, chunk_arrival.data_of(selection))

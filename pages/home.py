"""What this is, one button to see it work, what was done last, and a preview of what the sidebar would cut."""

import streamlit as st

from experiments.saved import list_sweeps
from ui import resources, shelf, start_recent, start_unfinished, start_view
from ui.shell import page, reader_errors

selection = page(
    "Which chunking strategy works best on your documents?",
    "By how much, and is the difference real? ChunkTrace cuts your documents in many ways, asks each the same "
    "questions, and tells which way serves them best. Everything stays on this machine.",
)
with reader_errors():
    sweeps, cards = list_sweeps(resources.home()), resources.complete_collections()
    new_here = not (sweeps or cards)
    if new_here:
        start_view.tour_card(first=True)
        start_view.steps()
    start_view.outcome()
    start_unfinished.show(sweeps, cards)
    start_recent.show(sweeps, cards)
    collections = st.container()
    if not new_here:
        start_view.steps()
        start_view.tour_card(first=False)
    st.space("small")
    start_view.preview(selection)
    with collections:  # last, because what draws a table is slow to load
        shelf.show()

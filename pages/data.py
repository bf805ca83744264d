"""The documents and the questions: looked at, saved on this machine, checked and edited."""

import streamlit as st

from corpus.library import damaged
from ui import address, data_documents, data_questions, resources
from ui.literal import literal
from ui.shell import page, reader_errors

VIEWS = {"documents": "📁 Documents", "questions": "❓ Questions"}
selection = page("Data", "Your documents and the questions about them: look at them, save them, put them right.")
address.take("data", "view", VIEWS, "documents")
view = st.segmented_control(
    "What to show",
    list(VIEWS),
    format_func=VIEWS.__getitem__,
    key="data-view",
    required=True,
    label_visibility="collapsed",
)
with reader_errors():
    for problem in damaged(resources.home()):
        st.warning(literal(problem))
    shown = data_documents.show if view == "documents" else data_questions.show
    defaults = shown(selection.source)
    for name in address.stale("data"):
        st.caption(literal(f"The address names {name}, which is not here (any more)."))
    address.tell("data", {"view": "documents"} | defaults)

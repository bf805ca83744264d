"""The documents and the questions: looked at, saved on this machine, checked and edited."""

import streamlit as st

from corpus.library import damaged
from ui import address, data_documents, resources
from ui.literal import literal
from ui.shell import page, reader_errors

selection = page("Data", "Your documents and the questions about them: look at them, save them, put them right.")
with reader_errors():
    for problem in damaged(resources.home()):
        st.warning(literal(problem))
    defaults = data_documents.show(selection.source)
    for name in address.stale("data"):
        st.caption(literal(f"The address names {name}, which is not here (any more)."))
    address.tell("data", defaults)

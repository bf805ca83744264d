"""What this is, one button to see it work, and a preview of what the sidebar would cut."""

import streamlit as st

from chunking_strategies import chunk_document, local_tools
from ui import comparing, empty, job_panel, resources, shelf, tour
from ui.literal import literal
from ui.passages import painted
from ui.shell import page, reader_errors

PREVIEW = 4_000
selection = page("Which chunking strategy works best on your documents?", "By how much, and is the difference real?")

with st.container(border=True, key="home-tour-card"):
    st.markdown(
        f"**See it work.** One press builds two collections of a bundled sample ({' and '.join(tour.STRATEGIES)} "
        f"chunks), asks {tour.QUESTIONS} questions, scores the answers with TRACe and compares the two at an equal "
        f"budget of {tour.BUDGET} tokens. It takes a minute or two and stays on this machine."
    )
    if st.button("Build and evaluate the sample", key="home-start", type="primary"):
        job, new = resources.jobs().submit("tour", "Tour", tour.start)
        if new:
            job_panel.mine(job)
        st.rerun()

with reader_errors():
    runs = {run.name: run for run in resources.runs()}
    told = [runs[name] for name in st.session_state.get("home-tour", []) if name in runs]
    if len(told) > 1:
        st.subheader("What came out", anchor=False)
        comparing.glance(told[0], told[1:])
        st.markdown(
            "**Relevance**: share of the retrieved sentences that help. **Utilization**: share that the answer uses. "
            "**Completeness**: share of the relevant ones that it uses. **Adherence**: share of answers supported "
            "throughout. The Compare page has the tables, Evaluate each question, Chat answers from these collections."
        )
    empty.unfinished()
    shelf.show()

    st.subheader("Preview of your settings", anchor=False)
    if selection.source.waits or selection.spec is None:
        st.info(literal(selection.source.waits or selection.problem))
    elif not selection.source.quick:
        st.info("Documents from a folder or a data set are loaded when you build; see them on the Chunks page.")
    else:
        document = resources.head_of(selection.source.load().documents[0], PREVIEW)
        chunks = chunk_document(document, selection.spec, local_tools().silent)
        st.caption(literal(f"{document.name}: the first {len(document.text):,} characters in {len(chunks):,} chunks"))
        with st.container(height=420, border=True):
            painted(document.text, chunks, 0, len(document.text))

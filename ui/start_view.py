"""The Start page's parts: the tour, what to do with own documents, and a preview of the sidebar's settings."""

from __future__ import annotations

import streamlit as st

from chunking_strategies import chunk_document, local_tools
from ui import job_panel, places, resources, tour
from ui.jobs import Place
from ui.literal import literal
from ui.passages import painted
from ui.sidebar import Selection

# As much as is read at a glance: nothing has to be scrolled, which keys could not do.
_PREVIEW = 2_000
_STEPS = (
    ("1. Your documents", "Upload them, look at them, and write or generate questions.", "data", "📁", {}),
    ("2. Many configurations", "Strategies, sizes and retrievers, tried on the same questions.", "evaluate", "🧪",
     {"view": "sweep"}),
    ("3. The verdict", "Which is best, by how much, and whether that is more than chance.", "compare", "⚖️", {}),
)  # fmt: skip


def tour_card(*, first: bool) -> None:
    """The button; it stands out for somebody who has nothing here yet."""
    with st.container(border=True, key="home-tour-card"):
        st.markdown(
            f"**See it work.** One press builds two collections of a bundled sample ({' and '.join(tour.STRATEGIES)} "
            f"chunks), asks {tour.QUESTIONS} questions, scores the answers with TRACe and compares the two at an equal "
            f"budget of {tour.BUDGET} tokens. It takes a minute or two and stays on this machine."
        )
        kind = "primary" if first else "secondary"
        if st.button("Build and evaluate the sample", key="home-start", type=kind):
            job, new = resources.jobs().submit("tour", "Tour", tour.start, Place(places.HOME))
            if new:
                job_panel.mine(job)
            st.rerun()


def steps() -> None:
    """From own documents to a verdict."""
    st.subheader("With your own documents", anchor=False)
    columns = st.columns(len(_STEPS))
    for column, (title, says, page, icon, query) in zip(columns, _STEPS, strict=True):
        with column, st.container(border=True, height="stretch", key=f"home-step-{page}"):
            st.markdown(f"**{title}**  \n{says}")
            st.page_link(places.PAGES / f"{page}.py", label=f"Go to {page.capitalize()}", icon=icon, query_params=query)


def outcome() -> None:
    """What the tour came to, once it was taken in this session."""
    runs = {run.name: run for run in resources.runs()}
    told = [runs[name] for name in st.session_state.get("home-tour", []) if name in runs]
    if len(told) < 2:
        return
    from ui import comparing  # slow to import, and a first page has no comparison

    st.subheader("What came out", anchor=False)
    comparing.glance(told[0], told[1:])
    st.markdown(
        "**Relevance**: share of the retrieved sentences that help. **Utilization**: share that the answer uses. "
        "**Completeness**: share of the relevant ones that it uses. **Adherence**: share of answers supported "
        "throughout."
    )
    with st.container(horizontal=True):
        query = [("run", run.name) for run in told]
        st.page_link(places.COMPARE, label="All tables of this comparison", icon="⚖️", query_params=query)
        st.page_link(places.CHAT, label="Chat with these collections", icon="💬")


def preview(selection: Selection) -> None:
    """The first characters of the sidebar's documents as the sidebar's strategy would cut them."""
    st.subheader("Preview of your settings", anchor=False)
    if selection.source.waits or selection.spec is None:
        st.info(literal(selection.source.waits or selection.problem))
        return
    if not selection.source.quick:
        st.info("Documents from a folder or a data set are loaded when you build; see them on the Chunks page.")
        return
    document = resources.head_of(selection.source.load().documents[0], _PREVIEW)
    chunks = chunk_document(document, selection.spec, local_tools().silent)
    st.caption(literal(f"{document.name}: the first {len(document.text):,} characters in {len(chunks):,} chunks"))
    with st.container(border=True):
        painted(document.text, chunks, 0, len(document.text))

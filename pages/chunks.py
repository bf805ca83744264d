"""See where a strategy cuts, before or after building."""

import streamlit as st

from chunking_strategies import chunk_document
from ui import chunk_view, resources
from ui.literal import literal
from ui.shell import page, reader_errors

LIVE = "What the sidebar says now"
selection = page("Chunks", "Where a strategy cuts the text: each color is a chunk, the third is what two chunks share.")
with reader_errors():
    cards = {card.name: card for card in resources.complete_collections()}
    if st.session_state.get("chunks-collection") not in cards:
        st.session_state.pop("chunks-collection", None)
    chosen = st.selectbox(
        "Show", [LIVE, *cards], format_func=lambda n: cards[n].display if n in cards else n, key="chunks-collection"
    )
    if chosen == LIVE and (selection.source.waits or selection.spec is None):
        st.info(literal(selection.source.waits or selection.problem))
        st.stop()
    if chosen == LIVE:
        documents = {document.id: document for document in selection.source.load().documents}
        spec = selection.spec
    else:
        documents, spec = resources.collection(chosen).documents, cards[chosen].recipe.chunking
    name = st.selectbox("Document", list(documents), key=f"chunks-document-{chosen}")
    document = documents[name]
    if chosen == LIVE:
        chunks = chunk_document(document, spec)
    else:
        chunks = [chunk for chunk in resources.collection(chosen).chunks if chunk.document_id == name]
    chunk_view.show(document, chunks, spec, "chunks")

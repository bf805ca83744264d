"""See where a strategy cuts, before or after building."""

import streamlit as st

from corpus.types import Corpus
from ui import chunk_view, doctor, resources
from ui.doctor import Patient
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
        patient = Patient(selection.source.load(), selection.spec, resources.encoder_at_hand(selection.encoder))
    else:
        held, card = resources.collection(chosen), cards[chosen]
        corpus = Corpus(card.recipe.corpus, tuple(held.documents.values()))
        patient = Patient(corpus, card.recipe.chunking, resources.encoder(card), held.chunks)
    documents = {document.id: document for document in patient.corpus.documents}
    name = st.selectbox("Document", list(documents), key=f"chunks-document-{chosen}")
    if patient.chunks is None:
        chunks = chunk_view.cut_now(documents[name], patient.spec, "chunks")
    else:
        chunks = [chunk for chunk in patient.chunks if chunk.document_id == name]
    if chunks is not None:
        chunk_view.show(documents[name], chunks, patient.spec, "chunks")
    doctor.show(patient, "chunks-doctor")

"""Which text the Chunks page shows: the sidebar's documents or a collection's, one of them, and whose questions."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core.counted import counted
from core.errors import ChunkTraceError
from core.types import Chunk, Document, Question
from corpus.files import read_as
from corpus.types import Corpus
from embedding.encoder import Encoder
from embedding.sources import encoder_by, source_of
from retrieval.card import CollectionCard
from ui import chunk_questions, resources, sources
from ui.literal import literal
from ui.sidebar import Selection

LIVE = "The documents of the sidebar"
_LOADED = "chunks-corpus"


@dataclass(frozen=True, slots=True)
class Text:
    """A document with what belongs to it. `collection` is empty for the sidebar's documents; `cards` are the
    collections of the same documents, by name. `encoder_name` is what strategies that look at an encoder start from.
    """

    corpus: Corpus
    document: Document
    collection: str
    cards: dict[str, CollectionCard]
    encoder: Encoder | None
    encoder_name: str
    questions: tuple[Question, ...]
    question_set: str

    @property
    def labels(self) -> dict[str, str]:
        """The collections as lists show them."""
        return {name: card.display for name, card in self.cards.items()}

    def stored(self, name: str) -> list[Chunk]:
        """The chunks of all documents in one of the collections."""
        return list(resources.collection(name).chunks)


def pick(selection: Selection) -> Text | None:
    """The widgets; None, and the page says why, while there is nothing to show."""
    cards = {card.name: card for card in resources.complete_collections()}
    if st.session_state.get("chunks-collection") not in {LIVE, *cards}:
        st.session_state.pop("chunks-collection", None)
    text, document, questions = st.columns([5, 5, 6])
    with text:
        chosen = st.selectbox(
            "Text",
            [LIVE, *cards],
            format_func=lambda name: cards[name].display if name in cards else name,
            key="chunks-collection",
            help="Documents to look at: those of step 1 of the sidebar, or those that a collection was built from.",
            persist_state="session",
        )
    if chosen == LIVE and selection.source.waits:
        st.info(literal(f"{selection.source.waits} Step 1 of the sidebar says which documents are shown here."))
        return None
    card = cards.get(str(chosen))
    corpus = _of_sidebar(selection) if card is None else _of_collection(card)
    if not corpus.documents:
        st.info("There is no readable document here. Choose others in step 1 of the sidebar.")
        return None
    shown = _document(corpus, document)
    with questions:
        source = "" if card is not None else sources.address_of(selection.source)
        asked = chunk_questions.show(corpus, source, card.name if card else "")
    return Text(
        corpus,
        shown,
        card.name if card else "",
        {name: each for name, each in cards.items() if each.recipe.corpus_key == corpus.key},
        _encoder(selection, card),
        source_of(card.recipe.embedding, resources.home()) if card else selection.encoder,
        asked.questions,
        asked.name,
    )


def _document(corpus: Corpus, place: object) -> Document:
    documents = {document.id: document for document in corpus.documents}
    if st.session_state.get("chunks-document") not in documents:
        st.session_state.pop("chunks-document", None)
    with place:  # type: ignore[attr-defined]
        name = st.selectbox(
            f"Document (of {len(documents):,})" if len(documents) > 1 else "Document",
            list(documents),
            key="chunks-document",
            persist_state="session",
        )
        shown = documents[str(name)]
        reading = "".join(f" · {each}" for each in read_as(shown))
        st.caption(literal(f"{counted(len(shown.text), 'character')}{reading}"))
    return shown


def _of_sidebar(selection: Selection) -> Corpus:
    """What step 1 points at. Folders and data sets are read once a session, not with every click."""
    source = selection.source
    return source.load() if source.quick else sources.held(_LOADED, source.key, source.load)()


def _of_collection(card: CollectionCard) -> Corpus:
    held = resources.collection(card.name)
    return Corpus(card.recipe.corpus, tuple(held.documents.values()))


def _encoder(selection: Selection, card: CollectionCard | None) -> Encoder | None:
    """What would read the chunks, where it is on this machine; nothing is fetched to look at chunks."""
    try:
        if card is not None:
            return resources.encoder(card)
        if resources.encoder_at_hand(selection.encoder) is None:
            return None
        return encoder_by(selection.encoder, selection.method, resources.home())
    except ChunkTraceError:
        return None

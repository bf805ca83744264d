"""Which documents the Data page can show: saved ones, samples, what this session has loaded, and those of collections.

Each is named as DATA names it (saved:NAME, sample:NAME, collection:NAME), so that an address and a question set can.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import streamlit as st

from core.counted import counted
from core.types import Document
from corpus.library import SAVED, CorpusCard, list_corpora
from corpus.load import SAMPLE
from corpus.samples import samples
from corpus.types import Corpus
from retrieval.card import CollectionCard
from ui import resources
from ui.sources import HELD, SIDEBAR, Source, held, uploaded

COLLECTION, UPLOAD = "collection:", "upload"


@dataclass(frozen=True, slots=True)
class Offered:
    """Documents by their names in the address, each with a label."""

    labels: Mapping[str, str]
    saved: Mapping[str, CorpusCard]
    session: Mapping[str, Source]

    @property
    def first(self) -> str:
        """What to show to somebody who has chosen nothing: what is not saved yet, then what is, then a sample."""
        return next(iter(self.labels))

    def corpus(self, name: str) -> Corpus:
        """The documents of that name. Raises ChunkTraceError."""
        if name in self.session:
            return self.session[name].load()
        if name.startswith(SAVED):
            return resources.saved_corpus(name.removeprefix(SAVED))
        if name.startswith(COLLECTION):
            held = resources.collection(name.removeprefix(COLLECTION))
            return Corpus(held.card.recipe.corpus, tuple(held.documents.values()))
        return resources.bundled_corpus(name)

    def documents(self, name: str) -> tuple[Document, ...]:
        """The same without what the loader said."""
        return self.corpus(name).documents


def offered(source: Source) -> Offered:
    """What this session has loaded, what is saved, and the samples."""
    session, labels = {}, {}
    files = st.session_state.get(HELD)
    if files:
        session[UPLOAD] = uploaded(files, UPLOAD, "data-files-read")
        labels[UPLOAD] = f"⏳ Your upload ({counted(len(files), 'file')}), not saved yet"
    ours = source.name and not source.key.startswith((SAMPLE, SAVED))
    if ours and not (files and source.key.endswith(session[UPLOAD].key.removeprefix(UPLOAD))):
        session[SIDEBAR] = replace(source, load=held("data-sidebar-read", source.key, source.load))
        labels[SIDEBAR] = f"⏳ {source.name}, from the sidebar, not saved"
    lasting = lasting_ones(collections=False)
    return Offered(labels | lasting.labels, lasting.saved, session)


def lasting_ones(*, collections: bool = True) -> Offered:
    """What a question set on disk can be about: no upload of a session, but also what collections hold."""
    labels: dict[str, str] = {}
    saved = {f"{SAVED}{card.name}": card for card in list_corpora(resources.home())}
    labels |= {name: f"📁 {card.title}" for name, card in saved.items()}
    labels |= {f"{SAMPLE}{one.name}": f"🧩 Sample: {one.label}" for one in samples()}
    if collections:
        cards = resources.complete_collections()
        labels |= {f"{COLLECTION}{card.name}": f"🗂️ Collection: {card.display}" for card in cards}
    return Offered(labels, saved, {})


def built_from(name: str, corpus_name: str, corpus_key: str) -> list[CollectionCard]:
    """The collections of these documents, or of an earlier state of a corpus of this name."""
    cards = resources.complete_collections()
    return [card for card in cards if card.recipe.corpus_key == corpus_key or _named(card, name, corpus_name)]


def _named(card: CollectionCard, name: str, corpus_name: str) -> bool:
    return name.startswith(SAVED) and card.recipe.corpus == corpus_name

"""Whose evidence is underlined on the Chunks page. Unlike on Evaluate, nothing is asked, so questions may be absent."""

from __future__ import annotations

import streamlit as st

from config import settings
from core.types import Document
from corpus.library import SAVED
from corpus.questions import RAGBENCH, load_questions
from corpus.samples import sample
from corpus.types import Corpus
from ui import question_rows, resources
from ui.data_sources import COLLECTION
from ui.question_sets import Asked, from_file

NONE, OWN, FILE = "none", "own", "file"
_LABELS = {NONE: "No questions", OWN: "The documents' own questions", FILE: "A question file…"}


def show(corpus: Corpus, source: str, collection: str = "") -> Asked:
    """The choice; `source` names the documents as DATA does, or the questions they bring, `collection` a collection."""
    options = _options(corpus, source, collection)
    if st.session_state.get("chunks-questions") not in options:
        st.session_state["chunks-questions"] = next(iter(options))
    chosen = st.selectbox(
        "Evidence of",
        list(options),
        format_func=options.__getitem__,
        key="chunks-questions",
        help="The passages that these questions rest on are underlined, and told where a boundary cuts them.",
        persist_state="session",
    )
    if chosen == NONE:
        return Asked(NONE)
    if chosen == OWN:
        return Asked(OWN, corpus.questions)
    if chosen == FILE:
        return from_file(corpus.documents, "chunks-questions-file")
    version = question_rows.cards()[str(chosen)].version if str(chosen).startswith(SAVED) else ""
    return _loaded(str(chosen), version, corpus.key, corpus.documents)


def _options(corpus: Corpus, source: str, collection: str) -> dict[str, str]:
    """By source, what lists show; the first is what is shown at first."""
    name, about = resources.sample_of(corpus.name, corpus.key), {source, f"{COLLECTION}{collection}"}
    options = {name: f"Questions of {sample(corpus.name).label}"} if name else {}
    if corpus.questions:
        options[OWN] = _LABELS[OWN]
    elif source.startswith(RAGBENCH):
        options[source] = "Questions of the data set"
    sets = question_rows.cards()
    saved = {each: f"{card.title} ({card.questions:,})" for each, card in sets.items()}
    first = {each: label for each, label in saved.items() if sets[each].about in about}
    return {**options, **first, NONE: _LABELS[NONE], **saved, FILE: _LABELS[FILE]}


@st.cache_resource(max_entries=16, show_spinner="Placing the evidence…")
def _loaded(source: str, version: str, corpus_key: str, _documents: tuple[Document, ...]) -> Asked:
    found = load_questions(source, _documents, ragbench=settings().ragbench, home=resources.home())
    return Asked(found.name, found.questions, tuple(map(str, found.problems)), unplaced=found.unplaced)

"""Whose evidence is underlined on the Chunks page. Unlike on Evaluate, nothing is asked, so questions may be absent."""

from __future__ import annotations

import streamlit as st

from config import settings
from core.types import Document
from corpus.library import SAVED, SetCard, list_sets
from corpus.questions import RAGBENCH, load_questions, parse_questions
from corpus.samples import samples
from corpus.types import Corpus
from ui import resources
from ui.question_sets import Asked

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
        return _file(corpus)
    version = _sets()[str(chosen)].version if str(chosen).startswith(SAVED) else ""
    return _loaded(str(chosen), version, corpus.key, corpus.documents)


def _options(corpus: Corpus, source: str, collection: str) -> dict[str, str]:
    """By source, what lists show; the first is what is shown at first."""
    known = {f"sample:{one.name}": one.label for one in samples()}
    name, about = f"sample:{corpus.name}", {source, f"collection:{collection}"}
    options = {name: f"Questions of {known[name]}"} if name in known else {}
    if corpus.questions:
        options[OWN] = _LABELS[OWN]
    elif source.startswith(RAGBENCH):
        options[source] = "Questions of the data set"
    saved = {each: f"{card.title} ({card.questions:,})" for each, card in _sets().items()}
    first = {each: label for each, label in saved.items() if _sets()[each].about in about}
    return {**options, **first, NONE: _LABELS[NONE], **saved, FILE: _LABELS[FILE]}


def _sets() -> dict[str, SetCard]:
    return {f"{SAVED}{card.name}": card for card in list_sets(resources.home())}


@st.cache_resource(max_entries=16, show_spinner="Placing the evidence…")
def _loaded(source: str, version: str, corpus_key: str, _documents: tuple[Document, ...]) -> Asked:
    found = load_questions(source, _documents, ragbench=settings().ragbench, home=resources.home())
    return Asked(found.name, found.questions, tuple(map(str, found.problems)), unplaced=found.unplaced)


def _file(corpus: Corpus) -> Asked:
    file = st.file_uploader(
        "CSV or JSONL with the columns question and evidence", type=["csv", "jsonl"], key="chunks-questions-file"
    )
    if file is None:
        return Asked(FILE)
    kind = "jsonl" if file.name.lower().endswith("jsonl") else "csv"
    found = parse_questions(file.getvalue().decode("utf-8-sig", "replace"), file.name, kind, corpus.documents)
    return Asked(found.name, found.questions, tuple(map(str, found.problems)), unplaced=found.unplaced)

"""Whose evidence is underlined on the Chunks page. Unlike on Evaluate, nothing is asked, so questions may be absent."""

from __future__ import annotations

import streamlit as st

from config import settings
from core.types import Document
from corpus.questions import RAGBENCH, load_questions, parse_questions
from corpus.samples import samples
from corpus.types import Corpus
from ui.question_sets import Asked

NONE, OWN, FILE = "none", "own", "file"
_LABELS = {NONE: "No questions", OWN: "The documents' own questions", FILE: "A question file…"}


def show(corpus: Corpus, source: str) -> Asked:
    """The choice; `source` names the questions that the sidebar's documents bring."""
    options = _options(corpus, source)
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
    return _loaded(str(chosen), corpus.key, corpus.documents)


def _options(corpus: Corpus, source: str) -> dict[str, str]:
    """The first is what is shown at first."""
    known = {f"sample:{one.name}": one.label for one in samples()}
    name = f"sample:{corpus.name}"
    options = {name: f"Questions of {known[name]}"} if name in known else {}
    if corpus.questions:
        options[OWN] = _LABELS[OWN]
    elif source.startswith(RAGBENCH):
        options[source] = "Questions of the data set"
    return {**options, NONE: _LABELS[NONE], FILE: _LABELS[FILE]}


@st.cache_resource(max_entries=16, show_spinner="Placing the evidence…")
def _loaded(source: str, corpus_key: str, _documents: tuple[Document, ...]) -> Asked:
    found = load_questions(source, _documents, ragbench=settings().ragbench)
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

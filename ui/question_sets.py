"""Which questions an evaluation asks: saved sets, those of the documents or the chat, typed ones, or a file."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from config import settings
from core.counted import counted
from core.types import Document, Question
from corpus.decode import decode
from corpus.library import SAVED, SetCard
from corpus.question_rows import RowSet, row_of
from corpus.questions import (
    RAGBENCH,
    Unplaced,
    anchored_set,
    load_questions,
    load_rows,
    parse_questions,
    parse_rows,
)
from corpus.samples import samples
from evaluation.questions.foreign import foreign_words
from evaluation.questions.review import is_unreviewed
from retrieval.card import CollectionCard
from ui import chat_log, places, question_rows, resources
from ui.data_sources import COLLECTION
from ui.literal import literal

CHAT, TYPED, FILE = "Questions asked in Chat", "Type questions", "Upload a question file"
# More are in the check of the set.
_TOLD = 5


@dataclass(frozen=True, slots=True)
class Asked:
    """The chosen questions and what is odd about them; `waits` says what is still missing.

    `rows` are the questions of a set as it is written, None for questions that were asked or typed.
    """

    name: str
    questions: tuple[Question, ...] = ()
    problems: tuple[str, ...] = ()
    waits: str = ""
    unplaced: tuple[Unplaced, ...] = ()
    rows: RowSet | None = None


def show(card: CollectionCard) -> Asked:
    """The choice and what it needs. Evidence is anchored in the collection's own documents."""
    known = {one.name: one.label for one in samples()}
    sample = [data] if (data := resources.sample_of(card.recipe.corpus, card.recipe.corpus_key)) else []
    chat = [CHAT] if chat_log.questions(card.name) else []
    ragbench = [f"ragbench:{card.recipe.corpus}:validation"] if _is_ragbench(card) else []
    labels = {name: f"Questions of the sample {known[card.recipe.corpus]}" for name in sample}
    labels |= {name: f"Questions of RAGBench {card.recipe.corpus} (validation)" for name in ragbench}
    kept = question_rows.cards()
    labels |= {name: f"{one.title} ({counted(one.questions, 'question')})" for name, one in kept.items()}
    ours = [name for name, one in kept.items() if is_about(one, card)]
    others = [name for name in kept if name not in ours]
    chosen = st.selectbox(
        "Questions",
        [*ours, *sample, *ragbench, *chat, *others, TYPED, FILE],
        format_func=lambda each: labels.get(each, each),
        key="evaluate-questions",
    )
    if chosen == CHAT:
        return _plain("chat", chat_log.questions(card.name))
    if chosen == TYPED:
        return _typed()
    documents = tuple(resources.collection(card.name).documents.values())
    if chosen == FILE:
        return from_file(documents, "evaluate-questions-file")
    return _loaded(str(chosen), documents)


def is_about(one: SetCard, card: CollectionCard) -> bool:
    """Whether a saved set asks about this collection, or about what it was built from; such sets come first."""
    sample = resources.sample_of(card.recipe.corpus, card.recipe.corpus_key)
    about = {f"{COLLECTION}{card.name}", f"{SAVED}{card.recipe.corpus}", sample} - {""}
    return one.questions > 0 and one.about in about


def _is_ragbench(card: CollectionCard) -> bool:
    root = settings().ragbench
    return root is not None and any(root.glob(f"{card.recipe.corpus}/validation*"))


def _loaded(source: str, documents: tuple[Document, ...]) -> Asked:
    if source.startswith(SAVED):
        there = {"view": "questions", "set": source}
        st.page_link(places.DATA, label="Look at these questions and edit them", query_params=there)
        return _kept(question_rows.rows_of(source), documents)
    found = load_questions(source, documents, ragbench=settings().ragbench)
    if source.startswith(RAGBENCH):
        rows = RowSet(found.name, tuple(map(row_of, found.questions)), found.problems)
    else:
        rows = load_rows(source)
    return Asked(found.name, found.questions, tuple(map(str, found.problems)), unplaced=found.unplaced, rows=rows)


def _kept(rows: RowSet, documents: tuple[Document, ...]) -> Asked:
    """A saved set, and how much of it nobody has read."""
    if not rows.rows:
        return Asked(rows.name, waits="This question set is empty: fill it on the Data page.")
    found = anchored_set(rows, documents)
    unread = sum(map(is_unreviewed, rows.rows))
    told = [f"{counted(unread, 'question')} of this set nobody has reviewed yet: see the Data page."] if unread else []
    problems = (*told, *map(str, found.problems))
    return Asked(found.name, found.questions, problems, unplaced=found.unplaced, rows=rows)


def _typed() -> Asked:
    text = st.text_area(
        "One question a line", key="evaluate-typed", placeholder="How long is the warranty?\nWho may approve overtime?"
    )
    lines = tuple(line.strip() for line in text.splitlines() if line.strip())
    if not lines:
        return Asked("typed", waits="Type at least one question.")
    return _plain("typed", lines)


def _plain(name: str, texts: tuple[str, ...]) -> Asked:
    """Questions without annotated evidence; the same question twice is asked once."""
    unique = dict.fromkeys(texts)
    questions = tuple(Question(f"{name}-{number:03d}", text) for number, text in enumerate(unique, start=1))
    return Asked(name, questions)


def from_file(documents: tuple[Document, ...], key: str) -> Asked:
    """An upload and what it holds; `key` is that of the widget."""
    file = st.file_uploader(
        "CSV or JSONL with a column question; id, answer, tags and evidence are optional",
        type=["csv", "jsonl"],
        key=key,
        help='evidence is a list such as [{"document": "a.md", "quote": "…"}].',
        max_upload_size=settings().max_upload_mb,
    )
    if file is None:
        return Asked("file", waits="Upload a file of questions.")
    kind = "jsonl" if file.name.lower().endswith("jsonl") else "csv"
    text = decode(file.getvalue()).text
    found, rows = parse_questions(text, file.name, kind, documents), parse_rows(text, file.name, kind)
    return Asked(found.name, found.questions, tuple(map(str, found.problems)), unplaced=found.unplaced, rows=rows)


def tell(asked: Asked) -> None:
    """How many questions there are and how many can be scored against evidence."""
    if asked.questions:
        with_evidence = sum(bool(question.evidence) for question in asked.questions)
        st.caption(f"{counted(len(asked.questions), 'question')}, {with_evidence:,} with annotated evidence")
    if foreign := foreign_words(asked.questions, asked.unplaced):
        st.warning(literal(foreign))
        if asked.rows is not None:  # the check below names each
            return
    for problem in asked.problems[:_TOLD]:
        st.warning(literal(problem))
    if len(asked.problems) > _TOLD:
        st.caption(f"and {len(asked.problems) - _TOLD:,} more")

"""Question sets from files, what was saved, a sample or RAGBench; evidence is anchored to character ranges.

A quote is looked for exactly, then with white space and typography read leniently. What cannot be anchored is a
problem by question id, and the question stays with the rest of its evidence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from core.errors import LoadError
from core.files import user_path
from core.hashing import key_of
from core.types import Document, Evidence, Question
from corpus.anchor import EvidencePlaces
from corpus.decode import decode
from corpus.question_rows import QuestionRow, RowSet, no_row, read_rows, row_of
from corpus.samples import Sample, questions_file, sample, samples
from corpus.saved_folders import SAVED, kept_below
from corpus.saved_questions import open_set
from corpus.types import Problem

SAMPLE = "sample:"
RAGBENCH = "ragbench:"


@dataclass(frozen=True, slots=True)
class Unplaced:
    """Evidence of a question that is nowhere in the documents; `quote` is empty where none was given."""

    question_id: str
    document: str
    quote: str
    reason: str


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Questions with unique ids, in the order of the file, and what is wrong with them."""

    name: str
    questions: tuple[Question, ...]
    problems: tuple[Problem, ...] = ()
    unplaced: tuple[Unplaced, ...] = ()

    @property
    def key(self) -> str:
        """Hash of everything that changes a score: ids, texts, answers, tags and evidence ranges."""
        return key_of(
            [
                [one.id, one.text, one.answer, one.tags, [[e.document_id, e.start, e.end] for e in one.evidence]]
                for one in self.questions
            ]
        )


def load_questions(
    source: str, documents: Sequence[Document], *, ragbench: Path | None = None, home: Path | None = None
) -> QuestionSet:
    """The questions of a .csv or .jsonl file, of saved:NAME below `home`, of sample:NAME, or ragbench:SUBSET[:SPLIT].

    Raises LoadError in one line for an unreadable file, a repeated column or a repeated id.
    """
    if source.startswith(RAGBENCH):
        return _ragbench_questions(source, ragbench, documents)
    return anchored_set(load_rows(source, home=home), documents)


def load_rows(
    source: str, documents: Sequence[Document] = (), *, ragbench: Path | None = None, home: Path | None = None
) -> RowSet:
    """The same questions as they are written; `documents` are those of ragbench:SUBSET. Raises LoadError likewise."""
    if source.startswith(SAMPLE):
        return _sample_rows(source.removeprefix(SAMPLE))
    if source.startswith(SAVED):
        return open_set(source.removeprefix(SAVED), kept_below(home, source))
    if source.startswith(RAGBENCH):
        found = _ragbench_questions(source, ragbench, documents)
        return RowSet(found.name, tuple(map(row_of, found.questions)), found.problems)
    if not source.strip():
        raise LoadError(
            "no questions are named: write a .csv or .jsonl file, saved:NAME, sample:NAME, or ragbench:SUBSET"
        )
    path = user_path(source)
    try:
        content = path.read_bytes()
    except (OSError, ValueError) as error:
        raise LoadError(f"{source}: questions cannot be read ({getattr(error, 'strerror', error)})") from None
    try:
        text = decode(content).text
    except LoadError as error:
        raise LoadError(f"{path.name}: {error}") from error
    return parse_rows(text, path.name, path.suffix.lower().lstrip("."))


def parse_questions(text: str, name: str, kind: str, documents: Sequence[Document]) -> QuestionSet:
    """Questions from the text of a file of kind "csv" or "jsonl"; `name` is shown in messages. Raises LoadError."""
    return anchored_set(parse_rows(text, name, kind), documents)


def parse_rows(text: str, name: str, kind: str) -> RowSet:
    """The same questions as they are written. Raises LoadError."""
    rows, problems = read_rows(text, name, kind)
    if not rows:
        raise no_row(name, problems)
    return RowSet(PurePosixPath(name).stem, tuple(rows), tuple(problems))


def sample_questions(name: str, documents: Sequence[Document]) -> QuestionSet:
    """The questions about a sample's documents; one without evidence belongs where its first tag says."""
    return anchored_set(_sample_rows(name), documents)


def _sample_rows(name: str) -> RowSet:
    one = sample(name)
    path = questions_file()
    try:
        rows, problems = read_rows(path.read_text(encoding="utf-8"), path.name, "jsonl")
    except OSError as error:
        raise LoadError(f"The samples' questions are not there ({path.name}: {error.strerror}).") from error
    return RowSet(one.name, tuple(row for row in rows if _belongs(row, one)), tuple(problems))


def _belongs(row: QuestionRow, one: Sample) -> bool:
    """By its evidence; without any, by its first tag, which names the sample it was asked about."""
    about = {str(passage.get("document")) for passage in row.evidence if isinstance(passage, Mapping)}
    if about:
        return about <= set(one.documents)
    within = {other.name for other in samples() if set(other.documents) <= set(one.documents)}
    return bool(row.tags) and row.tags[0] in within


def _ragbench_questions(source: str, root: Path | None, documents: Sequence[Document]) -> QuestionSet:
    """The subset's own questions; those about documents that are not here keep what is, and are named.

    Their answers were written by language models, some of them wrongly: they are no reference answers, and left out.
    """
    from corpus.ragbench import load_ragbench  # here, because other questions need not wait for it

    subset, _, split = source.removeprefix(RAGBENCH).partition(":")
    corpus = load_ragbench(subset, split or "validation", root)
    here = {document.id: document.sha256 for document in documents}
    same = {document.id for document in corpus.documents if here.get(document.id) == document.sha256}
    problems = list(corpus.problems)
    questions: list[Question] = []
    unplaced: list[Unplaced] = []
    for one in corpus.questions:
        kept = tuple(passage for passage in one.evidence if passage.document_id in same)
        if len(kept) < len(one.evidence):
            reason = "evidence lies in a document that is not in this corpus"
            problems.append(Problem(one.id, reason, "warning"))
            unplaced += [Unplaced(one.id, e.document_id, e.quote, reason) for e in one.evidence if e not in kept]
        questions.append(Question(one.id, one.text, kept, None, one.tags))
    return QuestionSet(subset, tuple(questions), tuple(problems), tuple(unplaced))


def anchored_set(given: RowSet, documents: Sequence[Document]) -> QuestionSet:
    """The rows as questions, each passage of evidence at its place in these documents or named as unplaced."""
    places = EvidencePlaces(documents)
    questions: list[Question] = []
    unplaced: list[Unplaced] = []
    troubles = list(given.problems)
    for row in given.rows:
        evidence: list[Evidence] = []
        for number, passage in enumerate(row.evidence, 1):
            found, trouble = places.anchor(passage)
            if found is not None and found not in evidence:
                evidence.append(found)
            if found is None:
                unplaced.append(_unplaced(row.id, passage, trouble))
            if trouble:
                troubles.append(Problem(row.id, f"evidence {number}: {trouble}", "warning"))
        questions.append(Question(row.id, row.question, tuple(evidence), row.answer, row.tags))
    return QuestionSet(given.name, tuple(questions), tuple(troubles), tuple(unplaced))


def _unplaced(question_id: str, passage: Any, reason: str) -> Unplaced:
    written = passage if isinstance(passage, Mapping) else {}
    document, quote = (str(written.get(name) or "") for name in ("document", "quote"))
    return Unplaced(question_id, document, quote, reason)

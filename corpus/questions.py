"""Question sets from CSV, JSONL, a bundled sample or RAGBench; evidence is anchored to character ranges.

A quote is looked for exactly, then with white space read leniently. What cannot be anchored is a problem by question
id, and the question stays with the rest of its evidence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from core.errors import LoadError
from core.files import user_path
from core.hashing import key_of
from core.types import Document, Evidence, Question
from corpus.anchor import EvidencePlaces
from corpus.decode import decode
from corpus.question_rows import QuestionRow, read_rows
from corpus.ragbench import load_ragbench
from corpus.samples import Sample, questions_file, sample, samples
from corpus.types import Problem

SAMPLE = "sample:"
RAGBENCH = "ragbench:"


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Questions with unique ids, in the order of the file, and what is wrong with them."""

    name: str
    questions: tuple[Question, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def key(self) -> str:
        """Hash of everything that changes a score: ids, texts, answers, tags and evidence ranges."""
        return key_of(
            [
                [one.id, one.text, one.answer, one.tags, [[e.document_id, e.start, e.end] for e in one.evidence]]
                for one in self.questions
            ]
        )


def load_questions(source: str, documents: Sequence[Document], *, ragbench: Path | None = None) -> QuestionSet:
    """The questions of a .csv or .jsonl file, of sample:NAME, or of ragbench:SUBSET[:SPLIT].

    Raises LoadError in one line for an unreadable file, an unknown column or a repeated id.
    """
    if source.startswith(SAMPLE):
        return sample_questions(source.removeprefix(SAMPLE), documents)
    if source.startswith(RAGBENCH):
        subset, _, split = source.removeprefix(RAGBENCH).partition(":")
        return _ragbench_questions(subset, split or "validation", ragbench, documents)
    path = user_path(source)
    try:
        content = path.read_bytes()
    except (OSError, ValueError) as error:
        raise LoadError(f"{source}: questions cannot be read ({getattr(error, 'strerror', error)})") from None
    try:
        text = decode(content).text
    except LoadError as error:
        raise LoadError(f"{path.name}: {error}") from error
    return parse_questions(text, path.name, path.suffix.lower().lstrip("."), documents)


def parse_questions(text: str, name: str, kind: str, documents: Sequence[Document]) -> QuestionSet:
    """Questions from the text of a file of kind "csv" or "jsonl"; `name` is shown in messages. Raises LoadError."""
    rows, problems = read_rows(text, name, kind)
    if not rows:
        first = f" ({problems[0]})" if problems else ""
        raise LoadError(f"{name}: holds no question{first}")
    return _of_rows(PurePosixPath(name).stem, rows, problems, documents)


def sample_questions(name: str, documents: Sequence[Document]) -> QuestionSet:
    """The questions about a sample's documents; one without evidence belongs where its first tag says."""
    one = sample(name)
    path = questions_file()
    try:
        rows, problems = read_rows(path.read_text(encoding="utf-8"), path.name, "jsonl")
    except OSError as error:
        raise LoadError(f"The samples' questions are not there ({path.name}: {error.strerror}).") from error
    return _of_rows(one.name, [row for row in rows if _belongs(row, one)], problems, documents)


def _belongs(row: QuestionRow, one: Sample) -> bool:
    """By its evidence; without any, by its first tag, which names the sample it was asked about."""
    about = {str(passage.get("document")) for passage in row.evidence if isinstance(passage, Mapping)}
    if about:
        return about <= set(one.documents)
    within = {other.name for other in samples() if set(other.documents) <= set(one.documents)}
    return bool(row.tags) and row.tags[0] in within


def _ragbench_questions(subset: str, split: str, root: Path | None, documents: Sequence[Document]) -> QuestionSet:
    """The subset's own questions; those about documents that are not here keep what is, and are named.

    Their answers were written by language models, some of them wrongly: they are no reference answers, and left out.
    """
    corpus = load_ragbench(subset, split, root)
    here = {document.id: document.sha256 for document in documents}
    same = {document.id for document in corpus.documents if here.get(document.id) == document.sha256}
    problems = list(corpus.problems)
    questions: list[Question] = []
    for one in corpus.questions:
        kept = tuple(passage for passage in one.evidence if passage.document_id in same)
        if len(kept) < len(one.evidence):
            problems.append(Problem(one.id, "evidence lies in a document that is not in this corpus", "warning"))
        questions.append(Question(one.id, one.text, kept, None, one.tags))
    return QuestionSet(subset, tuple(questions), tuple(problems))


def _of_rows(
    name: str, rows: Sequence[QuestionRow], problems: Sequence[Problem], documents: Sequence[Document]
) -> QuestionSet:
    places = EvidencePlaces(documents)
    questions: list[Question] = []
    troubles = list(problems)
    for row in rows:
        evidence: list[Evidence] = []
        for number, passage in enumerate(row.evidence, 1):
            found, trouble = places.anchor(passage)
            if found is not None and found not in evidence:
                evidence.append(found)
            if trouble:
                troubles.append(Problem(row.id, f"evidence {number}: {trouble}", "warning"))
        questions.append(Question(row.id, row.question, tuple(evidence), row.answer, row.tags))
    return QuestionSet(name, tuple(questions), tuple(troubles))

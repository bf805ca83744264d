"""RAGBench subsets as corpora: each distinct document once, each record a question with its relevant sentences.

Data set: rungalileo/ragbench (CC BY 4.0), arXiv 2407.11005. The rows themselves are read in ragbench_records.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from core.errors import LoadError
from core.hashing import sha256
from core.spans import Span
from core.text import is_blank
from core.types import Document, Evidence, Question
from corpus.anchor import SentencePlaces, joined
from corpus.ragbench_records import RagbenchRecord, SentenceSupport, read_records
from corpus.types import Corpus, Problem

__all__ = ["RagbenchRecord", "SentenceSupport", "load_ragbench", "read_records", "record_files", "to_corpus"]

REPOSITORY = "rungalileo/ragbench"
SUBSETS = (
    *("covidqa", "cuad", "delucionqa", "emanual", "expertqa", "finqa"),
    *("hagrid", "hotpotqa", "msmarco", "pubmedqa", "tatqa", "techqa"),
)
SPLITS = ("train", "validation", "test")
_NAME = re.compile(r"[A-Za-z0-9_-]+")
_TITLE = 120


def load_ragbench(subset: str, split: str = "validation", root: Path | None = None) -> Corpus:
    """The corpus named like the subset. `root` holds SUBSET/SPLIT-*.parquet (or .jsonl); None downloads from the hub.

    Raises LoadError in one line for what is not there, naming what is.
    """
    paths = record_files(subset, split, root)
    problems: list[Problem] = []
    records = (record for path in paths for record in read_records(path, problems.append))
    corpus = to_corpus(subset, records)
    if not corpus.documents:
        raise LoadError(f"ragbench:{subset}:{split}: holds no record ({problems[0] if problems else 'empty'})")
    return Corpus(corpus.name, corpus.documents, (*problems, *corpus.problems), corpus.questions)


def record_files(subset: str, split: str = "validation", root: Path | None = None) -> list[Path]:
    """The files of a subset's split, found or fetched as load_ragbench does."""
    for name in (subset, split):
        if not _NAME.fullmatch(name):
            raise LoadError(f"ragbench: {name!r} is no name of a subset or split (ragbench:covidqa:validation is one).")
    return _local_files(subset, split, root) if root is not None else [_download(subset, split)]


def to_corpus(subset: str, records: Iterable[RagbenchRecord]) -> Corpus:
    """Documents in order of first appearance, with ids from their text alone, and one Question a record id.

    Where several models answered the same question over the same documents (emanual), the first record speaks:
    its response is the answer and its annotation the evidence, because the two belong together.
    """
    build = _Build(subset)
    for record in records:
        build.add(record)
    if build.repeated:
        words = f"{build.repeated:,} records repeat a question with another model's response; the first is used"
        build.problems.append(Problem(subset, words, "warning"))
    return Corpus(subset, tuple(build.documents.values()), tuple(build.problems), tuple(build.questions.values()))


@dataclass
class _Build:
    """A corpus in the making."""

    subset: str
    documents: dict[str, Document] = field(default_factory=dict)
    questions: dict[str, Question] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    asked: set[tuple[str, str, tuple[str, ...]]] = field(default_factory=set)
    repeated: int = 0

    def add(self, record: RagbenchRecord) -> None:
        identity = (record.id, record.question, record.documents)
        if identity in self.asked:
            self.repeated += 1
            return
        self.asked.add(identity)
        for text in record.documents:
            if text not in self.documents and not is_blank(text):
                self.documents[text] = _document(self.subset, text)
        number, question_id = 1, record.id
        while question_id in self.questions:
            number += 1
            question_id = f"{record.id}-{number}"
        evidence, missed = evidence_of(record, self.documents)
        if missed:
            words = f"relevant sentences without a place in the documents: {', '.join(missed)}"
            self.problems.append(Problem(f"question {question_id}", words, "warning"))
        question = Question(question_id, record.question, evidence, record.response, (self.subset,))
        self.questions[question_id] = question


def evidence_of(record: RagbenchRecord, documents: dict[str, Document]) -> tuple[tuple[Evidence, ...], tuple[str, ...]]:
    """The relevant sentences as spans of the documents (by text), neighbors joined; and the keys without a place.

    A key has no place when the record does not know it, or when its sentence is not in the document's text.
    """
    relevant = set(record.all_relevant_sentence_keys or ())
    spans: dict[str, list[Span]] = {}
    placed: set[str] = set()
    for text, sentences in zip(record.documents, record.documents_sentences or (), strict=False):
        places = SentencePlaces(text)
        for key, sentence in sentences:
            span = places.next(sentence)
            if key in relevant and span is not None and text in documents:
                spans.setdefault(text, []).append(span)
                placed.add(key)
    evidence = tuple(
        Evidence(documents[text].id, span.start, span.end, documents[text].text[span.start : span.end])
        for text, found in spans.items()
        for span in joined(text, found)
    )
    return evidence, tuple(sorted(relevant - placed))


def _document(subset: str, text: str) -> Document:
    title = next(line.strip() for line in text.splitlines() if not is_blank(line))
    return Document.from_text(text, f"{subset}/{sha256(text)[:12]}.txt", meta={"title": title[:_TITLE]})


def _local_files(subset: str, split: str, root: Path) -> list[Path]:
    folder = root / subset
    found = sorted(
        [*folder.glob(f"{split}-*.parquet"), *folder.glob(f"{split}-*.jsonl"), *folder.glob(f"{split}.jsonl")]
    )
    if found:
        return found
    if not root.is_dir():
        raise LoadError(f"CHUNKTRACE_RAGBENCH names {root}, which is not a folder.")
    files = [*root.glob("*/*.parquet"), *root.glob("*/*.jsonl")]
    there = sorted({f"{path.parent.name}:{path.stem.split('-')[0]}" for path in files})
    raise LoadError(f"CHUNKTRACE_RAGBENCH ({root}) has no {subset}:{split}; it has {', '.join(there) or 'no subset'}.")


def _download(subset: str, split: str) -> Path:
    if subset not in SUBSETS or split not in SPLITS:
        raise LoadError(
            f"RAGBench has no {subset}:{split}; subsets are {', '.join(SUBSETS)}, splits {', '.join(SPLITS)}. "
            f"CHUNKTRACE_RAGBENCH may name a folder with others."
        )
    from huggingface_hub import hf_hub_download

    name = f"{subset}/{split}-00000-of-00001.parquet"
    try:
        return Path(hf_hub_download(REPOSITORY, name, repo_type="dataset"))
    except Exception as error:
        raise LoadError(
            f"ragbench:{subset}:{split} could not be downloaded ({type(error).__name__}): go online, or set "
            f"CHUNKTRACE_RAGBENCH to a folder with {subset}/{split}-*.parquet. Subsets: {', '.join(SUBSETS)}."
        ) from error

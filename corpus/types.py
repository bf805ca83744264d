"""What loading hands on: documents with their questions, and what could not be loaded and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.hashing import key_of
from core.types import Document, Question

ProblemKind = Literal["failed", "warning"]


@dataclass(frozen=True, slots=True)
class Problem:
    """A file, row or question with trouble. `failed`: it is left out; `warning`: it is kept, but look at it."""

    name: str
    reason: str
    kind: ProblemKind = "failed"

    def __str__(self) -> str:
        return f"{self.name}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Corpus:
    """Named documents, sorted as found. `questions` is filled where the source brings its own."""

    name: str
    documents: tuple[Document, ...]
    problems: tuple[Problem, ...] = ()
    questions: tuple[Question, ...] = ()

    @property
    def key(self) -> str:
        """Hash of ids and texts; the order in which files were found does not matter."""
        return key_of(sorted((document.id, document.sha256) for document in self.documents))

    @property
    def failed(self) -> tuple[Problem, ...]:
        """What was left out."""
        return tuple(problem for problem in self.problems if problem.kind == "failed")

    @property
    def notices(self) -> tuple[str, ...]:
        """What to tell the reader: how many documents could be read, where that is not all, and each problem."""
        told = tuple(map(str, self.problems))
        if not self.failed:
            return told
        read = len(self.documents)
        return (f"{read:,} of {read + len(self.failed):,} documents could be read", *told)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What was kept although something is odd about it."""
        return tuple(problem for problem in self.problems if problem.kind == "warning")

"""What the documents and questions of a plan amount to. Unlike material.py, sizes alone, for an estimate."""

from __future__ import annotations

from dataclasses import dataclass

from core.tokens import count_tokens
from core.types import Question
from evaluation.questions.foreign import foreign_words
from experiments.material import Asked

_SAMPLE = 200_000


@dataclass(frozen=True, slots=True)
class Ground:
    """`tokens` are cl100k, counted on the beginning and scaled; `foreign` says how far the questions are about other
    documents, empty where they are not.
    """

    documents: int
    characters: int
    tokens: int
    questions: tuple[Question, ...]
    has_evidence: bool
    foreign: str = ""


def ground_of(asked: Asked) -> Ground:
    """The amounts of what was loaded."""
    documents, questions = asked.corpus.documents, asked.questions.questions
    text = "".join(document.text[:_SAMPLE] for document in documents[:20])[:_SAMPLE]
    characters = sum(len(document.text) for document in documents)
    tokens = round(count_tokens(text) * characters / len(text)) if text else 0
    foreign = foreign_words(questions, asked.questions.unplaced)
    return Ground(len(documents), characters, tokens, tuple(questions), asked.has_evidence, foreign)

"""What the documents and questions of a plan amount to. Unlike material.py, sizes alone, for an estimate."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log2

from core.tokens import count_tokens
from core.types import Question
from evaluation.questions.foreign import foreign_words
from experiments.material import Asked

_SAMPLE = 200_000
# A budget that holds this part of the documents leaves little to choose.
_TOO_MUCH, _PROPOSED, _LEAST_BUDGET = 0.5, 0.25, 64


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

    def better_budget(self, budgets: Iterable[int]) -> int | None:
        """A budget of some quarter of the documents, where one of these holds half of them and strategies would hardly
        differ; None where none does, or nothing smaller makes sense.
        """
        most, better = max(budgets, default=0), max(_LEAST_BUDGET, 1 << int(log2(max(1.0, _PROPOSED * self.tokens))))
        return better if self.tokens and most >= _TOO_MUCH * self.tokens and most > better else None


def ground_of(asked: Asked) -> Ground:
    """The amounts of what was loaded."""
    documents, questions = asked.corpus.documents, asked.questions.questions
    text = "".join(document.text[:_SAMPLE] for document in documents[:20])[:_SAMPLE]
    characters = sum(len(document.text) for document in documents)
    tokens = round(count_tokens(text) * characters / len(text)) if text else 0
    foreign = foreign_words(questions, asked.questions.unplaced)
    return Ground(len(documents), characters, tokens, tuple(questions), asked.has_evidence, foreign)

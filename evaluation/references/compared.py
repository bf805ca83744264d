"""All that is said of one answer beside its reference, as a run keeps it. The scores come from the files beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evaluation.references.correctness import ONLY_BY_MODEL, Compare
from evaluation.references.overlap import overlap_scores
from evaluation.references.words import reference_words

NOT_MEASURED = "the reference answer has no word"


@dataclass(frozen=True, slots=True)
class Compared:
    """`scores` by metric, from 0 to 1, None where not measured; `verdict` and `reason` are a language model's.

    `cost` is what the verdict cost in US dollars, None where the price is unknown or nobody was asked.
    """

    reference: str
    scores: Mapping[str, float | None] = field(default_factory=dict)
    verdict: str = ""
    reason: str = ""
    cost: float | None = None


def compared(question: str, reference: str, answer: str, compare: Compare | None = None) -> Compared:
    """The answer's text, without citation markers, beside the reference; without `compare` nobody judges it."""
    scores = {**overlap_scores(reference, answer), "reference_words": reference_words(question, reference, answer)}
    if scores["bleu"] is None:
        return Compared(reference, {**scores, "correctness": None}, reason=NOT_MEASURED)
    if compare is None:
        return Compared(reference, {**scores, "correctness": None}, reason=ONLY_BY_MODEL)
    said = compare(question, reference, answer)
    return Compared(reference, {**scores, "correctness": said.score}, said.label or "", said.reason, said.cost)


def compared_from_json(line: Mapping[str, Any] | None) -> Compared | None:
    """The record of a journal line."""
    return None if line is None else Compared(**line)

"""The local judge's weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

VERSION = 1
RELEVANT_FROM = 0.35
UTILIZED_FROM = 0.35
SUPPORTED_FROM = 0.5


@dataclass(frozen=True, slots=True)
class Weights:
    """log odds = bias + the sum of weight times feature."""

    bias: float
    by_feature: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Mode:
    """What is estimated from which features."""

    relevant_to_question: Weights
    relevant_to_answer: Weights
    utilized: Weights
    supported: Weights


WORDING = Mode(
    relevant_to_question=Weights(-1.33, {"question_covered": 2.1, "by_question": 1.2}),
    relevant_to_answer=Weights(
        -2.2, {"question_covered": 1.0, "covers_response": 3.0, "by_whole_response": 2.0, "run": 0.15}
    ),
    utilized=Weights(-3.5, {"covers_response": 3.0, "by_response": 3.0, "by_whole_response": 1.4, "run": 0.34}),
    supported=Weights(
        1.7,
        {
            "covered": 2.0,
            "covered_by_two": 1.0,
            "run": 0.14,
            "new_numbers": -0.4,
            "new_names": -0.6,
            "new_words": -1.5,
            "terms": -0.05,
        },
    ),
)
MEANING = WORDING

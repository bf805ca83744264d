"""The local judge's weights: numbers only, so that a better fit changes nothing but this file.

Logistic regressions on the validation records of six RAGBench subsets (1,745 records: covidqa, emanual, expertqa,
hagrid, hotpotqa, msmarco), every record with the same weight, rounded. Sentences that abstain were left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

VERSION = 1
# Where the mean share of sentences above the threshold comes closest to the labels' (relevance, utilization), and
# where as many answers are fully supported as in the labels (84 %).
RELEVANT_FROM = 0.35
UTILIZED_FROM = 0.35
SUPPORTED_FROM = 0.7


@dataclass(frozen=True, slots=True)
class Weights:
    """log odds = bias + the sum of weight times feature."""

    bias: float
    by_feature: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Mode:
    """What is estimated, each from the features named. Relevance has two: with an answer at hand, and without."""

    relevant_to_question: Weights
    relevant_to_answer: Weights
    utilized: Weights
    supported: Weights


WORDING = Mode(
    relevant_to_question=Weights(-1.37, {"question_covered": 2.33, "by_question": 0.84}),
    relevant_to_answer=Weights(
        -2.3,
        {
            "question_covered": 1.13,
            "by_question": -1.2,
            "covers_response": 2.98,
            "by_response": -0.56,
            "by_whole_response": 2.32,
            "run": 0.18,
        },
    ),
    utilized=Weights(
        -3.69,
        {
            "question_covered": 0.45,
            "by_question": -1.83,
            "covers_response": 4.47,
            "by_response": 1.46,
            "by_whole_response": 1.39,
            "run": 0.23,
        },
    ),
    supported=Weights(
        0.99,
        {
            "covered": 1.93,
            "covered_by_two": 0.2,
            "run": 0.24,
            "new_numbers": -0.23,
            "new_names": -0.53,
            "new_words": -0.77,
            "terms": -0.06,
        },
    ),
)
MEANING = WORDING

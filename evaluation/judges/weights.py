"""The local judge's weights: numbers only, so that a better fit changes nothing but this file.

Logistic regressions on validation records of six RAGBench subsets (covidqa, emanual, expertqa, hagrid, hotpotqa,
msmarco), every record with the same weight, rounded: WORDING on all 1,745, MEANING on every fourth. Sentences that
abstain were left out of support. Left-out subsets, root mean square error of keys above the threshold against the
stored scores: relevance 0.216 by wording and 0.203 by meaning (a constant: 0.211), utilization 0.138 and 0.131
(0.158); area under the curve of adherence 0.73 and 0.73.
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
# With MiniLM's cosines; other sentence encoders have similar ones, but nobody has measured how similar.
MEANING = Mode(
    relevant_to_question=Weights(
        -1.49,
        {
            "question_covered": 1.28,
            "by_question": -0.36,
            "question_cosine": 0.71,
            "chunk_cosine": 1.22,
            "below_best": 2.38,
        },
    ),
    relevant_to_answer=Weights(
        -2.71,
        {
            "question_covered": 0.49,
            "by_question": -1.22,
            "question_cosine": -0.73,
            "chunk_cosine": 0.54,
            "below_best": 1.48,
            "covers_response": 2.39,
            "by_response": 0.4,
            "by_whole_response": 0.92,
            "run": 0.07,
            "response_cosine": 2.57,
        },
    ),
    utilized=Weights(
        -3.53,
        {
            "question_covered": -0.24,
            "by_question": -2.11,
            "question_cosine": 0.06,
            "chunk_cosine": -0.53,
            "below_best": 1.44,
            "covers_response": 3.95,
            "by_response": 2.36,
            "by_whole_response": 0.49,
            "run": 0.14,
            "response_cosine": 1.72,
        },
    ),
    supported=Weights(
        0.68,
        {
            "covered": 2.01,
            "covered_by_two": -1.13,
            "run": 0.2,
            "new_numbers": -0.39,
            "new_names": -0.86,
            "new_words": -1.52,
            "terms": -0.05,
            "cosine": 1.97,
        },
    ),
)

"""Which sentences a person is asked about, so that their labels speak for a TRACe mean. Unlike labels.py, asks nobody.

A TRACe mean is a mean over questions of shares of sentences. So each draw takes a question, all alike, and then one of
its sentences, all alike: a sentence is drawn with probability 1 / (questions x sentences of its question), and the mean
of the labels drawn is an unbiased estimate of the TRACe mean. Draws are independent (a sentence may come twice, and is
asked once), so two sentences of one question say no more about each other than any other two.

Each draw takes the question, and then the sentence, whose hash with the number of the draw is smallest (rendezvous
hashing, Thaler and Ravishankar 1998). So one question more, such as one that failed before, alters few draws, and the
labels that were given stay of use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from core.hashing import sha256
from core.types import Judgement
from evaluation.labels import Kind, Place
from evaluation.outcomes import Outcome

# The TRACe mean that labels of a kind speak for.
METRIC_OF: Mapping[Kind, str] = {"relevant": "relevance", "utilized": "utilization", "supported": "adherence_share"}
# What a judge gives in place of "relevant" where there is no answer to see.
_WITHOUT_ANSWER = "relevant_to_question"
_SEED = 20240711
# Far beyond what a person labels; where the sentences are few, most draws bring one that was drawn before.
_MOST_DRAWS = 5_000
# SplitMix64 (Steele, Lea, Flood 2014).
_STEP, _FIRST, _SECOND = 0x9E3779B97F4A7C15, np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@dataclass(frozen=True, slots=True)
class Drawn:
    """One draw: a sentence of a question."""

    question_id: str
    key: str


@dataclass(frozen=True, slots=True)
class Frame:
    """All sentences of a kind that a run's judge judged: by question id, the judge's prediction by sentence key.

    A prediction is a probability where the judge gives one, else its verdict as 0 or 1.
    """

    kind: Kind
    predictions: Mapping[str, Mapping[str, float]]

    @property
    def sentences(self) -> int:
        """How many there are."""
        return sum(len(keys) for keys in self.predictions.values())

    @property
    def judge_mean(self) -> float | None:
        """The mean over questions of the mean prediction: what the judge alone says. None without any sentence."""
        return fmean(fmean(keys.values()) for keys in self.predictions.values()) if self.predictions else None

    def prediction(self, drawn: Drawn) -> float:
        """What the judge says of a sentence."""
        return self.predictions[drawn.question_id][drawn.key]

    def draws(self) -> Iterator[Drawn]:
        """The draws in their fixed order, the same for the same questions and sentences."""
        questions = list(self.predictions)
        by_question = {question: list(keys) for question, keys in self.predictions.items()}
        question_hashes = _hashes(questions)
        # Of the questions that are drawn alone: a run may have many more.
        key_hashes: dict[str, NDArray[np.uint64]] = {}
        for number in range(_MOST_DRAWS if questions else 0):
            question = questions[_smallest(question_hashes, 2 * number)]
            if question not in key_hashes:
                key_hashes[question] = _hashes([f"{question}\0{key}" for key in by_question[question]])
            yield Drawn(question, by_question[question][_smallest(key_hashes[question], 2 * number + 1)])

    def to_label(self, number: int) -> list[Drawn]:
        """The first `number` different sentences of the draws; fewer where there are fewer."""
        return list(islice(_unique(self.draws()), min(number, self.sentences)))

    def labeled(self, labels: Mapping[Place, bool | None]) -> list[tuple[Drawn, bool]]:
        """The draws with their labels, up to the first sentence that was not asked yet; skipped ones are left out.

        What a person labels beyond that is not used: a sample that somebody chose would not be one.
        """
        drawn: list[tuple[Drawn, bool | None]] = []
        seen: set[Drawn] = set()
        until = 0
        for one in self.draws():
            place = (one.question_id, one.key, self.kind)
            if place not in labels:
                break
            drawn.append((one, labels[place]))
            if one not in seen:
                seen.add(one)
                until = len(drawn)
                if len(seen) == self.sentences:
                    break
        # What was drawn again after the last new sentence depends on where the asking stopped.
        return [(one, value) for one, value in drawn[:until] if value is not None]


def frame_of(outcomes: Sequence[Outcome], kind: Kind) -> Frame:
    """The frame of a run's outcomes. Questions that failed, or have no sentence of the kind, are not in it."""
    predictions = {}
    for outcome in outcomes:
        judgement = outcome.judgement
        if judgement is None or judgement.scores.get(METRIC_OF[kind]) is None:
            continue
        keys = outcome.response if kind == "supported" else outcome.context
        found = {key: prediction(judgement, kind, key) for key in keys}
        known = {key: value for key, value in found.items() if value is not None}
        if known:
            predictions[outcome.question_id] = known
    return Frame(kind, predictions)


def prediction(judgement: Judgement, kind: Kind, key: str) -> float | None:
    """What a judgement says of a sentence: its probability, else its verdict; None where it says nothing."""
    given = judgement.probabilities
    chances = given.get(kind) or (given.get(_WITHOUT_ANSWER) if kind == "relevant" else None) or {}
    if key in chances:
        return chances[key]
    if kind == "supported":
        support = judgement.support.get(key)
        return None if support is None or support.supported is None else float(support.supported)
    return float(key in (judgement.relevant if kind == "relevant" else judgement.utilized))


def _unique(draws: Iterable[Drawn]) -> Iterator[Drawn]:
    """Each once, as they come: there are many more draws than anybody labels."""
    seen: set[Drawn] = set()
    for one in draws:
        if one not in seen:
            seen.add(one)
            yield one


def _hashes(names: Sequence[str]) -> NDArray[np.uint64]:
    return np.array([int(sha256(f"{_SEED}\0{name}")[:16], 16) for name in names], dtype=np.uint64)


def _smallest(hashes: NDArray[np.uint64], number: int) -> int:
    """Where the hash that is smallest once mixed with the number stands."""
    mixed = hashes + np.uint64((number + 1) * _STEP % 2**64)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * _FIRST
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _SECOND
    return int((mixed ^ (mixed >> np.uint64(31))).argmin())

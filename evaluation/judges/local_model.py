"""The local judge's coefficients, as local_judge.json holds them. Numbers only: local.py says what they mean.

A head is a logistic regression; the file is written by scripts/train_local_judge.py and can be read by a person.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from core.hashing import key_of
from evaluation.judges.features.words import Values

FILE = Path(__file__).with_name("local_judge.json")
# Features further than this many scales from their center count as this far.
_FARTHEST = 6.0


@dataclass(frozen=True, slots=True)
class Term:
    """One feature: log odds grow by `weight` for each `scale` that it exceeds `center`."""

    center: float
    scale: float
    weight: float


@dataclass(frozen=True, slots=True)
class Head:
    """log odds = bias + the sum over terms of weight * (feature - center) / scale."""

    bias: float
    terms: Mapping[str, Term]

    def probability(self, features: Mapping[str, Values]) -> Values:
        """The probability of each row of the features, (rows,)."""
        if not self.terms:
            return np.full(len(next(iter(features.values()))), 1 / (1 + np.exp(-self.bias)))
        center, scale, weight = np.array([(term.center, term.scale, term.weight) for term in self.terms.values()]).T
        given = np.stack([features[name] for name in self.terms], axis=1)
        odds = self.bias + np.clip((given - center) / scale, -_FARTHEST, _FARTHEST) @ weight
        return np.asarray(1 / (1 + np.exp(-odds)), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Spread:
    """How far the truth lies from an expected score s: between low and high times sqrt(a s (1 - s) + b)."""

    a: float
    b: float
    low: float
    high: float

    def around(self, score: float) -> tuple[float, float]:
        """The interval around a score, within 0 and 1."""
        width = sqrt(self.a * score * (1 - score) + self.b)
        return max(0.0, score + self.low * width), min(1.0, score + self.high * width)


@dataclass(frozen=True, slots=True)
class Model:
    """One mode: its heads by name, the probabilities from which a key is listed, and the spreads of the scores.

    Heads of sentences: relevant, relevant_to_question, utilized, supported; of records: completeness, adherence.
    `encoder` is the spec key of the encoder whose similarities were fitted, None for wording alone.
    """

    encoder: str | None
    heads: Mapping[str, Head]
    listed_from: Mapping[str, float]
    spreads: Mapping[str, Spread]


@dataclass(frozen=True, slots=True)
class Coefficients:
    """The whole file: the models by mode, and what they were trained on. `level` is that of the intervals.

    `key` is a hash of the coefficients, whatever the notes on their training.
    """

    version: int
    key: str
    level: float
    models: Mapping[str, Model]
    training: Mapping[str, Any]


@lru_cache(maxsize=1)
def coefficients() -> Coefficients:
    """The committed coefficients."""
    return read_coefficients(FILE)


def read_coefficients(path: Path) -> Coefficients:
    """The coefficients of a file."""
    value = json.loads(path.read_text(encoding="utf-8"))
    models = {mode: _model(one) for mode, one in value["models"].items()}
    return Coefficients(value["version"], key_of(value["models"]), value["level"], models, value["training"])


def model_json(model: Model) -> dict[str, Any]:
    """The model as JSON; a term is [center, scale, weight]."""
    return {
        "encoder": model.encoder,
        "listed_from": dict(model.listed_from),
        "spreads": {name: [one.a, one.b, one.low, one.high] for name, one in model.spreads.items()},
        "heads": {
            name: {
                "bias": head.bias,
                "terms": {feature: [term.center, term.scale, term.weight] for feature, term in head.terms.items()},
            }
            for name, head in model.heads.items()
        },
    }


def _model(value: Mapping[str, Any]) -> Model:
    heads = {
        name: Head(head["bias"], {feature: Term(*term) for feature, term in head["terms"].items()})
        for name, head in value["heads"].items()
    }
    spreads = {name: Spread(*numbers) for name, numbers in value["spreads"].items()}
    return Model(value["encoder"], heads, value["listed_from"], spreads)

"""Relevance, use and support from wording and meaning, without a language model. Unlike llm, instant and an estimate.

A sentence's probability is a logistic sum of the features in features.py, with the weights of weights.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from core.types import Judgement, Support
from evaluation.exchange import Exchange
from evaluation.judges import weights
from evaluation.judges.features import (
    Features,
    Pairs,
    Values,
    cosines,
    pairs_of,
    question_features,
    support_features,
    use_features,
    wording_of,
)
from evaluation.judges.judge import Judge, Keep, judgement_of, without_context
from evaluation.judges.weights import Weights
from evaluation.judges.wording import abstains
from evaluation.trace import Unit

if TYPE_CHECKING:
    from embedding.encoder import Encoder

# Context sentences named as support: the best one, and others that come this close to it.
_NEAR_BEST = 0.8


@dataclass(frozen=True, slots=True)
class Estimate:
    """Probabilities by sentence: (n,) relevant and utilized of context, (m,) supported of response sentences."""

    relevant: Values
    utilized: Values | None
    supported: Values | None
    pairs: Pairs | None


def local_judge(encoder: Encoder | None) -> Judge:
    """The judge over this encoder, or by wording alone when it is None."""

    def assess(exchange: Exchange, unit: Unit, keep: Keep) -> Judgement:
        if not exchange.context:
            return without_context("local", exchange, unit)
        return _judged(exchange, estimate(exchange, encoder), unit)

    by = encoder.spec.key if encoder else "wording alone"
    return Judge("local", {"version": weights.VERSION, "encoder": by}, assess)


def estimate(exchange: Exchange, encoder: Encoder | None) -> Estimate:
    """The probabilities of an exchange. Relevance sees the answer where there is one."""
    meaning = cosines(exchange, encoder) if encoder else None
    mode = weights.WORDING if meaning is None else weights.MEANING
    words = wording_of(exchange)
    asked = question_features(exchange, words, meaning[0] if meaning else None)
    if exchange.response is None:
        return Estimate(_probability(asked, mode.relevant_to_question), None, None, None)
    pairs = pairs_of(words, meaning[1] if meaning else None)
    used = use_features(words, pairs)
    return Estimate(
        relevant=_probability({**asked, **used}, mode.relevant_to_answer),
        utilized=_probability({**asked, **used}, mode.utilized),
        supported=_probability(support_features(exchange, words, pairs), mode.supported),
        pairs=pairs,
    )


def _judged(exchange: Exchange, found: Estimate, unit: Unit) -> Judgement:
    relevant = _above(exchange.context, found.relevant, weights.RELEVANT_FROM)
    if exchange.response is None or found.utilized is None or found.supported is None or found.pairs is None:
        return judgement_of("local", exchange, unit, relevant=relevant, utilized=None, support=None)
    silent = [abstains(sentence) for sentence in exchange.response.values()]
    # A sentence that says that the sources hold no answer claims nothing that would need support.
    chances = [1.0 if says_nothing else float(p) for says_nothing, p in zip(silent, found.supported, strict=True)]
    support = {
        key: Support(
            ("general",) if silent[j] else _sources(exchange, found.pairs, j), chances[j] >= weights.SUPPORTED_FROM
        )
        for j, key in enumerate(exchange.response)
    }
    return judgement_of(
        "local",
        exchange,
        unit,
        relevant=relevant,
        utilized=_above(exchange.context, found.utilized, weights.UTILIZED_FROM),
        support=support,
        adherence_probability=prod(chances) if chances else None,
    )


def _probability(features: Features, weighed: Weights) -> Values:
    total = weighed.bias + sum(weight * features[name] for name, weight in weighed.by_feature.items())
    return np.asarray(1 / (1 + np.exp(-total)), dtype=np.float64)


def _above(keys: Mapping[str, str], probabilities: Values, threshold: float) -> list[str]:
    return [key for key, probability in zip(keys, probabilities, strict=True) if probability >= threshold]


def _sources(exchange: Exchange, pairs: Pairs, column: int) -> tuple[str, ...]:
    """Keys of the context sentences that cover a response sentence best."""
    covered = pairs.of_response[:, column]
    best = covered.max(initial=0.0)
    if not best:
        return ()
    return tuple(key for key, share in zip(exchange.context, covered, strict=True) if share >= _NEAR_BEST * best)

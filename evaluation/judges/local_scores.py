"""From the probabilities of sentences to the scores of an answer. Unlike local_model.py, knows what they are of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from evaluation.exchange import Exchange
from evaluation.judges.features.exchange import Described
from evaluation.judges.features.words import Features, Values
from evaluation.judges.local_model import Model
from evaluation.judges.wording import abstains
from evaluation.trace import Unit

# What an answer is judged by as a whole: the least, mean or most of these over its sentences.
_LEAST = ("covered_by_one", "pairs_in_sentence", "run_share")
_MEAN = ("trigrams", "question_shown", "answer_sentences")
_MOST = ("outside_best_sentence", "numbers_elsewhere", "new_names")
# Probabilities this close to 0 and 1 count as this far from them.
_SURE = 1e-6


@dataclass(frozen=True, slots=True)
class Chances:
    """Probabilities by sentence: (n,) of context, (m,) of response sentences; None where no answer was generated."""

    relevant: Values
    relevant_to_question: Values
    utilized: Values | None
    supported: Values | None


def chances_of(exchange: Exchange, found: Described, model: Model) -> Chances:
    """The probabilities. Without an answer, relevance is that to the question.

    A response sentence that says that the sources hold no answer claims nothing that would need support.
    """
    asked = model.heads["relevant_to_question"].probability(found.asked)
    if exchange.response is None or found.response is None:
        return Chances(asked, asked, None, None)
    silent = np.array([abstains(text) for text in exchange.response.values()], dtype=bool)
    supported = model.heads["supported"].probability(found.response) if len(silent) else np.zeros(0)
    return Chances(
        relevant=model.heads["relevant"].probability(found.context),
        relevant_to_question=asked,
        utilized=model.heads["utilized"].probability(found.context),
        supported=np.where(silent, 1.0, supported),
    )


def expected(chances: Values, exchange: Exchange, unit: Unit) -> float:
    """The expected share: the mean probability over sentences, or over characters with unit "length"."""
    lengths = [1.0 if unit == "sentence" else float(len(text)) for text in exchange.context.values()]
    whole = sum(lengths)
    return float(np.average(chances, weights=lengths)) if whole else float(np.mean(chances))


def answer_scores(
    exchange: Exchange, found: Described, chances: Chances, model: Model, unit: Unit
) -> dict[str, float | None]:
    """What is to be expected of an answer, each share with the ends of its interval (`_low`, `_high`).

    An answer that abstains has nothing unsupported; which sentences it rests on is estimated as for any other, because
    annotators name some. An answer without a sentence uses none.
    """
    if chances.utilized is None or chances.supported is None or found.response is None:
        return {}
    said = list((exchange.response or {}).values())
    scores: dict[str, float | None] = {"relevance": expected(chances.relevant, exchange, unit)}
    if said:
        complete = completeness_features(found.context, chances.relevant, chances.utilized)
        adherent = model.heads["adherence"].probability(adherence_features(found.response, chances))
        scores["utilization"] = expected(chances.utilized, exchange, unit)
        scores["completeness"] = float(model.heads["completeness"].probability(complete)[0])
        scores["adherence_probability"] = 1.0 if all(abstains(text) for text in said) else float(adherent[0])
    for name, spread in model.spreads.items():
        if (score := scores.get(name)) is not None:
            scores[f"{name}_low"], scores[f"{name}_high"] = spread.around(score)
    return scores


def completeness_features(found: Mapping[str, Values], relevant: Values, utilized: Values) -> Features:
    """What the expected ratio |R and U| / |R| follows from, (1,) each."""
    both = np.minimum(relevant, utilized)
    return _one(
        {
            "used_of_relevant": both.sum() / relevant.sum(),
            "used_if_relevant": (relevant * utilized).sum() / relevant.sum(),
            "mean_relevant": relevant.mean(),
            "mean_utilized": utilized.mean(),
            "most_relevant": relevant.max(),
            "most_utilized": utilized.max(),
            "relevant_sentences": np.log(relevant.sum()),
            "utilized_sentences": np.log(utilized.sum()),
            **{
                name: found[name][0]
                for name in ("sentences", "chunks", "answer_sentences", "answer_terms", "answer_shown", "answer_copied")
            },
        }
    )


def adherence_features(found: Mapping[str, Values], chances: Chances) -> Features:
    """What an answer is judged by as a whole, (1,) each; `found` are the features of its sentences.

    Where the context holds nothing relevant, an answer is more often made up.
    """
    supported = np.zeros(0) if chances.supported is None else np.clip(chances.supported, _SURE, 1 - _SURE)
    return _one(
        {
            "least_supported": np.log(supported / (1 - supported)).min(),
            "all_supported": np.log(supported).sum(),
            "most_relevant": chances.relevant.max(),
            "most_relevant_to_question": chances.relevant_to_question.max(),
            **{f"least_{name}": found[name].min() for name in _LEAST},
            **{f"mean_{name}": found[name].mean() for name in _MEAN},
            **{f"most_{name}": found[name].max() for name in _MOST},
        }
    )


def _one(values: Mapping[str, float]) -> Features:
    return {name: np.array([float(value)]) for name, value in values.items()}

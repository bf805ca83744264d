"""How close a trained local judge comes to labels it never saw. Unlike evaluation.panel, needs no judgements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.judges.examples import SCORES, Examples
from evaluation.judges.features.words import Values
from evaluation.judges.local_model import Model
from evaluation.judges.training import Predicted

_BINS = 10
_DIGITS = 4


def figures_of(examples: Examples, predicted: Predicted, subsets: NDArray[np.str_], model: Model) -> dict[str, Any]:
    """Root mean square errors beside a constant's, area under the curve and interval coverage, by subset and for all.

    The constant is each subset's own mean, the best that can be said without reading.
    """
    rows = {str(name): subsets == name for name in dict.fromkeys(subsets)}
    constants = {name: np.zeros(examples.count) for name in SCORES}
    for inside in rows.values():
        for name in SCORES:
            constants[name][inside] = examples.scores[name][inside].mean()
    rows["all"] = np.ones(examples.count, dtype=bool)
    return {name: _figures(examples, predicted, constants, inside, model) for name, inside in rows.items()}


def reliability(examples: Examples, predicted: Predicted) -> dict[str, list[list[float]]]:
    """Rows [from, how many, mean probability, share of yes labels] in tenths, for each probability."""
    pairs = {
        "relevant": (predicted.relevant, examples.relevant.labels),
        "relevant_to_question": (predicted.relevant_to_question, examples.relevant.labels),
        "utilized": (predicted.utilized, examples.utilized.labels),
        "supported": (predicted.supported, examples.supported.labels),
        "adherence": (predicted.adherence, examples.adherent),
    }
    return {name: _bins(*pair) for name, pair in pairs.items()}


def rmse(one: Values, other: Values) -> float:
    """Root mean square difference."""
    return float(np.sqrt(np.mean((one - other) ** 2)))


def auroc(scores: Values, labels: Values) -> float | None:
    """Chance that a yes has a higher score than a no, a tie counting half; None where all labels are the same."""
    from scipy.stats import rankdata  # slow to import

    yes = labels > 0
    if yes.all() or not yes.any():
        return None
    positive = int(yes.sum())
    ranks = float(rankdata(scores)[yes].sum())
    return (ranks - positive * (positive + 1) / 2) / (positive * (len(yes) - positive))


def _figures(
    examples: Examples, predicted: Predicted, constants: Mapping[str, Values], inside: NDArray[np.bool_], model: Model
) -> dict[str, float | int | None]:
    figures: dict[str, float | int | None] = {"records": int(inside.sum())}
    for name in SCORES:
        truth, found = examples.scores[name][inside], predicted.scores[name][inside]
        ends = np.array([model.spreads[name].around(score) for score in found])
        figures[name] = _short(rmse(found, truth))
        figures[f"{name}_constant"] = _short(rmse(constants[name][inside], truth))
        figures[f"{name}_covered"] = _short(float(np.mean((ends[:, 0] <= truth) & (truth <= ends[:, 1]))))
    asked = predicted.scores["relevance_to_question"][inside]
    figures["relevance_to_question"] = _short(rmse(asked, examples.scores["relevance"][inside]))
    figures["unsupported_auroc"] = _short(auroc(predicted.adherence[inside], examples.adherent[inside]))
    return figures


def _bins(probabilities: Values, labels: Values) -> list[list[float]]:
    numbers = np.minimum((probabilities * _BINS).astype(int), _BINS - 1)
    rows = []
    for number in range(_BINS):
        inside = numbers == number
        if inside.any():
            told = (number / _BINS, inside.sum(), probabilities[inside].mean(), labels[inside].mean())
            rows.append([round(float(value), 3) for value in told])
    return rows


def _short(value: float | None) -> float | None:
    return None if value is None else round(float(value), _DIGITS)

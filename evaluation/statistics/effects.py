"""Which setting carries the difference within a family of runs. Unlike a comparison of pairs, uses all runs at once.

The linear model score = question + settings is fitted question by question: with every question in every run, its
least-squares effects are the same weighted sums of the runs' scores for all questions (statsmodels' OLS with the
questions as blocks gives the same numbers; the tests compare them). So an effect is a mean over questions like any
other here, with the same intervals, sign-flip tests and Holm's adjustment.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.statistics.adjusting import holm
from evaluation.statistics.clusters import Array, clustered
from evaluation.statistics.design import Design, Term, design_of
from evaluation.statistics.intervals import UNBOUNDED, Bounds, mean_intervals
from evaluation.statistics.permutation import p_values


@dataclass(frozen=True, slots=True)
class Effect:
    """By how much a level changes the score against the reference run's level, the other settings equal.

    Of an interaction, by how much the effects of two levels together differ from their sum.
    """

    factor: str
    level: str
    reference: str
    delta: float
    low: float | None
    high: float | None
    p: float
    p_adjusted: float


@dataclass(frozen=True, slots=True)
class MainEffects:
    """Effects by factor in order of `shares`: the part of the differences between runs that only this factor explains.

    `refused` says of what no effect can be told, and why.
    """

    effects: tuple[Effect, ...]
    interactions: tuple[Effect, ...]
    shares: Mapping[str, float]
    refused: tuple[str, ...]
    n: int


def main_effects(
    scores: Array,
    factors: Mapping[str, Sequence[str]],
    reference: int,
    labels: Sequence[Hashable] | None = None,
    *,
    bounds: Bounds = UNBOUNDED,
) -> MainEffects:
    """Main effects and interactions of pairs.

    Args:
        scores: shape (questions, runs), every question measured in every run, two questions or more.
        factors: by factor, the level of each run.
        reference: the run whose levels are compared with.
        labels: the cluster of each question.
        bounds: between which an effect, as a difference of two scores, can lie; an interaction is one of two effects.
    """
    model = design_of(factors, reference)
    shares = _shares(scores.mean(axis=0), model)
    ordered = sorted(model.terms, key=lambda term: -shares[term.name])
    levels = {name: levels[reference] for name, levels in factors.items()}
    effects = _effects(scores, [(term, model.columns) for term in ordered], levels, labels, bounds)
    interactions = _effects(scores, model.interactions, levels, labels, (2 * bounds[0], 2 * bounds[1]))
    return MainEffects(
        tuple(effects),
        tuple(interactions),
        {term.name: shares[term.name] for term in ordered},
        model.refused,
        len(scores),
    )


def _effects(
    scores: Array,
    terms: Sequence[tuple[Term, Array]],
    reference: Mapping[str, str],
    labels: Sequence[Hashable] | None,
    bounds: Bounds,
) -> list[Effect]:
    if not terms:
        return []
    table = np.hstack([scores @ _weights(term, columns) for term, columns in terms])
    named = [(term.name, level) for term, _ in terms for level in term.levels]
    sample = clustered(table, labels)
    found = p_values(sample)
    return [
        Effect(
            name,
            level,
            reference.get(name, ""),
            float(delta),
            around.low,
            around.high,
            float(p),
            float(adjusted or 0.0),
        )
        for (name, level), delta, around, p, adjusted in zip(
            named, sample.means, mean_intervals(table, labels, bounds=bounds), found, holm(list(found)), strict=True
        )
    ]


def _weights(term: Term, columns: Array) -> Array:
    """What each run's score counts in the effects of a term, shape (runs, levels)."""
    places = [next(i for i in range(columns.shape[1]) if np.array_equal(columns[:, i], c)) for c in term.columns.T]
    return np.asarray(np.linalg.pinv(columns)[places].T, dtype=np.float64)


def _shares(means: Array, model: Design) -> dict[str, float]:
    """Variation of the runs' means that is lost when a term leaves the model, over all of it."""
    total = float(((means - means.mean()) ** 2).sum())
    full = _unexplained(means, model.columns)
    shares = {}
    for term in model.terms:
        kept = [c for c in model.columns.T if not any(np.array_equal(c, own) for own in term.columns.T)]
        without = np.stack(kept, axis=1)
        shares[term.name] = max(0.0, _unexplained(means, without) - full) / total if total > 0 else 0.0
    return shares


def _unexplained(means: Array, columns: Array) -> float:
    return float(((means - columns @ (np.linalg.pinv(columns) @ means)) ** 2).sum())

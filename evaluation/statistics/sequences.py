"""Bounds of a mean that hold at every moment at once. Unlike intervals.py, one may look at any time, and stop.

An interval of a fixed sample is too narrow for somebody who looks after each question and stops when it suits. Here a
gambler bets on every value that the mean lies below a threshold. Were it not so, the wealth would have to grow out of
nothing: that it ever reaches 1 / alpha has a probability of at most alpha (Ville 1939), so that a threshold at which it
does is refuted, whenever that happens (Waudby-Smith and Ramdas, "Estimating Means of Bounded Random Variables by
Betting", 2023, section 4). How much to bet is not known beforehand; the wealth is that of many gamblers with fixed
shares, of which the best soon holds nearly all (Orabona and Jun, "Tight Concentrations and Confidence Sequences from
the Regret of Universal Portfolio", 2024). Neither assumes anything about how the values vary within their bounds.

Of a finite set of questions, asked in random order, ever less is unknown: what is left to come must make up for what
was seen (Waudby-Smith and Ramdas 2023, section 5). Such bounds speak of the mean over just this set, and
need no word on how its questions depend on each other. benchmarks/racing.py shows coverage and power.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np
import numpy.typing as npt

from evaluation.statistics.clusters import Array

# The shares of their wealth that the gamblers bet, of the most that cannot ruin them; together the arcsine prior.
_GAMBLERS = 16
_SHARES = np.sin(np.pi * (np.arange(_GAMBLERS) + 0.5) / (2 * _GAMBLERS)) ** 2
# Smaller distances to the bound, left when a set is nearly known, are rounding.
_NOISE = 1e-9
# A bound is found to a hundred thousandth of the range.
_THRESHOLDS, _ROUNDS = 50, 3


class Betting:
    """Evidence that means lie below thresholds, for an array of series at once, gathered value by value."""

    def __init__(self, most: npt.ArrayLike, population: int | None = None) -> None:
        """Nothing seen yet.

        Args:
            most: the highest value above the threshold that is possible, one a series; its shape is that of all.
            population: how many values there are in all, drawn in random order; None for values drawn anew.
        """
        self._most = np.asarray(most, dtype=float)
        self._population = population
        self._seen = 0
        self._sums = np.zeros(self._most.shape)
        self._logs = np.full((_GAMBLERS, *self._most.shape), -log(_GAMBLERS))
        self.evidence: Array = np.zeros(self._most.shape)

    def observe(self, above: Array) -> None:
        """Bet on the next value of each series, given as its distance above the threshold; 0 for one not measured.

        `evidence` is the logarithm of the highest wealth so far: a threshold is refuted at level alpha when it is at
        least log(1 / alpha). Raises ValueError for more values than the population has.
        """
        expected: Array | float = 0.0
        if self._population is not None:
            if self._seen >= self._population:
                raise ValueError(f"more values than the {self._population} there are")
            expected = -self._sums / (self._population - self._seen)
        gain = (above - expected) / np.maximum(self._most - expected, _NOISE)
        self._logs += np.log1p(-np.multiply.outer(_SHARES, gain))
        self.evidence = np.maximum(self.evidence, np.logaddexp.reduce(self._logs, axis=0))
        self._sums += above
        self._seen += 1


def mean_bounds(
    values: Sequence[float | None], alpha: float, bounds: tuple[float, float], population: int | None = None
) -> tuple[float, float]:
    """Low and high end around the mean of what is measured; valid at level 1 - alpha at all times together.

    Args:
        values: in the order seen; None where not measured.
        alpha: how often any of the ends so far may be wrong; half of it a side.
        bounds: the least and the most that a value can be.
        population: as in Betting, those not measured included.
    """
    known = np.array([value is not None for value in values], dtype=bool)
    table = np.array([0.0 if value is None else value for value in values])
    low, high = bounds
    top = _highest(table, known, alpha / 2, bounds, population)
    return -_highest(-table, known, alpha / 2, (-high, -low), population), top


def _highest(
    values: Array, known: npt.NDArray[np.bool_], alpha: float, bounds: tuple[float, float], population: int | None
) -> float:
    """The upper end, between ever closer thresholds: whoever refutes one refutes all higher ones."""
    kept, refuted = bounds
    for _ in range(_ROUNDS):
        thresholds = np.linspace(kept, refuted, _THRESHOLDS)
        betting = Betting(bounds[1] - thresholds, population)
        for value, measured in zip(values, known, strict=True):
            betting.observe((value - thresholds) * measured)
        below = int((betting.evidence < log(1 / alpha)).sum())
        if below == _THRESHOLDS:
            return refuted
        kept, refuted = float(thresholds[max(0, below - 1)]), float(thresholds[below])
    return refuted

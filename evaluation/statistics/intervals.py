"""Which interval a mean gets: the one way to do it, for a run's summary and for the difference of two runs.

Shares of yes answers have Wilson's (shares.py); all other means the expanded BCa (bca.py), and below ten clusters,
where the bootstrap has too few samples to draw, the wider ends of it and of Student's t (robust.py). Student's t knows
no range of scores; ends beyond it, where no true mean can lie, are drawn in to it, which leaves the coverage as it is.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
import numpy.typing as npt

from evaluation.statistics.bca import bca_ends
from evaluation.statistics.clusters import Array, Clustered, clustered
from evaluation.statistics.robust import robust
from evaluation.statistics.shares import wilson_ends

CONFIDENCE = 0.95
# Drawn anew, the mean would always be this one.
NO_VARIATION = "n/a (no variation)"
_ONE_CLUSTER = "n/a (one document)"
_FEW = 10
# Differences of equal scores may differ in their last bits.
_NOISE = 1e-12
Bounds = tuple[float, float]
UNBOUNDED: Bounds = (-inf, inf)


@dataclass(frozen=True, slots=True)
class Interval:
    """Ends of a 95 % interval, None where the values do not allow one; `reason` says why."""

    low: float | None = None
    high: float | None = None
    reason: str = ""


def mean_interval(
    values: Sequence[float], labels: Sequence[Hashable] | None = None, *, bounds: Bounds = UNBOUNDED
) -> Interval:
    """95 % interval of the mean of these scores, clustered by their labels where there are some.

    `bounds` are the least and the most that a score of this kind can be.
    """
    if len(values) < 2:
        return Interval(reason="n/a (one question)" if values else "n/a (no question)")
    return mean_intervals(np.asarray(values, dtype=float)[:, None], labels, bounds=bounds)[0]


def mean_intervals(
    values: npt.ArrayLike, labels: Sequence[Hashable] | None = None, *, bounds: Bounds = UNBOUNDED
) -> list[Interval]:
    """The same for each column of an array of shape (questions, series), with two questions or more."""
    table = np.asarray(values, dtype=float)
    varies = np.ptp(table, axis=0) >= _NOISE
    sample = clustered(table, labels)
    if sample.clusters < 2:
        return [Interval(reason=_ONE_CLUSTER)] * table.shape[1]
    # Adding 0 makes a negative zero a plain one.
    lows, highs = (np.clip(side, *bounds) + 0.0 for side in ends(sample))
    return [
        Interval(float(low), float(high)) if there else Interval(reason=NO_VARIATION)
        for low, high, there in zip(lows, highs, varies, strict=True)
    ]


def share_interval(values: Sequence[float], labels: Sequence[Hashable] | None = None) -> Interval:
    """95 % interval of a share of yes answers (scores of 0 and 1); holds from one question on, not in one cluster."""
    if not values:
        return Interval(reason="n/a (no question)")
    sample = clustered(values, labels)
    if sample.clusters < 2 <= sample.n:
        return Interval(reason=_ONE_CLUSTER)
    low, high = wilson_ends(sample, CONFIDENCE)
    return Interval(low, high)


def ends(sample: Clustered, confidence: float = CONFIDENCE) -> tuple[Array, Array]:
    """Low and high ends of each series' mean. Needs two clusters."""
    low, high = bca_ends(sample, confidence)
    if sample.clusters < _FEW:
        spread = robust(sample)
        reach = spread.quantile(0.5 + confidence / 2) * spread.error
        low, high = np.minimum(low, sample.means - reach), np.maximum(high, sample.means + reach)
    return low, high

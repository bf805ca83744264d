"""How probable it is that a run is the best of its family, were the questions drawn anew."""

from __future__ import annotations

from evaluation.statistics.clusters import Array, Clustered
from evaluation.statistics.resampling import resampled_means

_NOISE = 1e-12


def probability_of_best(sample: Clustered, *, more_is_better: bool = True) -> Array:
    """The share of resamples in which each run (series) has the best mean; equal ones share it. Sums to 1.

    It says how stable the ranking is, not how large the lead is.
    """
    drawn = resampled_means(sample) * (1 if more_is_better else -1)
    first = drawn >= drawn.max(axis=1, keepdims=True) - _NOISE
    share: Array = (first / first.sum(axis=1, keepdims=True)).mean(axis=0)
    return share

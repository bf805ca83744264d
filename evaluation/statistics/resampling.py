"""Means of samples drawn anew, cluster by cluster. bca.py makes intervals of them, best.py the chance of being best."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from evaluation.statistics.clusters import Array, Clustered

RESAMPLES = 4000
SEED = 20240711
# Draws held at once: about 30 MB.
_BLOCK = 4_000_000
_KEPT = 400
_PACKED = 6_000


def resampled_means(sample: Clustered) -> Array:
    """Means of samples that draw as many clusters with replacement, shape (RESAMPLES, series). The seed is fixed.

    All series share the draws, so that differences between them are those of the same questions.
    """
    parts = [(counts @ sample.sums) / (counts @ sample.sizes)[:, None] for counts in _draws(sample.clusters)]
    means: Array = np.concatenate(parts)
    return means


def _draws(clusters: int) -> Iterator[Array]:
    """How often each cluster is drawn, in blocks of rows; every row sums to the number of clusters."""
    if clusters <= _KEPT:
        yield _kept(clusters)
        return
    if clusters <= _PACKED:
        yield from (counts.astype(float) for counts in _packed(clusters))
        return
    yield from _blocks(clusters)


def _blocks(clusters: int) -> Iterator[Array]:
    rng = np.random.default_rng(SEED)
    rows = max(1, _BLOCK // clusters)
    for start in range(0, RESAMPLES, rows):
        yield _counts(rng, clusters, min(rows, RESAMPLES - start))


@lru_cache(maxsize=2)
def _packed(clusters: int) -> tuple[npt.NDArray[np.uint16], ...]:
    """The blocks in two bytes a count: drawing them takes ten times as long as using them."""
    return tuple(counts.astype(np.uint16) for counts in _blocks(clusters))


@lru_cache(maxsize=16)
def _kept(clusters: int) -> Array:
    return _counts(np.random.default_rng(SEED), clusters, RESAMPLES)


def _counts(rng: np.random.Generator, clusters: int, rows: int) -> Array:
    drawn = rng.integers(0, clusters, size=(rows, clusters)) + np.arange(rows)[:, None] * clusters
    counts: Array = np.bincount(drawn.ravel(), minlength=rows * clusters).reshape(rows, clusters).astype(float)
    return counts

"""Whether paired differences could be chance: their signs are flipped, cluster by cluster. Needs no distribution.

If two runs are alike, a document's differences are as likely with the other sign (Fisher, "The Design of Experiments",
1935, section 21). All sign patterns are tried where there are few clusters, else as many random ones as RANDOM.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from evaluation.statistics.clusters import Array, Clustered
from evaluation.statistics.resampling import SEED

Signs = npt.NDArray[np.int8]
EXACT_UP_TO = 13
RANDOM = 9_999
_BLOCK = 4_000_000
# Sums of the same numbers in another order may differ in their last bits.
_NOISE = 1e-9


def p_values(sample: Clustered) -> Array:
    """Two-sided p for each series of differences; 1.0 for one that is zero throughout.

    With random patterns the sample itself counts as one more, so that p is never 0 (Phipson and Smyth 2010).
    """
    given = np.abs(sample.sums.sum(axis=0))
    limit = given - _NOISE * np.abs(sample.sums).sum(axis=0)
    exact = sample.clusters <= EXACT_UP_TO
    reached = np.zeros(len(given))
    tried = 0
    for signs in _patterns(sample.clusters):
        reached += (np.abs(signs.astype(np.float64) @ sample.sums) >= limit).sum(axis=0)
        tried += len(signs)
    p: Array = reached / tried if exact else (reached + 1) / (tried + 1)
    return p


@lru_cache(maxsize=2)
def _patterns(clusters: int) -> tuple[Signs, ...]:
    if clusters <= EXACT_UP_TO:
        bits = (np.arange(2**clusters)[:, None] >> np.arange(clusters)) & 1
        return (_signs(bits),)
    rng = np.random.default_rng(SEED)
    rows = max(1, _BLOCK // clusters)
    sizes = [min(rows, RANDOM - start) for start in range(0, RANDOM, rows)]
    return tuple(_signs(rng.integers(0, 2, size=(size, clusters))) for size in sizes)


def _signs(bits: npt.NDArray[np.int64]) -> Signs:
    # One byte a sign: of 5,000 clusters they are kept in 50 MB.
    return np.asarray(bits * 2 - 1, dtype=np.int8)

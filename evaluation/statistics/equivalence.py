"""Whether a difference is below the margin that matters. Unlike permutation.py, can show that there is none.

Two one-sided t tests (Schuirmann 1987) on errors that allow for clusters.
"""

from __future__ import annotations

import numpy as np

from evaluation.statistics.clusters import Array, Clustered
from evaluation.statistics.robust import robust


def equivalence_p(sample: Clustered, margin: float | Array) -> Array:
    """P of each series' mean lying beyond -margin or +margin; small where it lies between. Needs two clusters.

    Where all differences are zero no error can be estimated. Then p is the chance to see no difference in any cluster
    although so many differ that, each by the whole scale of 1, the mean reached the margin.
    """
    from scipy.special import stdtr  # slow to import

    spread = robust(sample)
    none = np.abs(sample.sums).sum(axis=0) == 0
    error = np.where(none, 1.0, np.maximum(spread.error, 1e-12))
    distance = margin - np.abs(sample.means)
    p = stdtr(spread.freedom, -distance / error)
    unseen = (1 - np.clip(margin, 0, 1)) ** sample.clusters
    both: Array = np.where(none, unseen, p)
    return both

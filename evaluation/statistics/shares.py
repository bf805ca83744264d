"""Intervals of shares of yes answers. Unlike bca.py, they hold for one question, and where all answers are the same.

Wilson's score interval (1927) with as many questions as the sample is worth: its questions over the design effect of
its clusters (Korn and Graubard, "Confidence Intervals for Proportions with Small Expected Number of Positive Counts
Estimated from Survey Data", 1998). Where there are clusters, Student's quantile stands for the normal one; with fewer
than twenty degrees of freedom that would be too wide, since Wilson's interval is wide already (seen by simulation).
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from evaluation.statistics.clusters import Clustered
from evaluation.statistics.robust import design_effect, robust

_LEAST_FREEDOM = 20.0


def wilson_ends(sample: Clustered, confidence: float) -> tuple[float, float]:
    """Low and high end of the share in the sample's one series."""
    from scipy.special import ndtri, stdtrit  # slow to import

    share, n = float(sample.means[0]), float(sample.n)
    z = float(ndtri(0.5 + confidence / 2))
    if 1 < sample.clusters < n:
        independent = np.array([share * (1 - share) / (n - 1)])
        n /= float(design_effect(sample, independent)[0])
        z = float(stdtrit(max(robust(sample).freedom, _LEAST_FREEDOM), 0.5 + confidence / 2))
    middle = share + z**2 / (2 * n)
    reach = z * sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
    low, high = (middle - reach) / (1 + z**2 / n), (middle + reach) / (1 + z**2 / n)
    # Exactly 0 and 1 where all answers are the same; computed, they are off by a rounding error.
    return (max(0.0, low) if share > 0 else 0.0), (min(1.0, high) if share < 1 else 1.0)

"""Standard errors of a mean that allow for clusters, and their degrees of freedom. Unlike bca.py, assumes symmetry.

The CR2 estimator with the degrees of freedom of Bell and McCaffrey, "Bias Reduction in Standard Errors for Linear
Regression with Multi-Stage Samples" (2002); for clusters of one question it is the t interval of the textbooks.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.statistics.clusters import Array, Clustered


@dataclass(frozen=True, slots=True)
class Robust:
    """Standard errors, one a series, in the unit of the scores, and the degrees of freedom that they share."""

    error: Array
    freedom: float

    def quantile(self, probability: float) -> float:
        """Student's t at that probability."""
        from scipy.special import stdtrit  # slow to import

        return float(stdtrit(self.freedom, probability))


def robust(sample: Clustered) -> Robust:
    """Errors of the means. Needs two clusters."""
    share = sample.sizes / sample.n
    error = np.sqrt((sample.residuals**2 / (1 - share)[:, None]).sum(axis=0)) / sample.n
    return Robust(error, _freedom(sample.sizes))


def design_effect(sample: Clustered, independent: Array) -> Array:
    """By how much clusters widen the variance of the means, `independent` being that without them; at least 1."""
    known = independent > 0
    ratio = np.divide(robust(sample).error ** 2, independent, out=np.ones_like(independent), where=known)
    effect: Array = np.maximum(ratio, 1.0)
    return effect


def _freedom(sizes: Array) -> float:
    """Satterthwaite's degrees of freedom where questions are in truth independent (Bell and McCaffrey, section 4).

    With C = A diag(sizes) A', A = diag(w) (I - h 1'), h the clusters' shares and w = 1 / sqrt(1 - h), the entries of
    C are w_g w_h (m_g [g = h] - m_g m_h / n), which is summed here without building the matrix.
    """
    n = sizes.sum()
    weight = 1 / (1 - sizes / n)
    diagonal = weight * (sizes - sizes**2 / n)
    cross = weight * sizes**2 / n
    squares = (diagonal**2).sum() + (cross.sum() ** 2 - (cross**2).sum())
    return float(diagonal.sum() ** 2 / squares)

"""Logistic regressions for the local judge, fitted. Unlike local_model.py, not needed to judge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.judges.features.words import Values
from evaluation.judges.local_model import Head, Spread, Term

Rows = NDArray[np.intp]
Matrix = NDArray[np.float32]
_STEPS = 150
# Of a record with more sentences than this, a part is enough: its weight stays that of one record.
_SENTENCES = 30
_CLIP = 6.0
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Rowwise:
    """Examples: features (rows, names), labels from 0 to 1 (rows,), and the record that each row belongs to."""

    names: tuple[str, ...]
    features: Matrix
    labels: Values
    record: Rows

    def of(self, records: NDArray[np.bool_]) -> Rowwise:
        """The rows of the chosen records, a mask over all records."""
        kept = records[self.record]
        return Rowwise(self.names, self.features[kept], self.labels[kept], self.record[kept])


def fit_head(rows: Rowwise, penalty: float, stretch: bool = False) -> Head:
    """The logistic regression with the least log loss plus ridge penalty, every record weighing the same.

    Labels may be shares. A strong penalty makes probabilities shy: with `stretch`, bias and weights are then scaled to
    the least log loss without penalty (Platt 1999). Coefficients are rounded, so that the file can be read; equal rows
    give equal heads.
    """
    from scipy.optimize import minimize  # slow to import

    kept = _thinned(rows.record)
    given, labels, record = rows.features[kept], rows.labels[kept], rows.record[kept]
    center, scale = given.mean(axis=0), given.std(axis=0)
    useful = np.flatnonzero(scale > 1e-6)
    center, scale = center[useful], scale[useful]
    scaled = np.clip((given[:, useful] - center) / scale, -_CLIP, _CLIP).astype(np.float32)
    weights = 1.0 / np.bincount(record)[record]
    loss = _loss(scaled, labels, weights / weights.sum(), penalty)
    start = np.zeros(len(useful) + 1)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": _STEPS}).x
    if stretch:
        odds = (scaled @ found[1:].astype(np.float32)).astype(np.float32)[:, None]
        bias, factor = minimize(_loss(odds, labels, weights / weights.sum(), 0.0), [found[0], 1.0], jac=True).x
        found = np.concatenate([[bias], factor * found[1:]])
    terms = {
        rows.names[column]: Term(_rounded(center[at]), _rounded(scale[at]), _rounded(found[at + 1]))
        for at, column in enumerate(useful)
    }
    return Head(_rounded(found[0]), terms)


def fit_spread(expected: Values, truth: Values, level: float) -> Spread:
    """Residuals of out-of-fold scores, scaled by what their size follows from; the quantiles leave out equal parts.

    Cross-conformal intervals with normalized residuals (Vovk 2015; Lei et al. 2018, arXiv 1604.04173, section 5.2).
    """
    from scipy.optimize import nnls

    residual = truth - expected
    causes = np.stack([expected * (1 - expected), np.ones(len(expected))], axis=1)
    a, b = nnls(causes, residual**2)[0]
    scaled = residual / np.sqrt(np.maximum(causes @ [a, b], 1e-9))
    low, high = np.quantile(scaled, [(1 - level) / 2, (1 + level) / 2])
    return Spread(_rounded(a), _rounded(b), _rounded(low), _rounded(high))


def cutoff(probabilities: Values, share: float) -> float:
    """The probability from which as many are listed as the labels hold, a share of them."""
    return _rounded(np.quantile(probabilities, 1 - share))


def _thinned(record: Rows) -> Rows:
    """Rows to fit on: all of short records, a random part of long ones."""
    sizes = np.bincount(record)[record]
    chance = np.random.default_rng(0).random(len(record))
    return np.flatnonzero(chance * sizes < _SENTENCES)


def _loss(scaled: Matrix, labels: Values, weights: Values, penalty: float) -> Callable[[Values], tuple[float, Values]]:
    """Log loss plus ridge penalty and its gradient, as functions of bias and weights."""

    def loss(point: Values) -> tuple[float, Values]:
        odds = scaled @ point[1:].astype(np.float32) + point[0]
        error = weights * (1 / (1 + np.exp(-odds)) - labels)
        value = float(weights @ (np.logaddexp(0, odds) - labels * odds) + penalty * point[1:] @ point[1:])
        slope = scaled.T @ error.astype(np.float32) + 2 * penalty * point[1:]
        return value, np.concatenate([[error.sum()], slope]).astype(np.float64)

    return loss


def _rounded(value: float, digits: int = _DIGITS) -> float:
    return float(f"{float(value):.{digits}g}")


def folds(groups: Sequence[str], count: int) -> Rows:
    """A fold for each record, the same for records of one group; seeded."""
    order = {group: place for place, group in enumerate(dict.fromkeys(groups))}
    drawn = np.random.default_rng(0).integers(0, count, len(order))
    return np.array([drawn[order[group]] for group in groups], dtype=np.intp)

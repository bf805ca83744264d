"""Logistic regressions for the local judge, fitted. Unlike local_model.py, not needed to judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.judges.features.words import Values
from evaluation.judges.local_model import Head, Spread, Term

Rows = NDArray[np.intp]
Matrix = NDArray[np.float32]
# Newton's steps at most, and the gain from which on another is not worth it; a few are enough.
_STEPS, _GAIN = 40, 1e-9
# Where all labels are alike, the loss is flat in the bias: this much curvature keeps its steps finite.
_CURVED = 1e-9
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
    kept = _thinned(rows.record)
    given, labels, record = rows.features[kept], rows.labels[kept], rows.record[kept]
    center, scale = given.mean(axis=0), given.std(axis=0)
    useful = np.flatnonzero(scale > 1e-6)
    center, scale = center[useful], scale[useful]
    scaled = np.clip((given[:, useful] - center) / scale, -_CLIP, _CLIP).astype(np.float32)
    weights = 1.0 / np.bincount(record)[record]
    weights = weights / weights.sum()
    found = _least_loss(scaled, labels, weights, penalty)
    if stretch:
        odds = (scaled @ found[1:].astype(np.float32))[:, None]
        bias, factor = _least_loss(odds, labels, weights, 0.0)
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


def _least_loss(scaled: Matrix, labels: Values, weights: Values, penalty: float) -> Values:
    """Bias and weights, (1 + names,), by Newton's method: the loss is convex, so halved steps always come down."""
    given = np.concatenate([np.ones((len(scaled), 1), dtype=np.float32), scaled], axis=1)
    ridge = np.array([_CURVED, *[2 * penalty] * scaled.shape[1]])
    point = np.zeros(len(ridge))
    odds = np.zeros(len(given))
    loss = _loss(odds, labels, weights, point, ridge)
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-odds))
        slope = given.T @ (weights * (chance - labels)).astype(np.float32) + ridge * point
        curved = (given * (weights * chance * (1 - chance)).astype(np.float32)[:, None]).T @ given
        step = np.linalg.solve(curved.astype(np.float64) + np.diag(np.maximum(ridge, _CURVED)), slope)
        before, part = loss, 1.0
        while part > _GAIN:
            there = point - part * step
            odds = (given @ there.astype(np.float32)).astype(np.float64)
            loss = _loss(odds, labels, weights, there, ridge)
            if loss <= before:
                break
            part /= 2
        else:
            return point
        point = there
        if before - loss < _GAIN:
            break
    return point


def _loss(odds: Values, labels: Values, weights: Values, point: Values, ridge: Values) -> float:
    """Log loss plus ridge penalty."""
    return float(weights @ (np.logaddexp(0, odds) - labels * odds) + 0.5 * ridge @ point**2)


def _rounded(value: float, digits: int = _DIGITS) -> float:
    return float(f"{float(value):.{digits}g}")


def folds(groups: Sequence[str], count: int) -> Rows:
    """A fold for each record, the same for records of one group; seeded."""
    order = {group: place for place, group in enumerate(dict.fromkeys(groups))}
    drawn = np.random.default_rng(0).integers(0, count, len(order))
    return np.array([drawn[order[group]] for group in groups], dtype=np.intp)

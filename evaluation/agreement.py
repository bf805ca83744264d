"""Measures of how well predictions agree with labels, each with a bootstrap interval over records. Knows no judge.

Sources: area under the ROC curve as the Mann-Whitney statistic (Hanley and McNeil 1982); calibration by equal-width
bins (Guo et al. 2017, section 2).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_SEED = 20240711
_RESAMPLES = 1000
_BINS = 10
_NONE = "no record has both scores"
Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Measured:
    """A measure over n records with its 95 % interval; None with a reason where it cannot be said."""

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SentencePair:
    """A sentence's label beside a judge's verdict and, where it gives one, its probability of yes."""

    record: str
    label: bool
    verdict: bool
    probability: float | None = None


@dataclass(frozen=True, slots=True)
class CalibrationBin:
    """Sentences whose probability lies in [low, high): how many, their mean probability, their share of yes labels."""

    low: float
    high: float
    n: int
    predicted: float
    labeled: float


def rmse(predicted: Sequence[float], labels: Sequence[float]) -> Measured:
    """Root mean square error of scores, one a record; 0 is perfect."""
    if not labels:
        return Measured(None, reason=_NONE)
    errors = (np.asarray(predicted, dtype=float) - np.asarray(labels, dtype=float)) ** 2
    return _bootstrapped(lambda rows: float(np.sqrt(errors[rows].mean())), len(errors))


def auroc(scores: Sequence[float], labels: Sequence[bool]) -> Measured:
    """Chance that a record labeled yes has a higher score than one labeled no, a tie counting half; 0.5 is chance."""
    said = np.asarray(labels, dtype=bool)
    if said.all() or not said.any():
        return Measured(None, n=len(said), reason="every record has the same label" if len(said) else _NONE)
    values = np.asarray(scores, dtype=float)

    return _bootstrapped(lambda rows: _area(values[rows], said[rows]), len(said))


def f1(pairs: Sequence[SentencePair]) -> Measured:
    """2 TP / (2 TP + FP + FN) over sentences; the interval resamples records, because theirs hang together."""
    counts: dict[str, list[int]] = {}
    for pair in pairs:
        right, wrong = counts.setdefault(pair.record, [0, 0])
        counts[pair.record] = [right + (pair.label and pair.verdict), wrong + (pair.label != pair.verdict)]
    table = np.array(list(counts.values()), dtype=float).reshape(-1, 2)
    if not table.sum():
        return Measured(None, n=len(table), reason="neither a label nor a verdict says yes")

    def score(rows: NDArray[np.intp]) -> float:
        right, wrong = table[rows].sum(axis=0)
        return float(2 * right / (2 * right + wrong)) if right or wrong else float("nan")

    return _bootstrapped(score, len(table))


def sentence_auroc(pairs: Sequence[SentencePair]) -> Measured:
    """Chance that a sentence labeled yes is scored above one labeled no: by its probability, else by the verdict.

    The interval resamples records, because their sentences hang together.
    """
    records = list(dict.fromkeys(pair.record for pair in pairs))
    said = np.array([pair.label for pair in pairs], dtype=bool)
    if not len(said) or said.all() or not said.any():
        return Measured(None, n=len(records), reason="every sentence has the same label" if len(said) else _NONE)
    values = [float(pair.verdict) if pair.probability is None else pair.probability for pair in pairs]
    scores = np.asarray(values, dtype=float)
    places = {record: number for number, record in enumerate(records)}
    owners = np.array([places[pair.record] for pair in pairs])
    inside = [np.flatnonzero(owners == number) for number in range(len(records))]

    def area(rows: NDArray[np.intp]) -> float:
        drawn = np.concatenate([inside[row] for row in rows])
        return _area(scores[drawn], said[drawn])

    return _bootstrapped(area, len(records))


def calibration(pairs: Sequence[SentencePair]) -> tuple[CalibrationBin, ...]:
    """Filled bins of probabilities; empty for a judge that gives none."""
    known = [(pair.probability, pair.label) for pair in pairs if pair.probability is not None]
    bins = []
    for number in range(_BINS):
        inside = [(p, label) for p, label in known if min(_BINS - 1, int(p * _BINS)) == number]
        if inside:
            predicted, labeled = np.array(inside, dtype=float).mean(axis=0)
            bins.append(
                CalibrationBin(number / _BINS, (number + 1) / _BINS, len(inside), float(predicted), float(labeled))
            )
    return tuple(bins)


def calibration_error(bins: Sequence[CalibrationBin]) -> float | None:
    """Mean distance between probability and share of yes, weighted by sentences; None without probabilities."""
    total = sum(one.n for one in bins)
    return sum(one.n * abs(one.predicted - one.labeled) for one in bins) / total if total else None


def _area(values: Values, yes: NDArray[np.bool_]) -> float:
    """The Mann-Whitney statistic; NaN where all labels are the same."""
    from scipy.stats import rankdata  # slow to import

    positive, negative = int(yes.sum()), int((~yes).sum())
    if not positive or not negative:
        return float("nan")
    ranks = rankdata(values)
    return float((ranks[yes].sum() - positive * (positive + 1) / 2) / (positive * negative))


def _bootstrapped(measure: Callable[[NDArray[np.intp]], float], n: int) -> Measured:
    """The measure over all rows, with a percentile interval over resampled rows."""
    generator = np.random.default_rng(_SEED)
    value = measure(np.arange(n))
    if n < 2:
        return Measured(value, n=n, reason="n/a (one record)")
    again = [measure(generator.integers(n, size=n)) for _ in range(_RESAMPLES)]
    low, high = np.nanquantile(again, [0.025, 0.975])
    return Measured(value, float(low), float(high), n)

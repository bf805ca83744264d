"""Means over the questions of one run, each with its interval and with what is missing. Two runs: compare.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from statistics import fmean

import numpy as np

from evaluation.metrics import METRICS, Kind
from evaluation.outcomes import Outcome

CONFIDENCE = 0.95
_SEED = 20240711
_RESAMPLES = 2000
# Differences of equal scores may differ in their last bits.
_NOISE = 1e-12


@dataclass(frozen=True, slots=True)
class Interval:
    """Ends of a 95 % interval, None where the values do not allow one; `reason` says why."""

    low: float | None = None
    high: float | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MetricSummary:
    """A metric over a run: `n` questions measured, `missing` not, `failed` of these by an error.

    `least` and `most` are what the mean would be if every missing question scored 0 or 1; None for counts.
    """

    metric: str
    mean: float | None
    low: float | None
    high: float | None
    n: int
    missing: int
    failed: int = 0
    least: float | None = None
    most: float | None = None
    reason: str = ""


def summarize(outcomes: Sequence[Outcome]) -> list[MetricSummary]:
    """One summary a metric, in the registry's order; metrics that no question has are listed with n = 0."""
    return [summarize_metric(outcomes, metric.name, metric.kind) for metric in METRICS.values()]


def summarize_metric(outcomes: Sequence[Outcome], metric: str, kind: Kind = "share") -> MetricSummary:
    """Mean and interval over the questions where the metric was measured."""
    scores = [outcome.score(metric) for outcome in outcomes]
    values = [float(score) for score in scores if score is not None]
    failed = sum(o.status == "failed" and score is None for o, score in zip(outcomes, scores, strict=True))
    missing = len(scores) - len(values)
    if not values:
        return MetricSummary(metric, None, None, None, 0, missing, failed, reason="not measured on any question")
    around = wilson(values) if kind == "yes or no" else mean_interval(values)
    least = sum(values) / len(scores) if kind != "count" else None
    most = (sum(values) + missing) / len(scores) if kind != "count" else None
    return MetricSummary(
        metric, fmean(values), around.low, around.high, len(values), missing, failed, least, most, around.reason
    )


def mean_interval(values: Sequence[float]) -> Interval:
    """95 % interval of the mean by bootstrap over the values, bias-corrected and accelerated (Efron 1987), seeded."""
    if len(values) < 2:
        return Interval(reason="n/a (one question)")
    if max(values) - min(values) < _NOISE:
        return Interval(reason="n/a (no variation)")
    from scipy.stats import bootstrap  # slow to import

    sample = np.asarray(values, dtype=float)
    found = bootstrap(
        (sample,),
        np.mean,
        confidence_level=CONFIDENCE,
        n_resamples=_RESAMPLES,
        method="BCa",
        rng=np.random.default_rng(_SEED),
        batch=max(1, 2_000_000 // len(values)),
    ).confidence_interval
    low, high = float(found.low), float(found.high)
    if not (isfinite(low) and isfinite(high)):
        return Interval(reason="n/a (too few distinct values)")
    return Interval(low, high)


def wilson(values: Sequence[float]) -> Interval:
    """95 % score interval of a share of yes answers (Wilson 1927); holds from one question on."""
    from scipy.stats import binomtest  # slow to import

    found = binomtest(int(sum(values)), len(values)).proportion_ci(CONFIDENCE, method="wilson")
    return Interval(float(found.low), float(found.high))


def failures(outcomes: Sequence[Outcome]) -> list[tuple[str, int]]:
    """Reasons of failed questions with their numbers, most frequent first."""
    counts = Counter(outcome.reason for outcome in outcomes if outcome.status == "failed")
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))

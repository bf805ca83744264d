"""Means over the questions of one run, each with its interval and with what is missing. Two runs: compare.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from statistics import fmean

from evaluation.metrics import BOUNDS, METRICS, Kind
from evaluation.outcomes import Outcome
from evaluation.statistics.clusters import Labels, labels_of
from evaluation.statistics.intervals import Interval, mean_interval, share_interval


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
    labels = labels_of(outcomes)
    return [summarize_metric(outcomes, metric.name, metric.kind, labels) for metric in METRICS.values()]


def summarize_metric(
    outcomes: Sequence[Outcome], metric: str, kind: Kind = "share", labels: Labels | None = None
) -> MetricSummary:
    """Mean and interval over the questions where it was measured; without labels, each question stands for itself."""
    scores = [outcome.score(metric) for outcome in outcomes]
    values = [float(score) for score in scores if score is not None]
    failed = sum(o.status == "failed" and score is None for o, score in zip(outcomes, scores, strict=True))
    missing = len(scores) - len(values)
    if not values:
        return MetricSummary(metric, None, None, None, 0, missing, failed, reason="not measured on any question")
    measured = [outcome.question_id for outcome, score in zip(outcomes, scores, strict=True) if score is not None]
    around = interval_of(kind, values, labels.of(measured) if labels else None)
    least = sum(values) / len(scores) if kind != "count" else None
    most = (sum(values) + missing) / len(scores) if kind != "count" else None
    return MetricSummary(
        metric, fmean(values), around.low, around.high, len(values), missing, failed, least, most, around.reason
    )


def interval_of(kind: Kind, values: Sequence[float], labels: Sequence[Hashable] | None = None) -> Interval:
    """95 % interval of the mean of scores of a kind, within what such scores can be."""
    if kind == "yes or no":
        return share_interval(values, labels)
    return mean_interval(values, labels, bounds=BOUNDS[kind])


def failures(outcomes: Sequence[Outcome]) -> list[tuple[str, int]]:
    """Reasons of failed questions with their numbers, most frequent first."""
    counts = Counter(outcome.reason for outcome in outcomes if outcome.status == "failed")
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))

"""Means over the questions of one run, each with its interval and with what is missing. Two runs: compare.py."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from statistics import fmean

import numpy as np

from evaluation.columns import Array, Columns
from evaluation.metrics import BOUNDS, METRICS, Kind, Metric
from evaluation.outcomes import Outcome
from evaluation.statistics.clusters import Labels, labels_by
from evaluation.statistics.intervals import Interval, mean_interval, mean_intervals, share_interval
from evaluation.stored import columns_in


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
    return summarize_columns(columns_in(outcomes))


def summarize_columns(columns: Columns, names: Iterable[str] = tuple(METRICS)) -> list[MetricSummary]:
    """The same from columns, with 95 % intervals over the questions where each of these metrics was measured."""
    return list(_summaries(columns, tuple(names)))


@lru_cache(maxsize=1)  # a run's own summary is checked, then written
def _summaries(columns: Columns, names: tuple[str, ...]) -> tuple[MetricSummary, ...]:
    metrics = [METRICS[name] for name in names]
    table = np.column_stack([columns.score(metric.name) for metric in metrics])
    labels = labels_by(zip(columns.question_ids, columns.documents, strict=True))
    around = intervals_of([metric.kind for metric in metrics], table, columns.question_ids, labels)
    return tuple(
        _summary(metric, values, columns, interval)
        for metric, values, interval in zip(metrics, table.T, around, strict=True)
    )


def summarize_metric(outcomes: Sequence[Outcome], metric: str, kind: Kind = "share") -> MetricSummary:
    """Mean and interval of one metric over the questions where it was measured, each of which stands for itself."""
    columns = columns_in(outcomes)
    values = columns.score(metric)
    return _summary(METRICS[metric], values, columns, interval_of(kind, values[~np.isnan(values)].tolist()))


def _summary(metric: Metric, values: Array, columns: Columns, around: Interval) -> MetricSummary:
    missing = np.isnan(values)
    known: list[float] = values[~missing].tolist()
    failed, lacking = int((columns.failed & missing).sum()), int(missing.sum())
    if not known:
        return MetricSummary(metric.name, None, None, None, 0, lacking, failed, reason="not measured on any question")
    bounded = metric.kind != "count"
    least = sum(known) / len(values) if bounded else None
    most = (sum(known) + lacking) / len(values) if bounded else None
    return MetricSummary(
        metric.name, fmean(known), around.low, around.high, len(known), lacking, failed, least, most, around.reason
    )


def intervals_of(kinds: Sequence[Kind], table: Array, questions: Sequence[str], labels: Labels) -> list[Interval]:
    """95 % intervals of the mean of each column, over the rows where it is not NaN.

    Columns that were measured on the same questions are drawn anew together, which takes a fraction of the time.
    """
    found = [Interval(reason="n/a (no question)")] * len(kinds)
    groups: dict[tuple[bytes, Kind], list[int]] = {}
    for place, kind in enumerate(kinds):
        groups.setdefault((np.isnan(table[:, place]).tobytes(), kind), []).append(place)
    for (_, kind), places in groups.items():
        rows = ~np.isnan(table[:, places[0]])
        values, own = table[rows][:, places], labels.of(compress(questions, rows))
        if kind == "yes or no" or len(values) < 2:
            around = [interval_of(kind, values[:, column].tolist(), own) for column in range(len(places))]
        else:
            around = mean_intervals(values, own, bounds=BOUNDS[kind])
        for place, interval in zip(places, around, strict=True):
            found[place] = interval
    return found


def interval_of(kind: Kind, values: Sequence[float], labels: Sequence[Hashable] | None = None) -> Interval:
    """95 % interval of the mean of scores of a kind, within what such scores can be."""
    if kind == "yes or no":
        return share_interval(values, labels)
    return mean_interval(values, labels, bounds=BOUNDS[kind])


def failures(outcomes: Sequence[Outcome]) -> list[tuple[str, int]]:
    """Reasons of failed questions with their numbers, most frequent first."""
    return _counted(outcome.reason for outcome in outcomes if outcome.status == "failed")


def failures_in(columns: Columns) -> list[tuple[str, int]]:
    """The same from columns."""
    return _counted(compress(columns.reasons, columns.failed))


def _counted(reasons: Iterable[str]) -> list[tuple[str, int]]:
    return sorted(Counter(reasons).items(), key=lambda pair: (-pair[1], pair[0]))

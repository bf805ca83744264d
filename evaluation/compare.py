"""Runs compared question by question, on those that both measured. What that means in words is in verdicts.py.

Unlike summary.py, nothing here mixes question sets: a question is the same when its id and its text are.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from evaluation.aligned import aligned
from evaluation.comparable import refusal, warnings
from evaluation.differences import MARGIN, PairedDifference, pair_differences
from evaluation.judges.stored_answers import refuse_mixed
from evaluation.metrics import BOUNDS, METRICS
from evaluation.runs import LoadedRun
from evaluation.statistics.clusters import Array, Labels
from evaluation.statistics.intervals import Interval, mean_intervals


@dataclass(frozen=True, slots=True)
class Comparison:
    """Paired differences, one a metric that some question has in both runs, and what to know before reading them."""

    rows: tuple[PairedDifference, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CommonMean:
    """A run's mean over the `n` questions that every compared run measured, beside its own n of total."""

    run: str
    mean: float | None
    n: int
    measured: int
    total: int
    low: float | None = None
    high: float | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """Scores of shape (questions, runs), NaN where not measured; the clusters of the questions."""

    questions: tuple[str, ...]
    scores: Array
    labels: Labels

    def common(self, runs: Iterable[int]) -> tuple[Array, list[Hashable]]:
        """The rows that all of these runs (columns) measured, and their clusters."""
        rows = np.asarray(~np.isnan(self.scores[:, list(runs)]).any(axis=1))
        return self.scores[rows], self.labels.of(name for name, kept in zip(self.questions, rows, strict=True) if kept)


def compare(base: LoadedRun, other: LoadedRun) -> Comparison:
    """Differences of two runs, paired by question. Raises StoredLabels where one was judged by stored labels."""
    refuse_mixed({run.plan["judge"]["name"] for run in (base, other)})
    rows = [paired(base, other, name) for name in (metric.name for metric in METRICS.values())]
    return Comparison(tuple(row for row in rows if row is not None), tuple(warnings([base, other])))


def paired(base: LoadedRun, other: LoadedRun, metric: str, margin: float = MARGIN) -> PairedDifference | None:
    """The paired difference of one metric, None when no question has it in both runs."""
    return differences_of([base, other], metric, [(0, 1)], margin)[0]


def differences_of(
    runs: Sequence[LoadedRun], metric: str, pairs: Sequence[tuple[int, int]], margin: float = MARGIN
) -> list[PairedDifference | None]:
    """The same for each pair (base, other) of a family of runs, which is computed at once."""
    allowed = [pair for pair in pairs if not refusal(runs[pair[0]], runs[pair[1]], metric)]
    table = score_table(runs, metric)
    groups: dict[bytes, list[tuple[int, int]]] = {}
    for base, other in allowed:
        groups.setdefault(np.isnan(table.scores[:, [base, other]]).any(axis=1).tobytes(), []).append((base, other))
    found: dict[tuple[int, int], PairedDifference] = {}
    for together in groups.values():
        scores, labels = table.common(together[0])
        if len(scores):
            rows = pair_differences(scores, labels, together, metric, margin, len(allowed))
            found.update(zip(together, rows, strict=True))
    return [found.get(pair) for pair in pairs]


def common_means(runs: Sequence[LoadedRun], metric: str, *, intervals: bool = True) -> list[CommonMean]:
    """Means that can be ranked: every run on the same questions, those that all runs measured.

    Without `intervals` they are there at once, however many questions there are.
    """
    if not runs:
        return []
    table = score_table(runs, metric)
    scores, labels = table.common(range(len(runs)))
    ends = (
        mean_intervals(scores, labels, bounds=BOUNDS[METRICS[metric].kind])
        if intervals and len(scores) > 1
        else [Interval(reason="n/a (too few questions)")] * len(runs)
    )
    measured = (~np.isnan(table.scores)).sum(axis=0)
    return [
        CommonMean(
            run.name,
            float(scores[:, column].mean()) if len(scores) else None,
            len(scores),
            int(measured[column]),
            run.total,
            around.low,
            around.high,
            around.reason,
        )
        for column, (run, around) in enumerate(zip(runs, ends, strict=True))
    ]


def score_table(runs: Sequence[LoadedRun], metric: str) -> ScoreTable:
    """The scores of runs side by side, questions in the order of their first appearance."""
    side_by_side = aligned([run.columns for run in runs])
    scores = side_by_side.table([run.columns.score(metric) for run in runs])
    return ScoreTable(side_by_side.question_ids, scores, side_by_side.labels)

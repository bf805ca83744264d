"""Differences of runs, question by question, on those that both measured. What they mean in words is in verdicts.py.

Unlike summary.py, nothing here mixes question sets: a question is the same when its id and its text are.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from evaluation.comparable import refusal, warnings
from evaluation.metrics import METRICS
from evaluation.runs import LoadedRun
from evaluation.statistics.clusters import Array, Labels, clustered, labels_of
from evaluation.statistics.equivalence import equivalence_p
from evaluation.statistics.intervals import Interval, mean_intervals
from evaluation.statistics.permutation import p_values
from evaluation.statistics.power import minimum_detectable, more_questions

# Smaller differences than this, in the metric's unit, are said not to matter. Of counts: this share of the baseline.
MARGIN = 0.05
_NOISE = 1e-12


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """A metric of `other` minus `base` over the `n` questions measured in both, which are means over these.

    `wins` counts questions where `other` is better, in the metric's own direction (higher where it has none). `p` is
    of no difference, `p_equivalent` of one beyond the margin; both are of this pair alone. `detectable` is the
    difference that so many questions find with 80 % power, and `more` how many more questions would settle it; both
    allow for the other pairs of the family. None where it cannot be said.
    """

    metric: str
    base: float
    other: float
    delta: float
    low: float | None
    high: float | None
    wins: int
    ties: int
    losses: int
    n: int
    clusters: int = 0
    margin: float = MARGIN
    p: float | None = None
    p_equivalent: float | None = None
    detectable: float | None = None
    more: int | None = None
    reason: str = ""


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
    """Differences of two runs, paired by question."""
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


def common_means(runs: Sequence[LoadedRun], metric: str) -> list[CommonMean]:
    """Means that can be ranked: every run on the same questions, those that all runs measured."""
    if not runs:
        return []
    table = score_table(runs, metric)
    scores, labels = table.common(range(len(runs)))
    intervals = (
        mean_intervals(scores, labels) if len(scores) > 1 else [Interval(reason="n/a (too few questions)")] * len(runs)
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
        for column, (run, around) in enumerate(zip(runs, intervals, strict=True))
    ]


def score_table(runs: Sequence[LoadedRun], metric: str) -> ScoreTable:
    """The scores of runs side by side, questions in the order of their first appearance."""
    places: dict[tuple[str, str], int] = {}
    for run in runs:
        for outcome in run.outcomes:
            places.setdefault((outcome.question_id, outcome.question), len(places))
    scores = np.full((len(places), len(runs)), np.nan)
    for column, run in enumerate(runs):
        for outcome in run.outcomes:
            score = outcome.score(metric)
            scores[places[outcome.question_id, outcome.question], column] = np.nan if score is None else float(score)
    labels = labels_of(outcome for run in runs for outcome in run.outcomes)
    return ScoreTable(tuple(name for name, _ in places), scores, labels)


def margin_of(metric: str, margin: float, base: float) -> float:
    """The margin in the metric's own unit: of counts, a share of the baseline's mean."""
    return margin * abs(base) if METRICS[metric].kind == "count" else margin


def pair_differences(
    scores: Array,
    labels: Sequence[Hashable] | None,
    pairs: Sequence[tuple[int, int]],
    metric: str,
    margin: float = MARGIN,
    family: int = 1,
) -> list[PairedDifference]:
    """Differences of pairs (base, other) of columns.

    Args:
        scores: shape (questions, runs), measured everywhere where a pair looks.
        labels: the cluster of each question; without, each stands for itself.
        pairs: columns to compare.
        metric: its direction and unit count.
        margin: see MARGIN.
        family: how many comparisons are made in all, which what can be detected depends on.
    """
    bases, others = (scores[:, [pair[side] for pair in pairs]] for side in (0, 1))
    deltas = others - bases
    deltas[np.abs(deltas) < _NOISE] = 0.0
    margins = np.array([margin_of(metric, margin, float(mean)) for mean in bases.mean(axis=0)])
    sample = clustered(deltas, labels)
    enough = sample.clusters > 1
    intervals = mean_intervals(deltas, labels) if enough else [Interval(reason="n/a (one question)")] * len(pairs)
    p = p_values(sample) if enough else [None] * len(pairs)
    equal = equivalence_p(sample, margins) if enough else [None] * len(pairs)
    sign = -1 if METRICS[metric].more_is_better is False else 1
    rows = []
    for column, around in enumerate(intervals):
        own = clustered(deltas[:, column], labels)
        gains = sign * deltas[:, column]
        rows.append(
            PairedDifference(
                metric=metric,
                base=fmean(bases[:, column]),
                other=fmean(others[:, column]),
                delta=fmean(deltas[:, column]),
                low=around.low,
                high=around.high,
                wins=int((gains > 0).sum()),
                ties=int((gains == 0).sum()),
                losses=int((gains < 0).sum()),
                n=len(deltas),
                clusters=own.clusters,
                margin=float(margins[column]),
                p=_number(p[column]),
                p_equivalent=_number(equal[column]),
                detectable=minimum_detectable(own, family) if enough else None,
                more=more_questions(own, float(margins[column]), family) if enough else None,
                reason=around.reason,
            )
        )
    return rows


def _number(value: float | None) -> float | None:
    return None if value is None else float(value)

"""Two or more runs on the questions that all of them measured. Unlike summary.py, nothing here mixes question sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from evaluation.metrics import METRICS
from evaluation.plans import differences
from evaluation.runs import LoadedRun
from evaluation.summary import mean_interval

# What is compared on purpose; all other differences between two plans are worth a warning.
_COMPARED = ("collection.", "retrieval.", "model", "questions.name")


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """A metric of `other` minus `base` over the `n` questions measured in both.

    `wins` counts questions where `other` is better, in the metric's own direction (higher where it has none).
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


def compare(base: LoadedRun, other: LoadedRun) -> Comparison:
    """Differences of two runs, paired by question id."""
    rows = [paired(base, other, name) for name in (metric.name for metric in METRICS.values())]
    return Comparison(tuple(row for row in rows if row is not None), tuple(warnings([base, other])))


def paired(base: LoadedRun, other: LoadedRun, metric: str) -> PairedDifference | None:
    """The paired difference of one metric, None when no question has it in both runs."""
    common = _common([base, other], metric)
    if not common:
        return None
    ours, theirs = (_scores(run, metric) for run in (base, other))
    deltas = [theirs[question] - ours[question] for question in common]
    sign = -1 if METRICS[metric].more_is_better is False else 1
    around = mean_interval(deltas)
    return PairedDifference(
        metric=metric,
        base=fmean(ours[question] for question in common),
        other=fmean(theirs[question] for question in common),
        delta=fmean(deltas),
        low=around.low,
        high=around.high,
        wins=sum(sign * delta > 0 for delta in deltas),
        ties=sum(delta == 0 for delta in deltas),
        losses=sum(sign * delta < 0 for delta in deltas),
        n=len(common),
    )


def common_means(runs: Sequence[LoadedRun], metric: str) -> list[CommonMean]:
    """Means that can be ranked: every run on the same questions, those that all runs measured."""
    common = _common(runs, metric)
    means: list[CommonMean] = []
    for run in runs:
        scores = _scores(run, metric)
        mean = fmean(scores[question] for question in common) if common else None
        means.append(CommonMean(run.name, mean, len(common), len(scores), run.total))
    return means


def warnings(runs: Sequence[LoadedRun]) -> list[str]:
    """What makes these runs hard to compare: other questions, judges or versions, equal chunks, unfinished work."""
    found = [
        f"{run.name} is unfinished: {len(run.outcomes)} of {run.total} questions" for run in runs if not run.complete
    ]
    for position, other in enumerate(runs[1:], start=1):
        for base in runs[:position]:
            found += _pair_warnings(base, other)
    return list(dict.fromkeys(found))


def _pair_warnings(base: LoadedRun, other: LoadedRun) -> list[str]:
    found = []
    fields = [name for name in differences(base.plan, other.plan) if not name.startswith(_COMPARED)]
    if fields:
        found.append(f"{base.name} and {other.name} differ in {', '.join(fields)}")
    ours, theirs = base.plan["collection"], other.plan["collection"]
    if ours["chunk_set"] == theirs["chunk_set"] and ours["name"] != theirs["name"]:
        found.append(
            f"the chunk sets of {ours['name']} ({ours['strategy']}) and {theirs['name']} ({theirs['strategy']})"
            f" are identical ({ours['chunks']} chunks)"
        )
    return found


def _common(runs: Sequence[LoadedRun], metric: str) -> list[str]:
    """Question ids measured in all runs, in the first run's order."""
    measured = [_scores(run, metric) for run in runs]
    return [question for question in measured[0] if all(question in scores for scores in measured)] if measured else []


def _scores(run: LoadedRun, metric: str) -> dict[str, float]:
    scores = {outcome.question_id: outcome.score(metric) for outcome in run.outcomes}
    return {question: float(score) for question, score in scores.items() if score is not None}

"""What answering costs in tokens, seconds and money, and whether one run is cheaper than another beyond chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from statistics import fmean, median

import numpy as np

from evaluation.aligned import aligned
from evaluation.columns import Array
from evaluation.runs import LoadedRun
from evaluation.statistics.intervals import NO_VARIATION, mean_interval

# Below these savings nobody would choose for them; times vary from run to run, so that they must differ more.
LEAST_SAVING = {"tokens": 0.05, "seconds": 0.2, "money": 0.05}


@dataclass(frozen=True, slots=True)
class Costs:
    """Of one question: cl100k tokens of context, seconds to search and answer, US dollars of the answer.

    Means, but of seconds the median: a single question that had to wait would carry a mean.
    """

    tokens: float | None
    seconds: float | None
    money: float | None


def costs_of(run: LoadedRun) -> Costs:
    """A run's costs over the questions where they are known. Judging and encoding questions are not part of them."""
    known = {name: _known(run.columns.costs[name]) for name in LEAST_SAVING}
    return Costs(**{name: _middle(values, name) if values else None for name, values in known.items()})


def cheaper(base: LoadedRun, other: LoadedRun) -> tuple[list[str], list[str]]:
    """In what `other` is cheaper than `base`, and in what dearer, on the questions that both asked, in words.

    Of a run that answers and one that only searches, tokens alone can be compared.
    """
    less, more = [], []
    alike = len({run.plan.get("model") is not None for run in (base, other)}) == 1
    both = aligned([base.columns, other.columns])
    for name in LEAST_SAVING if alike else ("tokens",):
        table = both.table([run.columns.costs[name] for run in (base, other)])
        shared = np.asarray(~np.isnan(table).any(axis=1))
        ours, theirs = table[shared].T
        if len(ours) < 2 or not (before := _middle(ours.tolist(), name)):
            continue
        deltas = (theirs - ours).tolist()
        around = mean_interval(deltas, both.labels.of(compress(both.question_ids, shared)))
        low, high = (fmean(deltas),) * 2 if around.reason == NO_VARIATION else (around.low, around.high)
        change = _middle(deltas, name) / before
        words = f"{abs(change):.0%} {'less' if name == 'money' else 'fewer'} {name}"
        if change <= -LEAST_SAVING[name] and high is not None and high < 0:
            less.append(words)
        if change >= LEAST_SAVING[name] and low is not None and low > 0:
            more.append(words.replace("less", "more").replace("fewer", "more"))
    return less, more


def _middle(values: Sequence[float], name: str) -> float:
    return median(values) if name == "seconds" else fmean(values)


def _known(values: Array) -> list[float]:
    known: list[float] = values[~np.isnan(values)].tolist()
    return known

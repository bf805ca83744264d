"""What answering costs in tokens, seconds and money, and whether one run is cheaper than another beyond chance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean

from evaluation.outcomes import Outcome
from evaluation.runs import LoadedRun
from evaluation.statistics.clusters import labels_of
from evaluation.statistics.intervals import mean_interval

# Below these savings nobody would choose for them; times vary from run to run, so that they must differ more.
LEAST_SAVING = {"tokens": 0.05, "seconds": 0.2, "money": 0.05}


@dataclass(frozen=True, slots=True)
class Costs:
    """Means of one question: cl100k tokens of context, seconds to search and answer, US dollars of the answer."""

    tokens: float | None
    seconds: float | None
    money: float | None


def costs_of(run: LoadedRun) -> Costs:
    """A run's costs over the questions where they are known. Judging is not part of them."""
    means = {name: [cost for cost in _costs(run, name).values()] for name in LEAST_SAVING}
    return Costs(**{name: fmean(values) if values else None for name, values in means.items()})


def cheaper(base: LoadedRun, other: LoadedRun) -> tuple[list[str], list[str]]:
    """In what `other` is cheaper than `base`, and in what dearer, on the questions that both asked, in words."""
    less, more = [], []
    for name in LEAST_SAVING:
        ours, theirs = _costs(base, name), _costs(other, name)
        shared = [question for question in ours if question in theirs]
        if len(shared) < 2 or not (before := fmean(ours[question] for question in shared)):
            continue
        deltas = [theirs[question] - ours[question] for question in shared]
        around = mean_interval(deltas, labels_of((*base.outcomes, *other.outcomes)).of(shared))
        low, high = (around.low, around.high) if around.low is not None else (fmean(deltas), fmean(deltas))
        change = fmean(deltas) / before
        words = f"{abs(change):.0%} {'less' if name == 'money' else 'fewer'} {name}"
        if change <= -LEAST_SAVING[name] and high is not None and high < 0:
            less.append(words)
        if change >= LEAST_SAVING[name] and low is not None and low > 0:
            more.append(words.replace("less", "more").replace("fewer", "more"))
    return less, more


def _costs(run: LoadedRun, name: str) -> Mapping[str, float]:
    known = ((outcome.question_id, _cost(outcome, name)) for outcome in run.outcomes)
    return {question: cost for question, cost in known if cost is not None}


def _cost(outcome: Outcome, name: str) -> float | None:
    if name == "tokens":
        return outcome.context_tokens
    if name == "money":
        return outcome.answer.cost if outcome.answer else None
    spent = [outcome.seconds[step] for step in ("search", "answer") if step in outcome.seconds]
    return sum(spent) if spent else None

"""What answering costs in tokens, seconds and money, and whether one run is cheaper than another beyond chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from evaluation.outcomes import Outcome
from evaluation.runs import LoadedRun
from evaluation.statistics.clusters import labels_of
from evaluation.statistics.intervals import mean_interval

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
    known = {name: list(_costs(run, name).values()) for name in LEAST_SAVING}
    return Costs(**{name: _middle(values, name) if values else None for name, values in known.items()})


def cheaper(base: LoadedRun, other: LoadedRun) -> tuple[list[str], list[str]]:
    """In what `other` is cheaper than `base`, and in what dearer, on the questions that both asked, in words.

    Of a run that answers and one that only searches, tokens alone can be compared.
    """
    less, more = [], []
    alike = len({run.plan.get("model") is not None for run in (base, other)}) == 1
    for name in LEAST_SAVING if alike else ("tokens",):
        ours, theirs = _costs(base, name), _costs(other, name)
        shared = [question for question in ours if question in theirs]
        if len(shared) < 2 or not (before := _middle([ours[q] for q in shared], name)):
            continue
        deltas = [theirs[question] - ours[question] for question in shared]
        around = mean_interval(deltas, labels_of((*base.outcomes, *other.outcomes)).of(shared))
        low, high = (around.low, around.high) if around.low is not None else (fmean(deltas), fmean(deltas))
        change = _middle(deltas, name) / before
        words = f"{abs(change):.0%} {'less' if name == 'money' else 'fewer'} {name}"
        if change <= -LEAST_SAVING[name] and high is not None and high < 0:
            less.append(words)
        if change >= LEAST_SAVING[name] and low is not None and low > 0:
            more.append(words.replace("less", "more").replace("fewer", "more"))
    return less, more


def _middle(values: Sequence[float], name: str) -> float:
    return median(values) if name == "seconds" else fmean(values)


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

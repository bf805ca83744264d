"""The leaderboard of a family of runs: order, costs, verdict of each. Unlike leaderboard.py, knows no columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.compare import CommonMean, common_means, score_table
from evaluation.costs import Costs, costs_of
from evaluation.metrics import METRICS
from evaluation.remarks import FEWEST_QUESTIONS
from evaluation.runs import LoadedRun
from evaluation.statistics.best import probability_of_best
from evaluation.statistics.clusters import clustered
from evaluation.verdicts import PairRow

BASELINE = "baseline"
APART = "not ranked"
UNCOMPARED = "-"


@dataclass(frozen=True, slots=True)
class Entry:
    """A run on the leaderboard. `rank` is None where it cannot be ranked, and `remark` says why.

    `mean` is over the questions that all ranked runs measured; of a run that is not ranked, over its own.
    """

    run: LoadedRun
    name: str
    rank: int | None
    mean: CommonMean
    missing: int
    probability_best: float | None
    costs: Costs
    verdict: str
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """What the leaderboard is made from."""

    runs: Sequence[LoadedRun]
    names: Sequence[str]
    ranked: Sequence[int]
    reasons: Sequence[str]
    first: int
    metric: str

    def entries(self, pairs: Sequence[PairRow]) -> list[Entry]:
        """Rows in order of rank, then those that stand apart."""
        group = [self.runs[place] for place in self.ranked]
        means = common_means(group, self.metric)
        better = -1 if METRICS[self.metric].more_is_better is False else 1
        best = _best(group, self.metric)
        order = sorted(range(len(group)), key=lambda place: (-better * (means[place].mean or 0.0), place))
        entries = []
        for rank, place in enumerate(order, start=1):
            index = self.ranked[place]
            verdict, remark = self._verdict(index, pairs)
            entries.append(self._entry(index, rank, means[place], best[place] if best else None, verdict, remark))
        for index, reason in enumerate(self.reasons):
            if reason:
                alone = common_means([self.runs[index]], self.metric)[0]
                entries.append(self._entry(index, None, alone, None, APART, reason))
        return entries

    def _entry(
        self, index: int, rank: int | None, mean: CommonMean, best: float | None, verdict: str, remark: str
    ) -> Entry:
        run = self.runs[index]
        missing = run.total - mean.measured
        return Entry(run, self.names[index], rank, mean, missing, best, costs_of(run), verdict, remark)

    def _verdict(self, index: int, pairs: Sequence[PairRow]) -> tuple[str, str]:
        if index == self.first:
            return (BASELINE if len(self.ranked) > 1 else UNCOMPARED), ""
        wanted = (self.metric, self.names[self.first], self.names[index])
        for pair in pairs:
            if (pair.decided.difference.metric, pair.base, pair.other) == wanted:
                return pair.decided.verdict, pair.decided.remark
        return "cannot tell", "no question was measured in both"


def _best(runs: Sequence[LoadedRun], metric: str) -> list[float] | None:
    scores, labels = score_table(runs, metric).common(range(len(runs)))
    if len(runs) < 2 or len(scores) < FEWEST_QUESTIONS:
        return None
    more = METRICS[metric].more_is_better is not False
    return [float(share) for share in probability_of_best(clustered(scores, labels), more_is_better=more)]

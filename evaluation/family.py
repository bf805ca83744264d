"""Two or more runs compared as one family: who is ranked, by what, and with which verdict. Files: leaderboard.py."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from core.errors import SettingError
from evaluation.board import Board, Entry
from evaluation.comparable import measured_alike, run_names
from evaluation.compare import differences_of, score_table
from evaluation.contenders import find_baseline, reasons_apart
from evaluation.costs import cheaper
from evaluation.differences import MARGIN, difference_bounds
from evaluation.factors import factors_of
from evaluation.headline import Headline, headline
from evaluation.metrics import METRICS
from evaluation.remarks import FEWEST_QUESTIONS, notes_on, warnings_on
from evaluation.runs import LoadedRun
from evaluation.statistics.clusters import clustered
from evaluation.statistics.effects import MainEffects, main_effects
from evaluation.statistics.halves import Halves, choose_and_confirm
from evaluation.verdicts import PairRow, Saving, decide


@dataclass(frozen=True, slots=True)
class Family:
    """Everything that a comparison has to say. `entries` are in order of rank, those not ranked at the end.

    `pairs` hold the headline metric first. `halves` and `effects` are None where the family allows none; `notes` say
    on what the numbers rest, `warnings` what speaks against reading them.
    """

    headline: Headline
    margin: float
    baseline: str
    entries: tuple[Entry, ...]
    pairs: tuple[PairRow, ...]
    halves: Halves | None
    halves_run: str
    effects: MainEffects | None
    notes: tuple[str, ...]
    warnings: tuple[str, ...]

    @property
    def metric(self) -> str:
        """The headline metric's name."""
        return self.headline.metric

    def against(self, name: str) -> PairRow | None:
        """The headline verdict of a run against the baseline."""
        pairs = (pair for pair in self.pairs if pair.decided.difference.metric == self.metric)
        return next((pair for pair in pairs if (pair.base, pair.other) == (self.baseline, name)), None)


def compare_family(
    runs: Sequence[LoadedRun],
    *,
    baseline: str | None = None,
    metric: str | None = None,
    margin: float = MARGIN,
    names: Sequence[str] | None = None,
    fewest: int = 2,
    metrics: Sequence[str] | None = None,
) -> Family:
    """Rank runs and compare them in pairs, each pair on the questions that both measured.

    With a baseline, a family of comparisons is that of all others with it; without, all pairs, and the first run that
    can be ranked is what verdicts on the leaderboard refer to. `names` are theirs, by default those of their folders.
    Pairs are compared by the headline metric and by `metrics`, by default all others.
    Raises SettingError for fewer than `fewest` runs, a run given twice, an unknown baseline or metric, a margin that is
    not between 0 and 1, or where no run can be ranked.
    """
    if len(runs) < fewest:
        raise SettingError("Comparing needs two runs or more.")
    if not 0 < margin < 1:
        raise SettingError(f"The margin must lie between 0 and 1, but is {margin:g}.")
    names = list(names) if names is not None else run_names(runs)
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise SettingError(f"The run {twice} is given twice.")
    chosen = headline(runs, metric)
    start = find_baseline(runs, names, baseline)
    reasons = reasons_apart(runs, names, chosen.metric, start)
    ranked = [place for place in range(len(runs)) if not reasons[place]]
    if not ranked:
        why = "; ".join(f"{name}: {reason}" for name, reason in zip(names, reasons, strict=True))
        raise SettingError(f"None of these runs can be ranked ({why}).")
    if start is not None and reasons[start]:
        raise SettingError(f"The baseline {names[start]} cannot be compared ({reasons[start]}): choose another.")
    first = ranked[0] if start is None else start
    rest = [metric.name for metric in METRICS.values()] if metrics is None else metrics
    wanted = wanted_pairs(ranked, start, first)
    pairs = pairs_by(runs, names, wanted, chosen.metric, margin, savings=True)
    for name in rest:
        pairs += pairs_by(runs, names, wanted, name, margin) if name != chosen.metric else []
    board = Board(runs, names, ranked, reasons, first, chosen.metric)
    scores, labels = score_table([runs[place] for place in ranked], chosen.metric).common(range(len(ranked)))
    more = METRICS[chosen.metric].more_is_better is not False
    halves = choose_and_confirm(clustered(scores, labels), more_is_better=more) if len(scores) else None
    return Family(
        headline=chosen,
        margin=margin,
        baseline=names[first],
        entries=tuple(board.entries(pairs)),
        pairs=tuple(pairs),
        halves=halves,
        halves_run=names[ranked[halves.run]] if halves else "",
        effects=_effects([runs[place] for place in ranked], ranked.index(first), chosen.metric),
        notes=tuple(notes_on(runs, ranked, chosen.metric, margin, start is not None)),
        warnings=tuple(warnings_on(runs, ranked, first, chosen.metric)),
    )


def wanted_pairs(ranked: Sequence[int], start: int | None, first: int) -> list[tuple[int, int]]:
    """The pairs (base, other) of a family: all others with the baseline, and without one also with each other.

    The first run is the base of its pairs, so that the leaderboard's verdicts are among them.
    """
    others = [place for place in ranked if place != first]
    against_first = [(first, other) for other in others]
    return against_first if start is not None else [*against_first, *combinations(others, 2)]


def pairs_by(
    runs: Sequence[LoadedRun],
    names: Sequence[str],
    wanted: Sequence[tuple[int, int]],
    metric: str,
    margin: float = MARGIN,
    *,
    savings: bool = False,
) -> list[PairRow]:
    """Differences of pairs (base, other) by one metric, which is a family of its own; pairs without it are left out.

    With `savings`, what is equivalent is asked what it costs.
    """
    rows = differences_of(runs, metric, wanted, margin)
    there = [(pair, row) for pair, row in zip(wanted, rows, strict=True) if row is not None]
    saving: list[Saving | None] = [
        partial(cheaper, runs[base], runs[other]) if savings else None for (base, other), _ in there
    ]
    identical = [measured_alike(runs[base], runs[other], metric) for (base, other), _ in there]
    decided = decide([row for _, row in there], saving, identical)
    return [PairRow(names[base], names[other], one) for ((base, other), _), one in zip(there, decided, strict=True)]


def _effects(runs: Sequence[LoadedRun], reference: int, metric: str) -> MainEffects | None:
    scores, labels = score_table(runs, metric).common(range(len(runs)))
    factors = factors_of(runs)
    if len(runs) < 3 or not factors or len(scores) < FEWEST_QUESTIONS:
        return None
    return main_effects(scores, factors, reference, labels, bounds=difference_bounds(metric))

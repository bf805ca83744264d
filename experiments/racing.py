"""Configurations against each other, block by block: who can no longer win is dropped. Pure logic, measures nothing.

A configuration is dropped when it is shown to be behind one that is still in the race. Each of these comparisons may
be wrong with alpha / (configurations - 1), at any time: the best has so many rivals, and so is lost with a probability
of at most alpha (Maron and Moore, "Hoeffding Races", 1994; bounds of statistics/sequences.py in place of Hoeffding's).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from core.counted import counted
from core.errors import SettingError
from evaluation.statistics.clusters import Array
from evaluation.statistics.sequences import Betting, mean_bounds

Scores = Mapping[str, Sequence[float | None]]


@dataclass(frozen=True, slots=True)
class Dropped:
    """Who left the race after how many questions, and why.

    `behind` is by how much the mean of `against` was better, and `at_least` by how much it is in any case (negative
    where only the margin is out of reach), both over the `n` questions measured in both. None where it was withdrawn.
    """

    name: str
    after: int
    reason: str
    against: str | None = None
    behind: float | None = None
    at_least: float | None = None
    n: int = 0


class Race:
    """Who is still in the race, from the scores seen so far. The same blocks in the same order give the same race."""

    def __init__(
        self,
        names: Sequence[str],
        alpha: float = 0.05,
        margin: float = 0.0,
        *,
        population: int | None = None,
        more_is_better: bool = True,
    ) -> None:
        """All are in it.

        Args:
            names: the configurations.
            alpha: with what probability the best one may be lost.
            margin: with 0, only who is worse is dropped. Otherwise also who is not better by so much; then a best
                configuration may be lost to one that is as good to within the margin.
            population: how many questions there are, asked in random order (see `blocks_of`): the race is then about
                the mean over just these. Without, it is about the mean over all questions like these.
            more_is_better: the direction of the scores.

        Raises SettingError for repeated names, or an alpha or margin that cannot be.
        """
        if not names or len(set(names)) < len(names):
            raise SettingError("A race needs configurations with names of their own.")
        if not 0 < alpha < 1 or not 0 <= margin < 1:
            raise SettingError(f"A race needs 0 < alpha < 1 and 0 <= margin < 1, but has {alpha} and {margin}.")
        self.names, self.alpha, self.margin, self.population = tuple(names), alpha, margin, population
        self.dropped: tuple[Dropped, ...] = ()
        self.asked = 0
        self.evaluations = 0
        self._sign = 1.0 if more_is_better else -1.0
        self._betting = Betting(np.full((len(names), len(names)), 1.0 - margin), population)
        self._rows: list[Array] = []
        self._level = alpha / max(1, len(names) - 1)

    @property
    def alive(self) -> tuple[str, ...]:
        """Those that may still win, in their first order; never empty unless all were withdrawn."""
        gone = {one.name for one in self.dropped}
        return tuple(name for name in self.names if name not in gone)

    @property
    def saving(self) -> float | None:
        """Share of the evaluations of all configurations on the questions so far that was not needed; None before."""
        return 1 - self.evaluations / (self.asked * len(self.names)) if self.asked else None

    @property
    def note(self) -> str:
        """What the race is about, in one sentence."""
        if self.population is not None:
            return (
                f"the bounds speak of the mean over these {counted(self.population, 'question')}, asked in random "
                "order; they hold however questions about one document resemble each other"
            )
        return (
            "questions count one by one: the bounds speak of more questions like these about the same documents, not "
            "of other documents"
        )

    def observe(self, block: Scores) -> tuple[Dropped, ...]:
        """Take in the scores of a block of questions, and return who left because of them.

        `block` has a score from 0 to 1 a question, or None where it was not measured, of each configuration alive.
        Raises SettingError for a block that lacks one, is uneven, exceeds the population, or holds other scores.
        """
        rows = self._checked(block)
        for row in rows:
            self._betting.observe(self._differences(row))
        self._rows.extend(rows)
        self.asked += len(rows)
        self.evaluations += len(rows) * len(self.alive)
        return self._drop()

    def withdraw(self, name: str, reason: str) -> None:
        """Take out a configuration that failed. Raises SettingError for one that is not in the race."""
        if name not in self.alive:
            raise SettingError(f"{name} is not in the race.")
        self.dropped += (Dropped(name, self.asked, reason),)

    def _checked(self, block: Scores) -> list[Array]:
        """A row a question, a column a configuration; NaN where there is no score."""
        alive = self.alive
        if missing := [name for name in alive if name not in block]:
            raise SettingError(f"A block of the race has no scores of {', '.join(missing)}.")
        sizes = {len(block[name]) for name in alive}
        if len(sizes) > 1:
            raise SettingError("A block of the race has not the same questions for all configurations.")
        size = sizes.pop() if sizes else 0
        if self.population is not None and self.asked + size > self.population:
            raise SettingError(f"The race is about {counted(self.population, 'question')}, but was given more.")
        table = np.full((size, len(self.names)), np.nan)
        for column, name in enumerate(self.names):
            if name in alive:
                table[:, column] = [np.nan if score is None else score for score in block[name]]
        known = table[~np.isnan(table)]
        if known.size and (known.min() < 0 or known.max() > 1):
            raise SettingError("A race needs scores from 0 to 1.")
        return list(table)

    def _differences(self, row: Array) -> Array:
        """Of each configuration to each other, less the margin; 0 where not measured in both."""
        return np.nan_to_num(self._sign * (row[:, None] - row[None, :]) - self.margin)

    def _drop(self) -> tuple[Dropped, ...]:
        """Those shown to be behind, worst first, so that the best is the last to be asked about."""
        if not self._rows:
            return ()
        scores = self._sign * np.stack(self._rows)
        ahead, n = _paired(scores)
        shown = (self._betting.evidence >= log(1 / self._level)) & (n > 0)
        means = np.where(n > 0, ahead / np.maximum(n, 1), 0.0)
        places = {name: place for place, name in enumerate(self.names)}
        left: list[Dropped] = []
        for name in sorted(self.alive, key=lambda name: float(means[places[name]].sum())):
            own = places[name]
            rivals = [places[other] for other in self.alive if shown[own, places[other]]]
            # Who is level with another goes only for the sake of an earlier one.
            better = [other for other in rivals if (means[own, other], -own) < (0.0, -other)]
            if better:
                best = min(better, key=lambda other: (float(means[own, other]), other))
                left.append(self._dropped(own, best, scores))
                self.dropped += (left[-1],)
        return tuple(left)

    def _dropped(self, own: int, best: int, scores: Array) -> Dropped:
        differences = scores[:, own] - scores[:, best]
        measured = [None if np.isnan(value) else float(value) for value in differences]
        n = sum(value is not None for value in measured)
        behind = -float(np.nanmean(differences))
        top = mean_bounds(measured, 2 * self._level, (-1.0, 1.0), self.population)[1]
        at_least = 0.0 - min(top, self.margin)  # that the margin is out of reach is known exactly
        against = self.names[best]
        sure = f"with {1 - self.alpha:.0%} confidence in the whole race"
        shown = (
            f"{at_least:.3f} at least, {sure}"
            if at_least >= 0
            else f"better by less than the margin of {self.margin:g}, {sure}"
        )
        reason = f"behind {against} by {behind:.3f} on {counted(n, 'question')} ({shown})"
        return Dropped(self.names[own], self.asked, reason, against, behind, at_least, n)


def blocks_of(questions: int, size: int, seed: int) -> list[list[int]]:
    """The numbers of the questions in random order, in blocks; the last one may be smaller."""
    order = np.random.default_rng(seed).permutation(questions).tolist()
    return [order[start : start + size] for start in range(0, questions, size)]


def _paired(scores: Array) -> tuple[Array, Array]:
    """Sums of the differences of each configuration to each other, and how many questions both are measured on."""
    known = ~np.isnan(scores)
    filled, there = np.nan_to_num(scores), known.astype(float)
    # A score counts where the other one is measured too.
    own = filled.T @ there
    return np.round(own - own.T, 12), there.T @ there  # equal scores differ in their last bits

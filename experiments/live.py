"""Runs of a sweep as they grow: questions done, mean and interval so far. Unlike stored.py, keeps its place.

Every second or two somebody looks, so that of a run at work only the lines that are new are read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evaluation.columns import Columns, columns_of, extended
from evaluation.metrics import METRICS
from evaluation.outcomes import Outcome, outcome_from_json
from evaluation.plans import OUTCOMES
from evaluation.summary import MetricSummary, summarize_columns
from experiments.folders import RUNS
from experiments.standings import Standing, SweepState


@dataclass(frozen=True, slots=True)
class SoFar:
    """A run until now: questions that have an outcome, those among them that failed, and its metric."""

    done: int
    failed: int
    summary: MetricSummary


class Follower:
    """One run's journal, followed. `read` is cheap where nothing was added."""

    def __init__(self, folder: Path, metric: str) -> None:
        self._path = folder / OUTCOMES
        self._metric = metric
        self._offset = 0
        self._columns: Columns | None = None
        self._known: SoFar | None = None

    def read(self) -> SoFar | None:
        """What there is by now; None before the first question. A damaged line is passed by: opening the run tells."""
        if not self._path.is_file():
            return None
        if self._path.stat().st_size < self._offset:  # begun anew
            self._offset, self._columns, self._known = 0, None, None
        if added := list({outcome.question_id: outcome for outcome in self._added()}.values()):
            newer = columns_of(added)
            self._columns = newer if self._columns is None else extended(self._columns, newer)
            self._known = self._summed(self._columns)
        return self._known

    def _added(self) -> Iterator[Outcome]:
        """The outcomes of complete lines after the last ones."""
        with self._path.open("rb") as file:
            file.seek(self._offset)
            text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        self._offset += len(whole)
        for line in whole.splitlines():
            try:
                yield outcome_from_json(json.loads(line))
            except (KeyError, TypeError, ValueError, AttributeError):
                continue

    def _summed(self, columns: Columns) -> SoFar:
        (summary,) = summarize_columns(columns, [self._metric])
        return SoFar(len(columns), int(columns.failed.sum()), summary)


@dataclass(frozen=True, slots=True)
class Line:
    """A configuration of a sweep as a reader sees it now; `so_far` is None before its first question."""

    standing: Standing
    so_far: SoFar | None

    @property
    def mean(self) -> float | None:
        """Its metric until now."""
        return self.so_far.summary.mean if self.so_far else None


class SweepFollower:
    """All runs of a sweep, followed."""

    def __init__(self, folder: Path, metric: str) -> None:
        self._folder = folder
        self._metric = metric
        self._runs: dict[str, Follower] = {}

    def lines(self, state: SweepState, *, running: bool) -> list[Line]:
        """One line a configuration in the order of the plan; where nothing runs, nothing is in hand."""
        return [Line(_at_rest(one) if not running else one, self._so_far(one)) for one in state.standings]

    def _so_far(self, one: Standing) -> SoFar | None:
        follower = self._runs.get(one.name)
        if follower is None:
            follower = self._runs[one.name] = Follower(self._folder / RUNS / one.name, self._metric)
        return follower.read()


def by_rank(lines: Sequence[Line], metric: str) -> list[Line]:
    """Finished ones by their mean, best first, then those that were only screened, then the others as they come."""
    sign = 1 if METRICS[metric].more_is_better is False else -1

    def place(line: Line) -> tuple[int, float]:
        if line.standing.state == "confirmed" and line.mean is not None:
            return 0, sign * line.mean
        if line.standing.screened is not None:
            return 1, sign * line.standing.screened
        return 2, 0.0

    return sorted(lines, key=place)


def share_done(lines: Sequence[Line], questions: int) -> float | None:
    """Share of the evaluations of all that are still to be confirmed; None while that is not known."""
    open_states = ("waiting", "preparing", "asking", "confirmed", "screened")
    wanted = [line for line in lines if line.standing.state in open_states]
    if not wanted or not questions:
        return None
    return sum(line.so_far.done if line.so_far else 0 for line in wanted) / (questions * len(wanted))


def _at_rest(one: Standing) -> Standing:
    return replace(one, state="waiting") if one.state in ("preparing", "asking") else one

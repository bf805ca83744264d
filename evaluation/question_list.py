"""Which questions of some runs a reader looks at: filters, and what comes before and after. Shows nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np
import numpy.typing as npt

from evaluation.aligned import Aligned, aligned
from evaluation.columns import Array, Columns
from evaluation.export import Cell
from evaluation.metrics import METRICS

ALL = "all"
# Scores of equal outcomes may differ in their last bits.
_NOISE = 1e-9
# What a filter compares where nobody chose a metric: the first that two runs have on some question.
_PREFERRED = ("evidence_recall", "relevance_to_question", "relevance", "adherence_share", "utilization")
Rows = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class QuestionTable:
    """The questions of some runs, the first run being the baseline; what is looked up has shape (questions, runs)."""

    runs: tuple[Columns, ...]
    rows: Aligned

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids in the order of the first run, then of the others."""
        return self.rows.question_ids

    @property
    def texts(self) -> tuple[str, ...]:
        """The questions' words, in the same order."""
        return self.rows.questions

    def scores(self, metric: str) -> Array:
        """Scores of a metric, NaN where a run did not ask the question or did not measure it."""
        return self.rows.table([run.score(metric) for run in self.runs])

    @property
    def failures(self) -> list[dict[str, str]]:
        """Of each run, why its failed questions failed, by id."""
        return [
            dict(compress(zip(run.question_ids, run.reasons, strict=True), run.failed.tolist())) for run in self.runs
        ]

    @property
    def failed(self) -> Rows:
        """Where a run could not finish a question."""
        return np.asarray(self.rows.table([run.failed.astype(float) for run in self.runs]) == 1)


@dataclass(frozen=True, slots=True)
class Filter:
    """`help` says which questions stay; `pairs` whether it takes two runs, of which the first is the baseline."""

    name: str
    label: str
    help: str
    keeps: Callable[[QuestionTable, str], Rows]
    pairs: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where a question stands in a list: its number from 1, None where it is not in it, and its neighbors."""

    number: int | None
    total: int
    before: str | None
    after: str | None


def table_of(runs: Sequence[Columns]) -> QuestionTable:
    """The questions of these runs. One that has the id of another question before it is not the same."""
    return QuestionTable(tuple(runs), aligned(runs))


def kept(table: QuestionTable, which: str, metric: str) -> list[str]:
    """Ids of the questions that the filter of that name keeps, in their order. An unknown filter keeps all."""
    return list(compress(table.ids, FILTERS.get(which, FILTERS[ALL]).keeps(table, metric)))


def metric_for(table: QuestionTable) -> str | None:
    """The metric to compare questions by: the first of the usual ones that any question was measured by in all runs."""
    for metric in _PREFERRED:
        if (~np.isnan(table.scores(metric)).any(axis=1)).any():
            return metric
    return None


def place_of(name: str, kept_ids: Sequence[str], order: Sequence[str]) -> Place:
    """The place of a question among those kept; one that is not has the neighbors of where it would stand."""
    if name in kept_ids:
        at = kept_ids.index(name)
        before = kept_ids[at - 1] if at else None
        after = kept_ids[at + 1] if at + 1 < len(kept_ids) else None
        return Place(at + 1, len(kept_ids), before, after)
    rank = {each: number for number, each in enumerate(order)}
    here = rank.get(name, -1)
    before = next((each for each in reversed(kept_ids) if rank.get(each, -1) < here), None)
    after = next((each for each in kept_ids if rank.get(each, -1) > here), None)
    return Place(None, len(kept_ids), before, after)


def gains(table: QuestionTable, metric: str) -> Array:
    """By how much each further run is better than the first, in the metric's own direction, NaN where not measured.

    Shape (questions, runs - 1).
    """
    scores = table.scores(metric)
    sign = -1 if METRICS[metric].more_is_better is False else 1
    differences: Array = sign * (scores[:, 1:] - scores[:, :1])
    return differences


def _any(rows: Rows) -> Rows:
    return np.asarray(rows.any(axis=1))


def _lost(table: QuestionTable, metric: str) -> Rows:
    return _any(table.scores("evidence_recall") < 1 - _NOISE)


def _different(table: QuestionTable, metric: str) -> Rows:
    return _any(np.abs(gains(table, metric)) > _NOISE)


def _regressed(table: QuestionTable, metric: str) -> Rows:
    return _any(gains(table, metric) < -_NOISE)


def _improved(table: QuestionTable, metric: str) -> Rows:
    return _any(gains(table, metric) > _NOISE)


def _failed(table: QuestionTable, metric: str) -> Rows:
    return _any(table.failed)


def _unsupported(table: QuestionTable, metric: str) -> Rows:
    return _any(table.scores("adherence") == 0)


def _all(table: QuestionTable, metric: str) -> Rows:
    return np.ones(len(table.ids), dtype=bool)


FILTERS: Mapping[str, Filter] = {
    one.name: one
    for one in (
        Filter(ALL, "All", "Every question that one of the runs asked.", _all),
        Filter("lost", "Lost evidence", "Some annotated evidence did not come back in one of the runs.", _lost),
        Filter("different", "Different", "A run scores otherwise than the first.", _different, pairs=True),
        Filter("regressed", "Regressed", "A run scores worse than the first.", _regressed, pairs=True),
        Filter("improved", "Improved", "A run scores better than the first.", _improved, pairs=True),
        Filter("unsupported", "Unsupported", "An answer has a sentence that nothing supports.", _unsupported),
        Filter("failed", "Failed", "A run could not finish the question.", _failed),
    )
}


def listed(table: QuestionTable, which: str, metric: str, words: str = "") -> list[dict[str, Cell]]:
    """One row a question of two runs that the filter keeps and that has these words, the largest loss first.

    `change` is in the metric's unit; questions without it come last.
    """
    base, other = table.scores(metric).T[:2]
    keeps = FILTERS.get(which, FILTERS[ALL]).keeps(table, metric)
    sought, failures = words.casefold().split(), table.failures
    rows: list[dict[str, Cell]] = [
        {
            "question_id": name,
            "question": text,
            "baseline": _cell(base[place]),
            "candidate": _cell(other[place]),
            "change": _cell(other[place] - base[place]),
            "note": _note(failures, name),
        }
        for place, (name, text) in enumerate(zip(table.ids, table.texts, strict=True))
        if keeps[place] and all(word in f"{name} {text}".casefold() for word in sought)
    ]
    sign = -1 if METRICS[metric].more_is_better is False else 1
    return sorted(rows, key=lambda row: (row["change"] is None, sign * float(row["change"] or 0)))


def _note(failures: Sequence[Mapping[str, str]], name: str) -> str:
    """Why a run could not finish the question."""
    return "; ".join(dict.fromkeys(reasons[name] for reasons in failures if name in reasons))


def _cell(number: float) -> float | None:
    return None if np.isnan(number) else float(number)

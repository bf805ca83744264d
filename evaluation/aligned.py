"""Several runs on the same rows: which question of each run stands where. Unlike compare.py, makes no statistics.

A question is the same in two runs when its id and its text are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from evaluation.columns import Array, Columns
from evaluation.statistics.clusters import Labels, labels_by


@dataclass(frozen=True, slots=True)
class Aligned:
    """The questions of several runs in the order of their first appearance; `rows` hold a row for each of a run's."""

    question_ids: tuple[str, ...]
    questions: tuple[str, ...]
    rows: tuple[npt.NDArray[np.int64], ...]
    labels: Labels

    def table(self, columns: Sequence[Array]) -> Array:
        """A column a run side by side, shape (questions, runs); NaN for a question that a run does not have."""
        together = np.full((len(self.question_ids), len(columns)), np.nan)
        for place, (rows, values) in enumerate(zip(self.rows, columns, strict=True)):
            together[rows, place] = values
        return together


def aligned(runs: Sequence[Columns]) -> Aligned:
    """The questions of these runs on common rows, with the clusters that they fall in."""
    return _aligned(tuple(runs))


@lru_cache(maxsize=6)
def _aligned(runs: tuple[Columns, ...]) -> Aligned:
    # Most often all runs were asked the same, which needs no looking up.
    distinct = list({(run.question_ids, run.questions): run for run in runs}.values())
    places: dict[tuple[str, str], int] = {}
    for run in distinct:
        for pair in zip(run.question_ids, run.questions, strict=True):
            places.setdefault(pair, len(places))
    rows = tuple(_rows(run, places, len(distinct) == 1) for run in runs)
    documents = {(run.question_ids, run.documents): None for run in runs}
    labels = labels_by(pair for ids, names in documents for pair in zip(ids, names, strict=True))
    return Aligned(tuple(name for name, _ in places), tuple(text for _, text in places), rows, labels)


def _rows(run: Columns, places: dict[tuple[str, str], int], alike: bool) -> npt.NDArray[np.int64]:
    if alike:
        return np.arange(len(run), dtype=np.int64)
    return np.array([places[pair] for pair in zip(run.question_ids, run.questions, strict=True)], dtype=np.int64)

"""Which questions of some runs a reader looks at: filters, and what comes before and after. Shows nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from evaluation.metrics import METRICS
from evaluation.outcomes import Outcome

ALL = "all"
# Scores of equal outcomes may differ in their last bits.
_NOISE = 1e-9
# What a filter compares where nobody chose a metric: the first that two runs have on some question.
_PREFERRED = ("evidence_recall", "relevance_to_question", "relevance", "adherence_share", "utilization")
# The outcomes of one question, in the order of the runs; None where a run did not ask it.
Row = Sequence[Outcome | None]


@dataclass(frozen=True, slots=True)
class Filter:
    """`help` says which questions stay; `pairs` whether it takes two runs, of which the first is the baseline."""

    name: str
    label: str
    help: str
    keeps: Callable[[Row, str], bool]
    pairs: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where a question stands in a list: its number from 1, None where it is not in it, and its neighbors."""

    number: int | None
    total: int
    before: str | None
    after: str | None


def rows_of(runs: Sequence[Sequence[Outcome]]) -> dict[str, Row]:
    """The outcomes by question id, in the order of the first run, then of the others."""
    tables = [{outcome.question_id: outcome for outcome in outcomes} for outcomes in runs]
    ids = dict.fromkeys(name for table in tables for name in table)
    return {name: [table.get(name) for table in tables] for name in ids}


def kept(rows: Mapping[str, Row], which: str, metric: str) -> list[str]:
    """Ids of the questions that the filter of that name keeps, in their order. An unknown filter keeps all."""
    chosen = FILTERS.get(which, FILTERS[ALL])
    return [name for name, row in rows.items() if chosen.keeps(row, metric)]


def metric_for(rows: Mapping[str, Row]) -> str | None:
    """The metric to compare questions by: the first of the usual ones that any question was measured by in all runs."""
    for metric in _PREFERRED:
        if any(all(one is not None and one.score(metric) is not None for one in row) for row in rows.values()):
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


def gains(row: Row, metric: str) -> list[float]:
    """By how much each further run is better than the first, in the metric's own direction; without unmeasured ones."""
    first = row[0].score(metric) if row and row[0] is not None else None
    if first is None:
        return []
    others = [one.score(metric) if one is not None else None for one in row[1:]]
    sign = -1 if METRICS[metric].more_is_better is False else 1
    return [sign * (float(score) - float(first)) for score in others if score is not None]


def _lost(row: Row, metric: str) -> bool:
    return any(one is not None and one.evidence is not None and one.evidence.recall < 1 - _NOISE for one in row)


def _different(row: Row, metric: str) -> bool:
    return any(abs(gain) > _NOISE for gain in gains(row, metric))


def _regressed(row: Row, metric: str) -> bool:
    return any(gain < -_NOISE for gain in gains(row, metric))


def _improved(row: Row, metric: str) -> bool:
    return any(gain > _NOISE for gain in gains(row, metric))


def _failed(row: Row, metric: str) -> bool:
    return any(one is not None and one.status == "failed" for one in row)


def _unsupported(row: Row, metric: str) -> bool:
    return any(one is not None and one.score("adherence") is False for one in row)


FILTERS: Mapping[str, Filter] = {
    one.name: one
    for one in (
        Filter(ALL, "All", "Every question that one of the runs asked.", lambda row, metric: True),
        Filter("lost", "Lost evidence", "Some annotated evidence did not come back in one of the runs.", _lost),
        Filter("different", "Different", "A run scores otherwise than the first.", _different, pairs=True),
        Filter("regressed", "Regressed", "A run scores worse than the first.", _regressed, pairs=True),
        Filter("improved", "Improved", "A run scores better than the first.", _improved, pairs=True),
        Filter("unsupported", "Unsupported", "An answer has a sentence that nothing supports.", _unsupported),
        Filter("failed", "Failed", "A run could not finish the question.", _failed),
    )
}

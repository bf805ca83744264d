"""What comparing needs of every question of a run, as columns. Unlike outcomes.py, holds no passages and no answers.

A run of 5,000 questions is 40 MB of outcomes, but 5 MB of columns, over which means and differences are array sums.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from evaluation.curves import BUDGETS, DEPTHS, CurvePoint
from evaluation.metrics import METRICS
from evaluation.outcomes import Outcome
from retrieval.walk import By

Array = npt.NDArray[np.float64]
POINT_METRICS = ("recall", "precision", "iou", "hit", "mrr", "ndcg")
POINT_FIELDS = (*POINT_METRICS, "tokens")
LIMITS: tuple[tuple[By, int], ...] = (
    *(("tokens", budget) for budget in BUDGETS),
    *(("k", depth) for depth in DEPTHS),
)
COSTS = ("tokens", "seconds", "money")
_PLACES = {limit: place for place, limit in enumerate(LIMITS)}


@dataclass(frozen=True, slots=True, eq=False)  # equal is only the same one, so that what is made of it can be kept
class Columns:
    """One row a question, in the order of the run; numbers that were not measured are NaN here, and nowhere else.

    `documents` are those of the evidence, None where the run does not know them. `scores` have shape (questions,) by
    metric, `costs` by COSTS. `curves` has shape (questions, LIMITS, POINT_FIELDS), with nothing but NaN for a question
    without a curve; `to_90` are tokens to 90 % of the evidence. `lines` has shape (questions, 2), where each outcome
    begins and ends in its journal, 0 where it comes from none.
    """

    question_ids: tuple[str, ...]
    questions: tuple[str, ...]
    statuses: tuple[str, ...]
    reasons: tuple[str, ...]
    documents: tuple[tuple[str, ...] | None, ...]
    scores: Mapping[str, Array]
    costs: Mapping[str, Array]
    curves: Array
    to_90: Array
    lines: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.question_ids)

    @property
    def failed(self) -> npt.NDArray[np.bool_]:
        """Which questions failed."""
        return np.array([status == "failed" for status in self.statuses], dtype=bool)

    @property
    def with_curve(self) -> npt.NDArray[np.bool_]:
        """Which questions have an evidence curve."""
        return np.asarray(~np.isnan(self.curves).all(axis=(1, 2)), dtype=bool)

    def measured(self, metric: str) -> int:
        """On how many questions a metric was measured."""
        return int((~np.isnan(self.score(metric))).sum())

    def score(self, metric: str) -> Array:
        """The scores of a metric; NaN throughout for one that this run knows nothing of."""
        return self.scores[metric] if metric in self.scores else np.full(len(self), np.nan)


def columns_of(outcomes: Sequence[Outcome], lines: Sequence[tuple[int, int]] = ()) -> Columns:
    """The columns of outcomes; `lines` say where each stands in its journal."""
    size = len(outcomes)
    return Columns(
        question_ids=tuple(one.question_id for one in outcomes),
        questions=tuple(one.question for one in outcomes),
        statuses=tuple(one.status for one in outcomes),
        reasons=tuple(one.reason for one in outcomes),
        documents=tuple(one.evidence_documents for one in outcomes),
        scores={metric.name: _numbers([one.score(metric.name) for one in outcomes]) for metric in METRICS.values()},
        costs={name: _numbers([cost_of(one, name) for one in outcomes]) for name in COSTS},
        curves=np.array([_curve(one) for one in outcomes]).reshape(size, len(LIMITS), len(POINT_FIELDS)),
        to_90=_numbers([one.curve.tokens_to_90 if one.curve else None for one in outcomes]),
        lines=np.array(lines if lines else np.zeros((size, 2)), dtype=np.int64).reshape(size, 2),
    )


def extended(known: Columns, newer: Columns) -> Columns:
    """Both, in order of first appearance; of a question in both, the newer row counts."""
    places = {name: place for place, name in enumerate(known.question_ids)}
    order = list(range(len(known)))
    for place, name in enumerate(newer.question_ids):
        if name in places:
            order[places[name]] = len(known) + place
        else:
            order.append(len(known) + place)
    take = np.array(order, dtype=int)

    def texts(field: str) -> tuple[Any, ...]:
        both = (*getattr(known, field), *getattr(newer, field))
        return tuple(both[place] for place in order)

    def joined(field: str) -> Any:
        return np.concatenate([getattr(known, field), getattr(newer, field)])[take]

    names = {name: None for name in (*known.scores, *newer.scores)}
    return Columns(
        question_ids=texts("question_ids"),
        questions=texts("questions"),
        statuses=texts("statuses"),
        reasons=texts("reasons"),
        documents=texts("documents"),
        scores={name: np.concatenate([known.score(name), newer.score(name)])[take] for name in names},
        costs={name: np.concatenate([known.costs[name], newer.costs[name]])[take] for name in COSTS},
        curves=joined("curves"),
        to_90=joined("to_90"),
        lines=joined("lines"),
    )


def without_seconds(columns: Columns) -> Columns:
    """As if no question's time had been taken."""
    return replace(columns, costs={**columns.costs, "seconds": np.full(len(columns), np.nan)})


def cost_of(outcome: Outcome, name: str) -> float | None:
    """What a question cost: cl100k tokens of context, seconds to search and answer, US dollars of the answer."""
    if name == "tokens":
        return outcome.context_tokens
    if name == "money":
        return outcome.answer.cost if outcome.answer else None
    spent = [outcome.seconds[step] for step in ("search", "answer") if step in outcome.seconds]
    return sum(spent) if spent else None


def _curve(outcome: Outcome) -> Array:
    table = np.full((len(LIMITS), len(POINT_FIELDS)), np.nan)
    for point in outcome.curve.points if outcome.curve else ():
        place = _PLACES.get((point.by, point.limit))
        if place is not None:
            table[place] = _numbers([_field(point, name) for name in POINT_FIELDS])
    return table


def _field(point: CurvePoint, name: str) -> float | None:
    value: float | None = getattr(point, name)
    return value


def _numbers(values: Sequence[float | bool | None]) -> Array:
    return np.array([np.nan if value is None else float(value) for value in values], dtype=np.float64)

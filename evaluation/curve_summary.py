"""The evidence curves of a run as means, and as files. Unlike curves.py, sees all questions of a run at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from statistics import fmean, median_low
from typing import Any

import numpy as np

from evaluation.columns import LIMITS, POINT_FIELDS, POINT_METRICS, Columns
from evaluation.curves import BUDGETS, HEADLINE
from evaluation.export import Cell, to_csv
from evaluation.metrics import Kind
from evaluation.outcomes import Outcome
from evaluation.statistics.clusters import labels_by
from evaluation.statistics.intervals import Interval
from evaluation.stored import columns_in
from evaluation.summary import intervals_of
from retrieval.walk import By

CURVE_COLUMNS = ("question_id", "by", "limit", "tokens", "hits", *POINT_METRICS)
BUDGET_COLUMNS = ("by", "limit", "metric", "mean", "low", "high", "n", "missing")
_KINDS: dict[str, Kind] = {"hit": "yes or no", "tokens": "count"}


@dataclass(frozen=True, slots=True)
class BudgetMean:
    """A metric at one budget, or at one k, over the `n` questions where it was measured there."""

    by: By
    limit: int
    metric: str
    mean: float | None
    low: float | None
    high: float | None
    n: int
    missing: int


@dataclass(frozen=True, slots=True)
class TokensTo90:
    """The median of the tokens to 90 % of the evidence. Questions that never reach it count as beyond all others.

    None where half of the questions or more never do: then no number can be said.
    """

    median: int | None
    reached: int
    n: int
    reason: str = ""


def budget_means(outcomes: Sequence[Outcome], metrics: Sequence[str] = POINT_FIELDS) -> list[BudgetMean]:
    """Means with 95 % intervals at every budget and k, in the order of LIMITS; none where no question has a curve."""
    return budget_means_of(columns_in(outcomes), metrics)


def budget_means_of(
    columns: Columns, metrics: Sequence[str] = POINT_FIELDS, *, intervals: bool = True
) -> list[BudgetMean]:
    """The same from columns; without `intervals` at once, however many questions there are."""
    if not columns.with_curve.any():
        return []
    fields = [POINT_FIELDS.index(metric) for metric in metrics]
    table = columns.curves[:, :, fields].reshape(len(columns), -1)
    kinds = [_KINDS.get(metric, "share") for metric in metrics] * len(LIMITS)
    around = [Interval(reason="not computed")] * len(kinds)
    if intervals:
        labels = labels_by(zip(columns.question_ids, columns.documents, strict=True))
        around = intervals_of(kinds, table, columns.question_ids, labels)
    found = []
    for place, ((by, limit), metric) in enumerate(product(LIMITS, metrics)):
        values: list[float] = table[~np.isnan(table[:, place]), place].tolist()
        mean, ends = (fmean(values), around[place]) if values else (None, Interval())
        missing = len(columns) - len(values)
        found.append(BudgetMean(by, limit, metric, mean, ends.low, ends.high, len(values), missing))
    return found


def tokens_to_90(outcomes: Sequence[Outcome]) -> TokensTo90:
    """The median over the questions that have a curve."""
    return tokens_to_90_of(columns_in(outcomes))


def tokens_to_90_of(columns: Columns) -> TokensTo90:
    """The same from columns."""
    needed = columns.to_90[columns.with_curve]
    reached = sorted(int(tokens) for tokens in needed[~np.isnan(needed)])
    if not len(needed):
        return TokensTo90(None, 0, 0, "no question has annotated evidence")
    if 2 * len(reached) <= len(needed):
        reason = _never(len(needed) - len(reached), len(needed))
        return TokensTo90(None, len(reached), len(needed), reason)
    ranked = [*reached, *[BUDGETS[-1] + 1] * (len(needed) - len(reached))]
    return TokensTo90(median_low(ranked), len(reached), len(needed))


def _never(short: int, asked: int) -> str:
    within = f"within {BUDGETS[-1]:,} tokens"
    if asked == 1:
        return f"the one question never reaches it {within}"
    return f"{short:,} of {asked:,} questions never {'reaches' if short == 1 else 'reach'} it {within}"


def curve_record(outcomes: Sequence[Outcome]) -> dict[str, Any] | None:
    """What run.json says of the curves; None where no question has one."""
    columns = columns_in(outcomes)
    means = budget_means_of(columns, ("recall",))
    if not means:
        return None
    headline = next(mean for mean in means if (mean.by, mean.limit) == ("tokens", HEADLINE))
    return {"headline": asdict(headline), "tokens_to_90": asdict(tokens_to_90_of(columns))}


def curve_rows(outcomes: Iterable[Outcome]) -> list[dict[str, Cell]]:
    """One row a question and budget, or k."""
    return [
        {"question_id": outcome.question_id, **{name: getattr(point, name) for name in CURVE_COLUMNS[1:]}}
        for outcome in outcomes
        if outcome.curve
        for point in outcome.curve.points
    ]


def curves_csv(outcomes: Iterable[Outcome], *, bom: bool = False) -> bytes:
    """curves.csv."""
    return to_csv(CURVE_COLUMNS, curve_rows(outcomes), bom=bom)


def budgets_csv(means: Sequence[BudgetMean], *, bom: bool = False) -> bytes:
    """budgets.csv."""
    return to_csv(BUDGET_COLUMNS, [asdict(mean) for mean in means], bom=bom)

"""The evidence curves of a run as means, and as files. Unlike curves.py, sees all questions of a run at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, median_low
from typing import Any

from evaluation.curves import BUDGETS, DEPTHS, HEADLINE, By, CurvePoint
from evaluation.export import Cell, to_csv
from evaluation.metrics import Kind
from evaluation.outcomes import Outcome
from evaluation.statistics.clusters import labels_of
from evaluation.summary import interval_of

POINT_METRICS = ("recall", "precision", "iou", "hit", "mrr", "ndcg")
CURVE_COLUMNS = ("question_id", "by", "limit", "tokens", "hits", *POINT_METRICS)
BUDGET_COLUMNS = ("by", "limit", "metric", "mean", "low", "high", "n", "missing")
_KINDS: dict[str, Kind] = {"hit": "yes or no", "tokens": "count"}
LIMITS: tuple[tuple[By, int], ...] = (
    *(("tokens", budget) for budget in BUDGETS),
    *(("k", depth) for depth in DEPTHS),
)


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


def budget_means(outcomes: Sequence[Outcome], metrics: Sequence[str] = (*POINT_METRICS, "tokens")) -> list[BudgetMean]:
    """Means with 95 % intervals at every budget and k, in the order of LIMITS; none where no question has a curve."""
    curves = {outcome.question_id: outcome.curve for outcome in outcomes if outcome.curve}
    if not curves:
        return []
    labels = labels_of(outcomes)
    found = []
    for by, limit in LIMITS:
        points = {
            name: point
            for name, curve in curves.items()
            for point in curve.points
            if (point.by, point.limit) == (by, limit)
        }
        for metric in metrics:
            scores = {
                name: float(score) for name, point in points.items() if (score := _score(point, metric)) is not None
            }
            values, missing = list(scores.values()), len(outcomes) - len(scores)
            if not values:
                found.append(BudgetMean(by, limit, metric, None, None, None, 0, missing))
                continue
            around = interval_of(_KINDS.get(metric, "share"), values, labels.of(scores))
            found.append(BudgetMean(by, limit, metric, fmean(values), around.low, around.high, len(values), missing))
    return found


def tokens_to_90(outcomes: Iterable[Outcome]) -> TokensTo90:
    """The median over the questions that have a curve."""
    needed = [outcome.curve.tokens_to_90 for outcome in outcomes if outcome.curve]
    reached = [tokens for tokens in needed if tokens is not None]
    if not needed:
        return TokensTo90(None, 0, 0, "no question has annotated evidence")
    if 2 * len(reached) <= len(needed):
        reason = _never(len(needed) - len(reached), len(needed))
        return TokensTo90(None, len(reached), len(needed), reason)
    ranked = [*sorted(reached), *[BUDGETS[-1] + 1] * (len(needed) - len(reached))]
    return TokensTo90(median_low(ranked), len(reached), len(needed))


def _never(short: int, asked: int) -> str:
    within = f"within {BUDGETS[-1]:,} tokens"
    if asked == 1:
        return f"the one question never reaches it {within}"
    return f"{short:,} of {asked:,} questions never {'reaches' if short == 1 else 'reach'} it {within}"


def curve_record(outcomes: Sequence[Outcome]) -> dict[str, Any] | None:
    """What run.json says of the curves; None where no question has one."""
    if not any(outcome.curve for outcome in outcomes):
        return None
    headline = next(
        mean for mean in budget_means(outcomes, ("recall",)) if (mean.by, mean.limit) == ("tokens", HEADLINE)
    )
    return {"headline": asdict(headline), "tokens_to_90": asdict(tokens_to_90(outcomes))}


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


def _score(point: CurvePoint, metric: str) -> float | None:
    value: float | None = getattr(point, metric)
    return value

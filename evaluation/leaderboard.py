"""leaderboard.csv and comparisons.csv of a family of runs: columns and cells. The numbers are family.py's."""

from __future__ import annotations

from evaluation.board import Entry
from evaluation.comparable import coverage
from evaluation.compare import common_means
from evaluation.export import Cell, to_csv
from evaluation.factors import parameters_text, retriever_text
from evaluation.family import Family
from evaluation.verdicts import PairRow

LEADERBOARD_COLUMNS = (
    "rank",
    "name",
    "collection",
    "strategy",
    "parameters",
    "encoder",
    "retriever",
    "k",
    "budget",
    "metric",
    "mean",
    "low",
    "high",
    "n",
    "missing",
    "questions",
    "coverage",
    "probability_best",
    "evidence_recall",
    "evidence_precision",
    "evidence_iou",
    "context_tokens",
    "seconds",
    "cost",
    "verdict",
    "remark",
)
COMPARISON_COLUMNS = (
    "metric",
    "base",
    "other",
    "delta",
    "low",
    "high",
    "p",
    "p_adjusted",
    "wins",
    "ties",
    "losses",
    "n",
    "verdict",
    "remark",
    "base_mean",
    "other_mean",
    "margin",
    "p_equivalent",
    "p_equivalent_adjusted",
    "minimum_detectable",
    "more_questions",
    "clusters",
)
# Shown together, so that recall that was bought with more text is seen (Smith and Troynikov 2024).
_BESIDE = ("evidence_recall", "evidence_precision", "evidence_iou")


def leaderboard_rows(family: Family) -> list[dict[str, Cell]]:
    """One row a configuration, in order of rank; those that cannot be ranked follow without one."""
    return [_entry_row(entry, family.metric) for entry in family.entries]


def comparison_rows(family: Family) -> list[dict[str, Cell]]:
    """One row a metric and pair of runs, the headline metric first."""
    return [pair_row(pair) for pair in family.pairs]


def leaderboard_csv(family: Family, *, bom: bool = False) -> bytes:
    """leaderboard.csv."""
    return to_csv(LEADERBOARD_COLUMNS, leaderboard_rows(family), bom=bom)


def comparisons_csv(family: Family, *, bom: bool = False) -> bytes:
    """comparisons.csv."""
    return to_csv(COMPARISON_COLUMNS, comparison_rows(family), bom=bom)


def _entry_row(entry: Entry, metric: str) -> dict[str, Cell]:
    plan = entry.run.plan
    collection, retrieval = plan["collection"], plan.get("retrieval") or {}
    budget = retrieval.get("token_budget")
    return {
        "rank": entry.rank,
        "name": entry.name,
        "collection": collection["name"],
        "strategy": collection.get("strategy"),
        "parameters": parameters_text(plan),
        "encoder": collection.get("encoder"),
        "retriever": retriever_text(plan),
        "k": None if budget is not None else retrieval.get("k"),
        "budget": budget,
        "metric": metric,
        "mean": entry.mean.mean,
        "low": entry.mean.low,
        "high": entry.mean.high,
        "n": entry.mean.n,
        "missing": entry.missing,
        "questions": entry.run.total,
        "coverage": coverage(entry.run, metric),
        "probability_best": entry.probability_best,
        **{name: common_means([entry.run], name, intervals=False)[0].mean for name in _BESIDE},
        "context_tokens": entry.costs.tokens,
        "seconds": entry.costs.seconds,
        "cost": entry.costs.money,
        "verdict": entry.verdict,
        "remark": entry.remark,
    }


def pair_row(pair: PairRow) -> dict[str, Cell]:
    """The cells of one pair of runs by one metric."""
    decided, row = pair.decided, pair.decided.difference
    return {
        "metric": row.metric,
        "base": pair.base,
        "other": pair.other,
        "delta": row.delta,
        "low": row.low,
        "high": row.high,
        "p": row.p,
        "p_adjusted": decided.p_adjusted,
        "wins": row.wins,
        "ties": row.ties,
        "losses": row.losses,
        "n": row.n,
        "verdict": decided.verdict,
        "remark": decided.remark,
        "base_mean": row.base,
        "other_mean": row.other,
        "margin": row.margin,
        "p_equivalent": row.p_equivalent,
        "p_equivalent_adjusted": decided.p_equivalent_adjusted,
        "minimum_detectable": row.detectable,
        "more_questions": row.more if decided.is_open else None,
        "clusters": row.clusters,
    }

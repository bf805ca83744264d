"""The one metric that a family of runs is ranked by, chosen before looking at any difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import SettingError
from evaluation.comparable import footing, refusal
from evaluation.metrics import CURVE_METRICS, METRICS
from evaluation.runs import LoadedRun

# In this order, the first that every run has; the last ones see the answer, which differs from run to run.
_PREFERRED = ("evidence_recall_2048", "evidence_recall", "relevance_to_question", "relevance", "adherence")


@dataclass(frozen=True, slots=True)
class Headline:
    """The metric's name and, in words, why it was taken."""

    metric: str
    why: str


def headline(runs: Sequence[LoadedRun], wanted: str | None = None) -> Headline:
    """The metric to rank by: `wanted`, else evidence recall at an equal budget, else relevance without the answers.

    Raises SettingError for an unknown metric, one without a better direction, or where the runs have none in common.
    """
    if wanted is not None:
        metric = METRICS[wanted]
        if metric.more_is_better is None:
            raise SettingError(
                f"--metric {metric.name}: neither direction is better, so that runs cannot be ranked by it."
            )
        return Headline(metric.name, f"{metric.label} was chosen{_footing(runs, metric.name)}")
    shared = [name for name in _order(runs) if name in METRICS and _measured(runs, name)]
    if not shared:
        raise SettingError("These runs have no metric in common that they could be ranked by: name one by --metric.")
    name = next((name for name in shared if _alike(runs, name)), shared[0])
    return Headline(name, f"{METRICS[name].label}: {_reason(name)}{_footing(runs, name)}")


def _order(runs: Sequence[LoadedRun]) -> list[str]:
    """Recall as it was retrieved comes first where that was within one budget for all."""
    budgets = {(run.plan.get("retrieval") or {}).get("token_budget") for run in runs}
    if len(budgets) == 1 and None not in budgets:
        return ["evidence_recall", *(name for name in _PREFERRED if name != "evidence_recall")]
    return list(_PREFERRED)


def _footing(runs: Sequence[LoadedRun], name: str) -> str:
    """At equal what the runs retrieved; nothing of a metric that has a budget of its own."""
    return "" if name in CURVE_METRICS else f"; {footing(runs)}"


def _reason(name: str) -> str:
    if name == "evidence_recall_2048":
        return "the questions have annotated evidence, and a budget of 2,048 tokens is equal for all runs"
    if name == "evidence_recall":
        return "the questions have annotated evidence"
    if name == "relevance_to_question":
        return "the questions have no annotated evidence, and this judge's relevance does not see the answers"
    return "the questions have no annotated evidence, and nothing that is independent of the answers was measured"


def _measured(runs: Sequence[LoadedRun], name: str) -> bool:
    return all(run.columns.measured(name) for run in runs if run.complete)


def _alike(runs: Sequence[LoadedRun], name: str) -> bool:
    return all(not refusal(runs[0], run, name) for run in runs[1:])

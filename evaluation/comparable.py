"""What may be compared with what, and what to know before reading it. No statistics here; those are in compare.py."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from core.counted import counted
from evaluation.metrics import METRICS, OF_RETRIEVAL
from evaluation.plans import differences
from evaluation.runs import LoadedRun

# Scores that are somebody's opinion; all others follow from the evidence, the reference answer or the text alone.
JUDGED = (
    "relevance",
    "relevance_to_question",
    "utilization",
    "completeness",
    "adherence",
    "adherence_share",
    "adherence_probability",
    "correctness",
)
# Judges that are shown the answer when they look for what is relevant.
_SEES_ANSWERS = ("local", "local-wording", "llm")
LEAST_COVERAGE = 0.8
# What is compared on purpose; all other differences between two plans are worth a warning.
_COMPARED = ("collection.", "retrieval.", "model", "questions.name")


def run_names(runs: Sequence[LoadedRun]) -> list[str]:
    """The folders' names, with as many folders above as tell them apart."""
    for depth in range(1, max((len(run.folder.parts) for run in runs), default=0)):
        names = [Path(*run.folder.parts[-depth:]).as_posix() for run in runs]
        if len(set(names)) == len(names):
            return names
    return [run.folder.as_posix() for run in runs]


def coverage(run: LoadedRun, metric: str) -> float:
    """The share of a run's questions that did not fail on the metric; 0 without any question."""
    columns = run.columns
    failed = int((columns.failed & np.isnan(columns.score(metric))).sum())
    return 1 - failed / len(columns) if len(columns) else 0.0


def why_apart(run: LoadedRun, metric: str) -> str:
    """Why a run cannot be ranked on a metric; empty when it can."""
    if not run.complete and len(run.outcomes) == run.total:
        return "unfinished: its tables are not written yet, which the same evaluation again does"
    if not run.complete:
        return f"unfinished: {len(run.outcomes):,} of {counted(run.total, 'question')}"
    if (covered := coverage(run, metric)) < LEAST_COVERAGE:
        failed = round((1 - covered) * len(run.outcomes))
        return f"{failed:,} of {counted(len(run.outcomes), 'question')} failed: what is left may be the easier ones"
    if not run.columns.measured(metric):
        return f"{METRICS[metric].label.lower()} was not measured on any question"
    return ""


def refusal(base: LoadedRun, other: LoadedRun, metric: str) -> str:
    """Why two runs' scores of a metric are not of one kind; empty when they are."""
    if fields := differences(*(_what_scores(run, metric) for run in (base, other))):
        return f"{METRICS[metric].label} is not compared: the runs differ in {', '.join(fields)}"
    answered = [run.plan.get("model") is not None for run in (base, other)]
    if metric == "relevance" and sees_answers(base) and answered[0] != answered[1]:
        return "Relevance is not compared: one judge saw answers, the other none"
    return ""


def _what_scores(run: LoadedRun, metric: str) -> dict[str, Any]:
    """The fields of the plan that a metric's scores hang on."""
    kinds = ("judge", "unit") if metric in JUDGED else ()
    return {name: value for name, value in run.plan.items() if name == "metric_version" or name.startswith(kinds)}


def sees_answers(run: LoadedRun) -> bool:
    """Whether the run's judge is one that looks at the answer when it looks for what is relevant."""
    return run.plan["judge"]["name"] in _SEES_ANSWERS


def warnings(runs: Sequence[LoadedRun]) -> list[str]:
    """What makes these runs hard to compare: other questions, judges or versions, equal chunks, unfinished work."""
    found = [
        f"{run.name} is unfinished: {len(run.outcomes)} of {run.total} questions" for run in runs if not run.complete
    ]
    found += plan_warnings(runs)
    for position, other in enumerate(runs[1:], start=1):
        for base in runs[:position]:
            found += _same_chunks_twice(base, other)
    return list(dict.fromkeys(found))


def plan_warnings(runs: Sequence[LoadedRun]) -> list[str]:
    """In what runs differ from the first one besides what is compared on purpose, those that differ alike together."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for other in runs[1:]:
        fields = [name for name in differences(runs[0].plan, other.plan) if not name.startswith(_COMPARED)]
        if fields:
            alike.setdefault(tuple(fields), []).append(other.name)
    return [f"{runs[0].name} and {_together(names)} differ in {', '.join(fields)}" for fields, names in alike.items()]


def _together(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{len(names):,} others ({', '.join(names)})"


def measured_alike(base: LoadedRun, other: LoadedRun, metric: str) -> bool:
    """Whether two runs searched the same chunks in the same way, with the same vectors, and were answered by the same
    model where the metric looks at answers: then they measured the same thing twice.
    """
    ours, theirs = base.plan["collection"], other.plan["collection"]
    alike = all(ours.get(name) == theirs.get(name) for name in ("chunk_set", "added", "encoder"))
    same = metric in OF_RETRIEVAL or base.plan.get("model") == other.plan.get("model")
    return alike and same and base.plan.get("retrieval") == other.plan.get("retrieval")


def footing(runs: Sequence[LoadedRun]) -> str:
    """At equal what the runs retrieved: a token budget, or a number of passages of whatever size."""
    plans = [run.plan.get("retrieval") or {} for run in runs]
    budgets = {plan.get("token_budget") for plan in plans}
    if len(budgets) == 1 and (budget := budgets.pop()) is not None:
        return f"all runs retrieved within {budget:,} tokens a question"
    ks = {plan.get("k") for plan in plans} if all(plan.get("token_budget") is None for plan in plans) else set()
    if len(ks) == 1 and (k := ks.pop()) is not None:
        return (
            f"all runs retrieved {counted(k, 'passage')} a question, so that larger chunks bring more text: read "
            "recall beside precision, IoU and context tokens, or run them again with a token budget"
        )
    return "the runs retrieved different numbers of passages or tokens: what brings more text has an advantage"


def _same_chunks_twice(base: LoadedRun, other: LoadedRun) -> list[str]:
    found = []
    ours, theirs = base.plan["collection"], other.plan["collection"]
    recipes = [(each.get("strategy"), each.get("parameters")) for each in (ours, theirs)]
    alike = all(ours.get(name) == theirs.get(name) for name in ("chunk_set", "added"))
    if alike and ours["name"] != theirs["name"] and recipes[0] != recipes[1]:
        found.append(
            f"the chunk sets of {ours['name']} ({ours['strategy']}) and {theirs['name']} ({theirs['strategy']})"
            f" are identical ({ours['chunks']} chunks)"
        )
    return found

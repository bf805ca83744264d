"""What the numbers of a family rest on, and what speaks against reading them, each in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.comparable import footing, refusal, sees_answers, warnings
from evaluation.compare import score_table
from evaluation.differences import MOST_OF_MEAN
from evaluation.metrics import METRICS
from evaluation.runs import LoadedRun
from evaluation.trust import doubts

# Nobody is called the best on fewer questions than these.
FEWEST_QUESTIONS = 10


def notes_on(runs: Sequence[LoadedRun], ranked: Sequence[int], metric: str, margin: float, named: bool) -> list[str]:
    """On what the numbers rest; `named` when all comparisons are with a baseline."""
    group = [runs[place] for place in ranked]
    table = score_table(group, metric)
    common, _ = table.common(range(len(group)))
    asked = max(run.total for run in group)
    unit = "in the metric's unit"
    if METRICS[metric].kind == "count":
        unit = "of the baseline's mean for counts"
    elif METRICS[metric].more_is_better:
        unit += f", or {MOST_OF_MEAN:g} of the baseline's mean where that is less,"
    family = "the comparisons with the baseline" if named else "all pairs"
    found = [
        f"{len(common):,} of {asked:,} questions were measured in every ranked run; {table.labels.note}",
        footing(group),
        f"p-values are adjusted over {family} of a metric (Holm); differences below {margin:g} {unit} do not matter",
    ]
    return [note[:1].upper() + note[1:] for note in found]


def warnings_on(runs: Sequence[LoadedRun], ranked: Sequence[int], first: int, metric: str) -> list[str]:
    """What speaks against them: doubts about pairs of runs, and metrics that cannot be compared with the first run."""
    found = warnings(runs)
    group = [runs[place] for place in ranked]
    if metric == "relevance" and any(sees_answers(run) and run.plan.get("model") for run in group):
        found.append(
            "relevance is judged here with the answers in view, which differ from run to run: relevance_to_question "
            "compares retrievers"
        )
    common, _ = score_table(group, metric).common(range(len(group)))
    if len(common) < FEWEST_QUESTIONS:
        found.append(f"fewer than {FEWEST_QUESTIONS} questions in common: no run is called the best")
    for place in ranked:
        if place != first:
            found += doubts(runs[first], runs[place], metric)
        refused = {refusal(runs[first], runs[place], name) for name in (m.name for m in METRICS.values())}
        found += sorted(reason for reason in refused if reason)
    return list(dict.fromkeys(found))

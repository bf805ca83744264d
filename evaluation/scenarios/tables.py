"""scenarios.csv and scenario_answers.csv, beside a run's own files, which stay as they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from evaluation.export import to_csv
from evaluation.scenarios.result import Result
from evaluation.scenarios.summary import ScenarioSummary

SUMMARY_COLUMNS = (
    "scenario",
    "rate",
    "measure",
    "share",
    "low",
    "high",
    "number",
    "n",
    "missing",
    "asked",
    "other_outcome",
    "not_counted",
    "failed",
    "note",
)
ANSWER_COLUMNS = (
    "scenario",
    "rate",
    "question_id",
    "question",
    "answer",
    "outcome",
    "correct_by",
    "passages",
    "synthetic",
    "altered",
    "adherence",
    "adherence_share",
    "adherence_probability",
    "status",
    "reason",
)


def scenarios_csv(summaries: Sequence[ScenarioSummary], *, bom: bool = False) -> bytes:
    """One row a measure of each scenario and rate.

    asked = n + missing + other_outcome + not_counted + failed, where another outcome is one that the measure is not of.
    """
    rows = (
        {
            "scenario": summary.scenario,
            "rate": summary.rate,
            **asdict(share),
            "asked": summary.questions,
            "other_outcome": summary.questions - summary.not_counted - summary.failed - share.n - share.missing,
            "not_counted": summary.not_counted,
            "failed": summary.failed,
            "note": summary.note,
        }
        for summary in summaries
        for share in summary.shares
    )
    return to_csv(SUMMARY_COLUMNS, rows, bom=bom)


def results_csv(results: Sequence[Result], *, bom: bool = False) -> bytes:
    """One row a question of each scenario and rate."""
    return to_csv(ANSWER_COLUMNS, ({**asdict(one), "outcome": one.label} for one in results), bom=bom)

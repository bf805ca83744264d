"""What was found on question sets, as CSV. Unlike writing.py, for reading and sorting, not for asking again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from evaluation.export import to_csv
from evaluation.questions.drift import Drift
from evaluation.questions.finding import LintReport

LINT_COLUMNS = ("question_id", "check", "severity", "finding", "advice")
DRIFT_COLUMNS = (
    "question_id",
    "number",
    "state",
    "quote",
    "document",
    "start",
    "end",
    "text",
    "likeness",
    "note",
)


def findings_csv(report: LintReport, *, bom: bool = False) -> bytes:
    """lint.csv: one row a finding."""
    rows = (
        {
            "question_id": one.question_id,
            "check": one.check,
            "severity": one.severity,
            "finding": one.text,
            "advice": one.advice,
        }
        for one in report.findings
    )
    return to_csv(LINT_COLUMNS, rows, bom=bom)


def drift_csv(found: Sequence[Drift], *, bom: bool = False) -> bytes:
    """drift.csv: one row a passage of evidence."""
    return to_csv(DRIFT_COLUMNS, map(asdict, found), bom=bom)

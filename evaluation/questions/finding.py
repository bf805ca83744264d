"""What can be wrong with a question, and what to do about it. No looking here: that is in the files beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.registry import Registry
from core.types import Status

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
UNANSWERABLE = "unanswerable"


@dataclass(frozen=True, slots=True)
class Check:
    """An error makes scores wrong, a warning makes them flatter or harm, a note is worth a look."""

    name: str
    label: str
    severity: Severity
    advice: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found on one question, in one line."""

    question_id: str
    check: str
    text: str

    @property
    def severity(self) -> Severity:
        """How much it matters."""
        return CHECKS[self.check].severity

    @property
    def advice(self) -> str:
        """What to do."""
        return CHECKS[self.check].advice


@dataclass(frozen=True, slots=True)
class Checked:
    """How far a check got: on `number` of `total` questions; `reason` says why not on the others."""

    check: str
    status: Status
    number: int
    total: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LintReport:
    """The findings on a question set, worst first and in its order, and how far each check got."""

    name: str
    questions: int
    findings: tuple[Finding, ...]
    checked: tuple[Checked, ...]

    def count(self, severity: Severity) -> int:
        """Findings of that severity."""
        return sum(finding.severity == severity for finding in self.findings)


CHECKS: Registry[Check] = Registry(
    "check",
    {
        check.name: check
        for check in (
            Check("row", "Row not readable", "error", "Correct the row: it is left out of every run."),
            Check("missing", "Evidence not found", "error", "Correct the quote; questions drift proposes places."),
            Check("range", "Evidence out of range", "error", "Give 0 <= start < end within the document, or a quote."),
            Check("contradiction", "Unanswerable, with evidence", "error", "Drop the tag, or the evidence."),
            Check("moved", "Evidence moved", "warning", "Write the new place: questions drift --fix does."),
            Check("ambiguous", "Ambiguous quote", "warning", "Give start and end, or a longer quote."),
            Check(
                "overlap", "Overlapping evidence", "warning", "Join the passages into one, or drop the repeated one."
            ),
            Check(
                "duplicate", "Asked twice", "warning", "Keep one of them: a question that counts twice weighs twice."
            ),
            Check("leak", "Worded like its evidence", "warning", "Ask in other words: word search finds copies alone."),
            Check("easy", "Answered without context", "warning", "Ask for what only these documents can tell."),
            Check("no-evidence", "No evidence", "warning", "Add evidence, or tag the question unanswerable."),
            Check(
                "copies", "Evidence stands elsewhere too", "note", "Retrieving the other place counts as missing it."
            ),
            Check(
                "answer", "Answer not in the evidence", "note", "See whether it is computed, wrong, or lacks evidence."
            ),
        )
    },
)

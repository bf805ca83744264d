"""All checks of a question set that need no model, in one pass. Unlike doctor.py, about questions, not chunks."""

from __future__ import annotations

from collections.abc import Sequence

from core.types import Document
from corpus.anchor import EvidencePlaces
from corpus.question_rows import RowSet
from evaluation.questions.evidence import Folded, anchored, check_evidence
from evaluation.questions.finding import CHECKS, SEVERITIES, Checked, Finding, LintReport
from evaluation.questions.repeats import check_repeats
from evaluation.questions.wordings import check_answer, check_leak

NO_MODEL = "not checked: no language model was given"


def lint(given: RowSet, documents: Sequence[Document]) -> LintReport:
    """The findings on a question set over these documents. Whether questions are too easy is in easy.py."""
    places, texts = EvidencePlaces(documents), Folded(documents)
    evidence = {row.id: anchored(row, places) for row in given.rows}
    findings = [Finding(problem.name, "row", problem.reason) for problem in given.problems if problem.kind == "failed"]
    for row in given.rows:
        findings += check_evidence(row, places, texts)
        findings += check_leak(row, evidence[row.id])
        findings += check_answer(row, evidence[row.id])
    findings += check_repeats(given.rows, evidence)
    total = len(given.rows)
    passages = sum(bool(found) for found in evidence.values())
    answers = sum(bool(row.answer and evidence[row.id]) for row in given.rows)
    reach = {"leak": passages, "answer": answers}
    checked = [Checked(name, "measured", reach.get(name, total), total) for name in CHECKS if name != "easy"]
    easy = Checked("easy", "not measured", 0, total, NO_MODEL)
    return LintReport(given.name, total, in_order(findings, given), (*checked, easy))


def in_order(findings: Sequence[Finding], given: RowSet) -> tuple[Finding, ...]:
    """Errors first; within a severity in the order of the questions."""
    place = {row.id: number for number, row in enumerate(given.rows)}
    return tuple(sorted(findings, key=lambda one: (SEVERITIES.index(one.severity), place.get(one.question_id, -1))))

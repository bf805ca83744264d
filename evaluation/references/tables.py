"""references.csv: a row for each question with both an answer and a reference. The fixed files are in tables.py."""

from __future__ import annotations

from collections.abc import Iterable

from evaluation.export import to_csv
from evaluation.outcomes import Outcome

REFERENCE_METRICS = ("rouge_1", "rouge_l", "bleu", "reference_words", "correctness")
COLUMNS = ("question_id", "question", "answer", "reference", *REFERENCE_METRICS, "verdict", "reason")


def references_csv(outcomes: Iterable[Outcome], *, bom: bool = False) -> bytes | None:
    """The table, in the run's order; None where no question has both."""
    rows = [
        {
            "question_id": outcome.question_id,
            "question": outcome.question,
            "answer": outcome.answer.text if outcome.answer else None,
            "reference": outcome.compared.reference,
            **{metric: outcome.compared.scores.get(metric) for metric in REFERENCE_METRICS},
            "verdict": outcome.compared.verdict,
            "reason": outcome.compared.reason,
        }
        for outcome in outcomes
        if outcome.compared is not None
    ]
    return to_csv(COLUMNS, rows, bom=bom) if rows else None

"""The files of a run as DESIGN 5 fixes them: which columns and which cells. How a cell is written is in export.py."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from evaluation.export import Cell, to_csv
from evaluation.outcomes import Outcome
from evaluation.summary import MetricSummary

QUESTION_METRICS = (
    "relevance",
    "utilization",
    "completeness",
    "adherence",
    "adherence_share",
    "evidence_recall",
    "evidence_precision",
    "evidence_iou",
    "hit",
    "mrr",
    "ndcg",
    "context_tokens",
)
QUESTION_COLUMNS = ("question_id", "question", "answer", *QUESTION_METRICS, "status", "reason")
CONTEXT_COLUMNS = (
    "question_id",
    "rank",
    "chunk_id",
    "document",
    "start",
    "end",
    "returned_start",
    "returned_end",
    "score",
    "score_kind",
)
SUMMARY_COLUMNS = ("metric", "mean", "low", "high", "n", "missing")


def question_rows(outcomes: Iterable[Outcome]) -> list[dict[str, Cell]]:
    """One row a question, in the run's order."""
    return [
        {
            "question_id": outcome.question_id,
            "question": outcome.question,
            "answer": outcome.answer.text if outcome.answer else None,
            **{metric: outcome.score(metric) for metric in QUESTION_METRICS},
            "status": outcome.status,
            "reason": outcome.reason,
        }
        for outcome in outcomes
    ]


def context_rows(outcomes: Iterable[Outcome]) -> list[dict[str, Cell]]:
    """One row a retrieved chunk, by question and rank."""
    return [{"question_id": outcome.question_id, **asdict(hit)} for outcome in outcomes for hit in outcome.found]


def questions_csv(outcomes: Iterable[Outcome], *, bom: bool = False) -> bytes:
    """questions.csv."""
    return to_csv(QUESTION_COLUMNS, question_rows(outcomes), bom=bom)


def contexts_csv(outcomes: Iterable[Outcome], *, bom: bool = False) -> bytes:
    """contexts.csv."""
    return to_csv(CONTEXT_COLUMNS, context_rows(outcomes), bom=bom)


def summary_csv(summaries: Sequence[MetricSummary], *, bom: bool = False) -> bytes:
    """summary.csv."""
    return to_csv(SUMMARY_COLUMNS, [asdict(summary) for summary in summaries], bom=bom)

"""The files of a run as DESIGN 5 fixes them: which columns and which cells. How a cell is written is in export.py."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from evaluation.export import Cell, to_csv
from evaluation.metrics import METRICS
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
# No metric, for its mean would leave out the questions whose evidence no budget holds.
TOKENS_TO_90 = "tokens_to_90"
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


def metrics_csv(outcomes: Iterable[Outcome], *, bom: bool = False) -> bytes:
    """metrics.csv: every metric of summary.csv by question, of which questions.csv has the first ones alone."""
    outcomes, names = list(outcomes), [metric.name for metric in METRICS.values()]
    budgets = [outcome.curve.tokens_to_90 if outcome.curve else None for outcome in outcomes]
    rows: list[dict[str, Cell]] = [
        {
            "question_id": outcome.question_id,
            **{name: outcome.score(name) for name in names},
            TOKENS_TO_90: budget,
        }
        for outcome, budget in zip(outcomes, budgets, strict=True)
    ]
    return to_csv(("question_id", *names, TOKENS_TO_90), rows, bom=bom)


def summary_csv(summaries: Sequence[MetricSummary], *, bom: bool = False) -> bytes:
    """summary.csv."""
    return to_csv(SUMMARY_COLUMNS, [asdict(summary) for summary in summaries], bom=bom)

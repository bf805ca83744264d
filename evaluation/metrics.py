"""The metrics of an evaluation: what each is called, means, and whether more is better. No formulas here."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Literal

from core.registry import Registry

Kind = Literal["share", "yes or no", "count"]
# Between which scores of a kind, and so their means, can lie.
BOUNDS: dict[Kind, tuple[float, float]] = {"share": (0.0, 1.0), "yes or no": (0.0, 1.0), "count": (0.0, inf)}


@dataclass(frozen=True, slots=True)
class Metric:
    """`name` is the column in the files. A share lies in [0, 1]; a count has no upper end."""

    name: str
    label: str
    help: str
    kind: Kind = "share"
    more_is_better: bool | None = True


METRICS: Registry[Metric] = Registry(
    "metric",
    {
        metric.name.replace("_", "-"): metric
        for metric in (
            Metric("relevance", "Relevance", "Share of the retrieved sentences that help to answer the question."),
            Metric(
                "relevance_to_question",
                "Relevance to the question",
                "Relevance estimated without seeing the answer, so that it compares retrievers whose answers differ.",
            ),
            Metric("utilization", "Utilization", "Share of the retrieved sentences that the answer uses."),
            Metric("completeness", "Completeness", "Share of the relevant sentences that the answer uses."),
            Metric("adherence", "Adherence", "Whether every sentence of the answer is supported.", "yes or no"),
            Metric("adherence_share", "Adherence (share)", "Share of the answer's sentences that are supported."),
            Metric("abstained", "Abstained", "Whether the answer says that it cannot tell.", "yes or no", None),
            Metric("evidence_recall", "Evidence recall", "Share of the annotated evidence that was retrieved."),
            Metric(
                "evidence_recall_2048",
                "Recall at 2,048 tokens",
                "Share of the annotated evidence that is retrieved within 2,048 tokens, whatever k the run used.",
            ),
            Metric(
                "evidence_recall_area",
                "Recall area",
                "Area under evidence recall over the logarithm of the token budget, from 128 to 8,192 tokens.",
            ),
            Metric("evidence_precision", "Evidence precision", "Share of the retrieved text that is evidence."),
            Metric("evidence_iou", "Evidence IoU", "Evidence retrieved, over evidence and retrieved text together."),
            Metric("precision_omega", "Precision Ω", "Best precision that this chunking allows at full recall."),
            Metric("hit", "Hit", "Whether any evidence was retrieved.", "yes or no"),
            Metric("mrr", "MRR", "1 / rank of the first hit that covers evidence."),
            Metric("ndcg", "nDCG", "Evidence covered for the first time, discounted by rank."),
            Metric(
                "severed",
                "Severed evidence",
                "Share of the evidence passages that no chunk holds whole.",
                "share",
                False,
            ),
            Metric("rouge_1", "ROUGE-1", "Words that answer and reference answer share (F1), whatever their order."),
            Metric("rouge_l", "ROUGE-L", "Longest common sequence of words of answer and reference answer (F1)."),
            Metric("bleu", "BLEU", "Runs of one to four words of the answer that its reference answer has."),
            Metric(
                "reference_words",
                "Reference words",
                "Share of the reference answer's own words and numbers that the answer holds: a proxy for correctness.",
            ),
            Metric(
                "correctness",
                "Correctness",
                "A language model's verdict on the answer beside its reference: correct 1, partly 0.5, incorrect 0.",
            ),
            Metric("context_tokens", "Context tokens", "cl100k tokens of the retrieved text.", "count", False),
        )
    },
)
TRACE = ("relevance", "utilization", "completeness", "adherence")
EVIDENCE = ("evidence_recall", "evidence_precision", "evidence_iou", "hit", "mrr", "ndcg")
# What compares at equal token budgets, whatever k or budget the runs were made with.
CURVE_METRICS = ("evidence_recall_2048", "evidence_recall_area")
# What follows from the passages alone, whoever answers and judges.
OF_RETRIEVAL = (*EVIDENCE, *CURVE_METRICS, "precision_omega", "severed", "context_tokens")

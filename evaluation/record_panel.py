"""A judge beside RAGBench's stored labels, a constant and the published judges. Unlike label_panel.py, never few."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

from core.types import Judgement
from corpus.ragbench_records import RagbenchRecord
from evaluation.agreement import Measured, SentencePair, auroc, rmse
from evaluation.judges.stored import stored_judgement
from evaluation.labels import KINDS, Kind
from evaluation.panel import CONSTANT, HALLUCINATION, Agreement, Panel, calibrations, pair_of, sentence_rows
from evaluation.records import context_of, response_of

# Published judges by the data set's columns: relevance, utilization, and how well the answer adheres.
_PUBLISHED: Mapping[str, tuple[str, str, str]] = {
    "gpt-3.5 (published)": ("gpt3_context_relevance", "gpt35_utilization", "gpt3_adherence"),
    "ragas (published)": ("ragas_context_relevance", "", "ragas_faithfulness"),
    "trulens (published)": ("trulens_context_relevance", "", "trulens_groundedness"),
}
_SCORES = ("relevance", "utilization", "completeness")


def record_panel(
    judge: str, records: Sequence[RagbenchRecord], judgements: Sequence[Judgement], remark: str = ""
) -> Panel:
    """The panel over records whose stored labels are the truth; judgements in the records' order.

    The constant is the labels' own mean, the best that a judge could do without reading. A figure rests on the records
    where both sides have a score. "hallucination" is that some response sentence is unsupported.
    """
    stored = [stored_judgement(record) for record in records]
    judges: dict[str, list[Mapping[str, float | None]]] = {judge: [_scores(one) for one in judgements]}
    judges |= {name: [_published(record, columns) for record in records] for name, columns in _PUBLISHED.items()}
    rows: list[Agreement] = []
    for metric in _SCORES:
        truth = [_number(one.scores.get(metric)) for one in stored]
        rows += [Agreement(name, metric, "rmse", _rmse(scores, metric, truth)) for name, scores in judges.items()]
        known = [value for value in truth if value is not None]
        if known:
            rows.append(Agreement(CONSTANT, metric, "rmse", rmse([fmean(known)] * len(known), known)))
    adherent = [one.scores.get("adherence") for one in stored]
    rows += [Agreement(name, HALLUCINATION, "auroc", _auroc(scores, adherent)) for name, scores in judges.items()]
    same = [{"adherence": 0.5} for _ in records]
    rows.append(Agreement(CONSTANT, HALLUCINATION, "auroc", _auroc(same, adherent)))
    pairs = {kind: _record_pairs(records, stored, judgements, kind) for kind in KINDS}
    return Panel(judge, (*_told(rows), *sentence_rows(judge, pairs)), calibrations(pairs), remark)


def _rmse(scores: Sequence[Mapping[str, float | None]], metric: str, truth: Sequence[float | None]) -> Measured:
    both = [(one.get(metric), label) for one, label in zip(scores, truth, strict=True)]
    known = [(score, label) for score, label in both if score is not None and label is not None]
    return rmse([score for score, _ in known], [label for _, label in known])


def _auroc(scores: Sequence[Mapping[str, float | None]], adherent: Sequence[float | bool | None]) -> Measured:
    both = [(one.get("adherence"), label) for one, label in zip(scores, adherent, strict=True)]
    known = [(1 - score, not label) for score, label in both if score is not None and label is not None]
    return auroc([score for score, _ in known], [label for _, label in known])


def _scores(judgement: Judgement) -> dict[str, float | None]:
    """A judge's scores; adherence by the finest of its degrees."""
    scores = judgement.scores
    degrees = (scores.get(name) for name in ("adherence_probability", "adherence_share", "adherence"))
    adherence = next((degree for degree in degrees if degree is not None), None)
    return {name: _number(scores.get(name)) for name in _SCORES} | {"adherence": _number(adherence)}


def _published(record: RagbenchRecord, columns: tuple[str, str, str]) -> dict[str, float | None]:
    return {
        name: getattr(record, column) if column else None
        for name, column in zip(("relevance", "utilization", "adherence"), columns, strict=True)
    }


def _told(rows: Iterable[Agreement]) -> list[Agreement]:
    """Without the published judges that say nothing of a metric."""
    return [row for row in rows if row.found.value is not None or row.judge not in _PUBLISHED]


def _record_pairs(
    records: Sequence[RagbenchRecord], stored: Sequence[Judgement], judgements: Sequence[Judgement], kind: Kind
) -> list[SentencePair]:
    pairs: list[SentencePair] = []
    for record, truth, judgement in zip(records, stored, judgements, strict=True):
        labels = _labels(record, truth, kind)
        if labels is not None and judgement.status == "measured":
            for key, label in labels.items():
                pairs += pair_of(record.key, judgement, kind, key, label)
    return pairs


def _labels(record: RagbenchRecord, truth: Judgement, kind: Kind) -> dict[str, bool] | None:
    """The stored labels of all sentences of a kind; None where the record has none."""
    if kind == "supported":
        unsupported = record.unsupported_response_sentence_keys
        return None if unsupported is None else {key: key not in unsupported for key in response_of(record)}
    named = record.all_relevant_sentence_keys if kind == "relevant" else record.all_utilized_sentence_keys
    yes = truth.relevant if kind == "relevant" else truth.utilized
    return None if named is None else {key: key in yes for key in context_of(record)}


def _number(value: float | bool | None) -> float | None:
    return None if value is None else float(value)

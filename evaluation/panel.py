"""How far a judge agrees with labels, beside a constant and the judges published with RAGBench.

The labels are a record's stored ones; those that a person gave are in label_panel.py. Measures are in agreement.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Literal

from core.types import Judgement
from corpus.ragbench_records import RagbenchRecord
from evaluation.agreement import (
    CalibrationBin,
    Measured,
    SentencePair,
    auroc,
    calibration,
    calibration_error,
    f1,
    rmse,
)
from evaluation.export import Cell, to_csv
from evaluation.judges.stored import stored_judgement
from evaluation.label_design import prediction
from evaluation.labels import KINDS, Kind
from evaluation.records import context_of, response_of

PANEL_COLUMNS = ("judge", "metric", "measure", "value", "low", "high", "n", "reason")
CALIBRATION_COLUMNS = ("judge", "kind", "low", "high", "n", "predicted", "labeled")
CONSTANT = "constant"
HALLUCINATION, UNSUPPORTED = "hallucination", "unsupported"
Measure = Literal["rmse", "auroc", "f1", "calibration error"]
# Published judges by the data set's columns: relevance, utilization, and how well the answer adheres.
_PUBLISHED: Mapping[str, tuple[str, str, str]] = {
    "gpt-3.5 (published)": ("gpt3_context_relevance", "gpt35_utilization", "gpt3_adherence"),
    "ragas (published)": ("ragas_context_relevance", "", "ragas_faithfulness"),
    "trulens (published)": ("trulens_context_relevance", "", "trulens_groundedness"),
}
_SCORES = ("relevance", "utilization", "completeness")


@dataclass(frozen=True, slots=True)
class Agreement:
    """One figure of one judge. RMSE and calibration error: less is better; AUROC and F1: more."""

    judge: str
    metric: str
    measure: Measure
    found: Measured


@dataclass(frozen=True, slots=True)
class Panel:
    """All figures, and the calibration of the judge's probabilities by kind of sentence.

    `remark` is what to know before reading the judge's figures.
    """

    judge: str
    rows: tuple[Agreement, ...]
    calibration: Mapping[Kind, tuple[CalibrationBin, ...]]
    remark: str = ""


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


def panel_csv(panel: Panel) -> bytes:
    """One row a figure; the remark stands with each of the judge's figures."""
    rows: list[dict[str, Cell]] = [
        {
            "judge": row.judge,
            "metric": row.metric,
            "measure": row.measure,
            **asdict(row.found),
            "reason": row.found.reason or (panel.remark if row.judge == panel.judge else ""),
        }
        for row in panel.rows
    ]
    return to_csv(PANEL_COLUMNS, rows)


def calibration_csv(panel: Panel) -> bytes:
    """One row a bin of probabilities."""
    rows: list[dict[str, Cell]] = [
        {"judge": panel.judge, "kind": kind, **asdict(one)} for kind, bins in panel.calibration.items() for one in bins
    ]
    return to_csv(CALIBRATION_COLUMNS, rows)


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


def pair_of(record: str, judgement: Judgement, kind: Kind, key: str, label: bool) -> list[SentencePair]:
    """The pair of one sentence; none where the judge gave no verdict on it."""
    if kind == "supported":
        support = judgement.support.get(key)
        verdict = support.supported if support else None
    elif kind == "utilized" and judgement.scores.get("utilization") is None:
        verdict = None
    else:
        verdict = key in (judgement.relevant if kind == "relevant" else judgement.utilized)
    if verdict is None:
        return []
    given = key in judgement.probabilities.get(kind, {})
    return [SentencePair(record, label, verdict, prediction(judgement, kind, key) if given else None)]


def sentence_rows(judge: str, pairs: Mapping[Kind, Sequence[SentencePair]]) -> Iterable[Agreement]:
    """F1 and calibration error by kind of sentence, beside one that always says yes."""
    for kind, found in pairs.items():
        if not found:
            continue
        yield from _f1_rows(judge, kind, found)
        if kind == "supported":  # most sentences are, so finding the others is what tells judges apart
            turned = [SentencePair(one.record, not one.label, not one.verdict) for one in found]
            yield from _f1_rows(judge, UNSUPPORTED, turned)
        error = calibration_error(calibration(found))
        if error is not None:
            yield Agreement(judge, kind, "calibration error", Measured(error, n=len({one.record for one in found})))


def _f1_rows(judge: str, kind: str, pairs: Sequence[SentencePair]) -> Iterable[Agreement]:
    always = [SentencePair(one.record, one.label, True) for one in pairs]
    return Agreement(judge, kind, "f1", f1(pairs)), Agreement(CONSTANT, kind, "f1", f1(always))


def calibrations(pairs: Mapping[Kind, Sequence[SentencePair]]) -> dict[Kind, tuple[CalibrationBin, ...]]:
    """Filled bins of probabilities, of the kinds that have any."""
    return {kind: bins for kind, found in pairs.items() if (bins := calibration(found))}


def _number(value: float | bool | None) -> float | None:
    return None if value is None else float(value)

"""How far a judge agrees with labels: the figures, the sentences that they rest on, and their files.

Whose labels is no matter here: those of RAGBench are in record_panel.py, a person's in label_panel.py. Measures are in
agreement.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from core.types import Judgement
from evaluation.agreement import CalibrationBin, Measured, SentencePair, calibration, calibration_error, f1
from evaluation.export import Cell, to_csv
from evaluation.label_design import prediction
from evaluation.labels import Kind

PANEL_COLUMNS = ("judge", "metric", "measure", "value", "low", "high", "n", "reason")
CALIBRATION_COLUMNS = ("judge", "kind", "low", "high", "n", "predicted", "labeled")
CONSTANT = "constant"
HALLUCINATION, UNSUPPORTED = "hallucination", "unsupported"
Measure = Literal["rmse", "auroc", "f1", "calibration error"]


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

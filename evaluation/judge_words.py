"""What labels say of a judge, in words: whether it can be trusted, and in which direction it errs. Computes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.counted import counted
from evaluation.agreement import Measured
from evaluation.corrected import ENOUGH, Corrected
from evaluation.label_design import METRIC_OF
from evaluation.labels import KINDS, Kind
from evaluation.metrics import METRICS
from evaluation.panel import CONSTANT, Panel

KIND_NAMES: Mapping[Kind, str] = {"relevant": "relevance", "utilized": "use", "supported": "support"}
# How long a person takes for a sentence, so as to say what is ahead of them.
_SECONDS = 12


def in_words(found: Sequence[Corrected], panel: Panel) -> list[str]:
    """One sentence or two a kind that has enough labels; else what is missing."""
    by_metric = {one.metric: one for one in found}
    words = []
    for kind in KINDS:
        one = by_metric[METRIC_OF[kind]]
        if one.corrected is not None:
            words.append(f"{_mean(one)} {_agreement(panel, kind)}".strip())
    if words:
        return words
    most = max(found, key=lambda one: one.labeled, default=None)
    labeled = most.labeled if most else 0
    missing = ENOUGH - labeled
    begun = f"{counted(labeled, 'sentence')} labeled so far. " if labeled else "Nothing is labeled yet. "
    minutes = max(1, round(missing * _SECONDS / 60))
    return [
        f"{begun}Label {missing:,} {'more' if labeled else 'sentences'} (about {counted(minutes, 'minute')}), and the "
        "judge's mean is corrected by what you say, with an honest interval."
    ]


def leaning(one: Corrected) -> str:
    """Whether the judge says too much, too little, or neither beyond the doubt that is left."""
    if one.corrected is None or one.judge is None:
        return ""
    if one.judge > one.corrected.high:
        return "too generous"
    return "too strict" if one.judge < one.corrected.low else "within the interval"


def _mean(one: Corrected) -> str:
    label = METRICS[one.metric].label
    if one.corrected is None or one.judge is None:
        return ""
    corrected = f"{one.corrected.mean:.2f} (95 %: {one.corrected.low:.2f} to {one.corrected.high:.2f})"
    says = {
        "too generous": f"the judge's {one.judge:.2f} is too generous",
        "too strict": f"the judge's {one.judge:.2f} is too strict",
        "within the interval": f"the judge's {one.judge:.2f} agrees with that",
    }[leaning(one)]
    return f"{label} is {corrected} by {counted(one.labeled, 'label')}; {says}."


def _agreement(panel: Panel, kind: Kind) -> str:
    figures = {(row.judge, row.metric, row.measure): row.found for row in panel.rows}
    own, always = (figures.get((judge, kind, "f1")) for judge in (panel.judge, CONSTANT))
    if own is None or own.value is None:
        return ""
    beside = f", where always saying yes reaches {always.value:.2f}" if always and always.value is not None else ""
    return f"Sentence by sentence it reaches F1 {own.value:.2f}{beside}{_verdict(own, always)}."


def _verdict(own: Measured, always: Measured | None) -> str:
    if always is None or always.value is None or own.value is None or own.low is None:
        return ""
    return ": no better than that" if own.low <= always.value else ""

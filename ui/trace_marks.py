"""A judgement as marks on sentences: relevant, used, both; supported or not; and the tips that explain them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.types import Judgement, Support
from evaluation.label_design import prediction
from evaluation.labels import Kind as Asked
from evaluation.peek import Line
from evaluation.trace import SPECIAL_SUPPORT
from ui.marked_text import Kind, Mark

PASSAGE_LEGEND: Mapping[Kind, str] = {
    "relevant": "relevant",
    "used": "used by the answer",
    "relevant-used": "relevant and used",
    "evidence": "annotated evidence",
}
ANSWER_LEGEND: Mapping[Kind, str] = {"supported": "supported", "unsupported": "not supported"}
_SPECIAL = dict(
    zip(
        SPECIAL_SUPPORT,
        (
            "it claims nothing that needs support",
            "the passages as a whole support it",
            "everybody knows it",
            "it follows from the passages' numbers",
        ),
        strict=True,
    )
)


def passage_marks(lines: Sequence[Line], judgement: Judgement | None, chosen: Sequence[str] = ()) -> list[Mark]:
    """Sentences of a passage that are relevant, used or both; `chosen` are outlined."""
    if judgement is None:
        return []
    marks = []
    for line in lines:
        kind = _kind(line.key in judgement.relevant, line.key in judgement.utilized)
        tip = f"{line.key}: {_passage_tip(line.key, judgement)}"
        if kind:
            marks.append(Mark(*line.span, kind, tip=tip))
        if line.key in chosen:
            marks.append(Mark(*line.span, "chosen", tip="supports the chosen sentence", label=line.key))
    return marks


def answer_marks(
    lines: Sequence[Line],
    judgement: Judgement | None,
    *,
    chosen: str = "",
    says: Callable[[str], str] = lambda key: "",
) -> list[Mark]:
    """Sentences of an answer, each to click; `says` gives the judge's own words on one, "" where it has none."""
    if judgement is None:
        return []
    marks = []
    for line in lines:
        support = judgement.support.get(line.key)
        kind: Kind = _supported(support)
        tip = " ".join(filter(None, (support_words(support), _likely(judgement, line.key), says(line.key))))
        marks.append(Mark(*line.span, kind, id=line.key, tip=tip))
        if line.key == chosen:
            marks.append(Mark(*line.span, "chosen"))
    return marks


def support_words(support: Support | None) -> str:
    """What a sentence of an answer rests on, in the reader's words."""
    if support is None or support.supported is None:
        return "Not judged."
    special = [_SPECIAL[key] for key in support.keys if key in _SPECIAL]
    keys = [key for key in support.keys if key not in _SPECIAL]
    rests = ", ".join([*([f"sentence{'s' if len(keys) > 1 else ''} {', '.join(keys)}"] if keys else []), *special])
    if support.supported:
        return f"Supported by {rests}." if keys else f"Supported: {rests}." if special else "Supported."
    return f"Not supported in full; it comes closest to {rests}." if rests else "Nothing supports it."


def _kind(relevant: bool, used: bool) -> Kind:
    return "relevant-used" if relevant and used else "relevant" if relevant else "used" if used else ""


def _supported(support: Support | None) -> Kind:
    if support is None or support.supported is None:
        return ""
    return "supported" if support.supported else "unsupported"


def _passage_tip(key: str, judgement: Judgement) -> str:
    return ", ".join(
        f"{word} {_chance(judgement, kind, key)}".strip()
        for kind, word, keys in (("relevant", "relevant", judgement.relevant), ("utilized", "used", judgement.utilized))
        if key in keys
    )


def _likely(judgement: Judgement, key: str) -> str:
    """How sure the judge is that the passages support a sentence, where it says so."""
    chance = judgement.probabilities.get("supported", {}).get(key)
    return "" if chance is None else f"Support is {chance:.0%} likely."


def _chance(judgement: Judgement, kind: Asked, key: str) -> str:
    """The judge's probability, where it gives one."""
    if not judgement.probabilities:
        return ""
    chance = prediction(judgement, kind, key)
    return "" if chance is None else f"({chance:.0%})"

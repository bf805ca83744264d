"""Relevance, use and support from wording and meaning, without a language model. Unlike llm, instant and an estimate.

Probabilities come from the heads of local_judge.json over the features of features/; the scores are what is to be
expected under them. Two relevance models are kept apart: one sees the answer, the other the question alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from core.errors import SettingError
from core.types import Judgement, Support
from evaluation.exchange import Exchange
from evaluation.judges.features.exchange import Described, describe
from evaluation.judges.features.meaning import meaning_of
from evaluation.judges.features.words import Values
from evaluation.judges.judge import Judge, Keep, judgement_of, without_context
from evaluation.judges.local_model import Model, coefficients
from evaluation.judges.local_scores import Chances, answer_scores, chances_of, expected
from evaluation.judges.wording import abstains
from evaluation.trace import Unit

if TYPE_CHECKING:
    from embedding.encoder import Encoder

NAME, BY_WORDING = "local", "local-wording"
SEES_ANSWER, QUESTION_ALONE = "sees the answer", "from the question alone"
NO_ANSWER_SEEN = "relevance is estimated from the question alone"
NOTHING_TO_ESTIMATE_FROM = "without context no probability is estimated"
# Context sentences named as support: the best one, and others that come this close to it.
_NEAR_BEST = 0.8


def local_judge(encoder: Encoder | None) -> Judge:
    """The judge over this encoder, or by wording alone when it is None.

    Raises SettingError for an encoder whose cosines were never fitted: the probabilities would not hold.
    """
    name = NAME if encoder else BY_WORDING
    known = coefficients()
    model = known.models["meaning" if encoder else "wording"]
    if encoder is not None and encoder.spec.key != model.encoder:
        raise SettingError(
            f"The local judge is not fitted to {encoder.spec.encoder}: use the judge {BY_WORDING}, or fit it with "
            f"scripts/train_local_judge.py --encoder {encoder.spec.encoder}."
        )

    def assess(exchange: Exchange, unit: Unit, keep: Keep) -> Judgement:
        if not exchange.context:
            return without_context(name, exchange, unit, (NOTHING_TO_ESTIMATE_FROM,) if exchange.response else ())
        found = describe(exchange, meaning_of(exchange, encoder) if encoder else None)
        return _judged(name, exchange, found, model, unit)

    settings: dict[str, str | int | float] = {
        "version": known.version,
        "coefficients": known.key,
        "encoder": encoder.spec.key if encoder else "wording alone",
        "relevance": SEES_ANSWER,
        "relevance_to_question": QUESTION_ALONE,
        "interval": known.level,
    }
    return Judge(name, settings, assess)


def _judged(name: str, exchange: Exchange, found: Described, model: Model, unit: Unit) -> Judgement:
    chances = chances_of(exchange, found, model)
    listed = model.listed_from
    asked = expected(chances.relevant_to_question, exchange, unit)
    used, support = None, None
    notes: tuple[str, ...] = (NO_ANSWER_SEEN,)
    if chances.utilized is not None and chances.supported is not None and found.covers is not None:
        used, notes = _above(exchange.context, chances.utilized, listed["utilized"]), ()
        support = _support(exchange, chances.supported, found.covers, listed["supported"])
    graded: dict[str, Any] = {"relevance": asked, **answer_scores(exchange, found, chances, model, unit)}
    return judgement_of(
        name,
        exchange,
        unit,
        relevant=_above(exchange.context, chances.relevant, listed["relevant"]),
        utilized=used,
        support=support,
        notes=notes,
        probabilities=_probabilities(exchange, chances),
        relevance_to_question=asked,
        **graded,
    )


def _probabilities(exchange: Exchange, chances: Chances) -> dict[str, dict[str, float]]:
    given = {"relevant_to_question": _keyed(exchange.context, chances.relevant_to_question)}
    if exchange.response is None or chances.utilized is None or chances.supported is None:
        return given
    return {
        "relevant": _keyed(exchange.context, chances.relevant),
        **given,
        "utilized": _keyed(exchange.context, chances.utilized),
        "supported": _keyed(exchange.response, chances.supported),
    }


def _support(exchange: Exchange, supported: Values, covers: Values, cutoff: float) -> dict[str, Support]:
    """The verdict on each response sentence, and the context sentences that cover it best."""
    support = {}
    for column, (key, text) in enumerate((exchange.response or {}).items()):
        if abstains(text):
            support[key] = Support(("general",), True)
            continue
        covered = covers[:, column]
        near = (covered > 0) & (covered >= _NEAR_BEST * covered.max())
        keys = tuple(key for key, is_near in zip(exchange.context, near, strict=True) if is_near)
        support[key] = Support(keys, bool(supported[column] >= cutoff))
    return support


def _above(keys: Mapping[str, str], probabilities: Values, cutoff: float) -> list[str]:
    return [key for key, probability in zip(keys, probabilities, strict=True) if probability >= cutoff]


def _keyed(keys: Mapping[str, str], probabilities: Values) -> dict[str, float]:
    return dict(zip(keys, map(float, probabilities), strict=True))

"""A record's own labels as the judgement. Unlike every judge, keeps the raw key lists, as the stored scores were made.

Measured on all records of the released files: relevance and utilization are raw list lengths over the number of
document sentences, completeness is 1.0 where no sentence is relevant, and adherence is that no response sentence is
listed as unsupported.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from core.types import Judgement, Support
from corpus.ragbench_records import RagbenchRecord
from evaluation.judges.judge import NO_CONTEXT
from evaluation.judges.stored_answers import other_answer
from evaluation.records import context_of, response_of
from evaluation.trace import Unit, adherence_share, clean_keys

NAME = "stored"
_LABELS = ("all_relevant_sentence_keys", "all_utilized_sentence_keys", "unsupported_response_sentence_keys")


def stored_judgement(record: RagbenchRecord, unit: Unit = "sentence") -> Judgement:
    """The record's labels, scored. With unit "length" known keys count once: an unknown key has no length.

    A record whose response is not the one that was labeled is failed.
    """
    if reason := other_answer(record):
        return Judgement(NAME, "failed", reason)
    context = context_of(record)
    scores = _scores(record, context, unit)
    missing = [f"the record has no {name}" for name in _LABELS if getattr(record, name) is None]
    relevant = clean_keys(record.all_relevant_sentence_keys or (), context)
    utilized = clean_keys(record.all_utilized_sentence_keys or (), context)
    return Judgement(
        judge=NAME,
        status="measured" if any(score is not None for score in scores.values()) else "not measured",
        reason="; ".join(missing if context else [NO_CONTEXT, *missing]),
        relevant=relevant.keys,
        utilized=utilized.keys,
        support=_support(record),
        scores=scores,
        dropped_keys=sum(keys.unknown + keys.repeated for keys in (relevant, utilized)),
    )


def _scores(record: RagbenchRecord, context: Mapping[str, str], unit: Unit) -> dict[str, float | bool | None]:
    """As the released scores were made; None where a label is missing."""
    relevant, utilized = record.all_relevant_sentence_keys, record.all_utilized_sentence_keys
    unsupported = record.unsupported_response_sentence_keys
    whole = _amount(context, context, unit)
    completeness = None
    if relevant is not None and utilized is not None:
        both = _amount(set(relevant) & set(utilized), context, unit)
        completeness = _ratio(both, _amount(relevant, context, unit)) if relevant else 1.0
    return {
        "relevance": None if relevant is None else _ratio(_amount(relevant, context, unit), whole),
        "utilization": None if utilized is None else _ratio(_amount(utilized, context, unit), whole),
        "completeness": completeness,
        "adherence": None if unsupported is None else not unsupported,
        "adherence_share": adherence_share(_support(record)),
    }


def _amount(keys: Collection[str], context: Mapping[str, str], unit: Unit) -> int:
    """Length of the raw list, or characters of its known sentences."""
    return len(keys) if unit == "sentence" else sum(len(context[key]) for key in clean_keys(keys, context).keys)


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _support(record: RagbenchRecord) -> dict[str, Support]:
    given = {entry.response_sentence_key: entry for entry in record.sentence_support_information or ()}
    return {
        key: Support(given[key].supporting_sentence_keys or (), given[key].fully_supported)
        for key in response_of(record)
        if key in given
    }

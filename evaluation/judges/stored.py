"""A record's own labels as the judgement. Unlike every judge, keeps the raw key lists, as the stored scores were made.

Measured on all records of the released files: relevance and utilization are raw list lengths over the number of
document sentences, completeness is 1.0 where no sentence is relevant, and adherence is that no response sentence is
listed as unsupported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.types import Judgement, Support
from corpus.ragbench_records import RagbenchRecord
from evaluation.judges.judge import NO_CONTEXT
from evaluation.records import context_of, response_of
from evaluation.trace import Unit, adherence_share, clean_keys, trace_scores

NAME = "stored"


def stored_judgement(record: RagbenchRecord, unit: Unit = "sentence") -> Judgement:
    """The record's labels, scored. With unit "length" known keys count once: an unknown key has no length."""
    context, support = context_of(record), _support(record)
    relevant, utilized = record.all_relevant_sentence_keys, record.all_utilized_sentence_keys
    missing = [] if context else [NO_CONTEXT]
    for name in ("all_relevant_sentence_keys", "all_utilized_sentence_keys", "unsupported_response_sentence_keys"):
        if getattr(record, name) is None:
            missing.append(f"the record has no {name}")
    scores = _by_raw_lists(relevant, utilized, len(context)) if unit == "sentence" else {}
    if unit == "length":
        trace = trace_scores(context, relevant or (), utilized, None, unit)
        scores = {
            "relevance": None if relevant is None else trace.relevance,
            "utilization": trace.utilization,
            "completeness": _completeness(relevant, utilized, trace.completeness),
        }
    unsupported = record.unsupported_response_sentence_keys
    verdicts: dict[str, float | bool | None] = {
        "adherence": None if unsupported is None else not unsupported,
        "adherence_share": adherence_share(support),
    }
    dropped = [clean_keys(keys or (), context) for keys in (relevant, utilized)]
    return Judgement(
        judge=NAME,
        status="measured"
        if any(value is not None for value in (*scores.values(), *verdicts.values()))
        else "not measured",
        reason="; ".join(missing),
        relevant=dropped[0].keys,
        utilized=dropped[1].keys,
        support=support,
        scores={**scores, **verdicts},
        dropped_keys=sum(keys.unknown + keys.repeated for keys in dropped),
    )


def _by_raw_lists(
    relevant: Sequence[str] | None, utilized: Sequence[str] | None, sentences: int
) -> dict[str, float | bool | None]:
    both = None
    if relevant and utilized is not None:
        both = len(set(relevant) & set(utilized)) / len(relevant)
    return {
        "relevance": len(relevant) / sentences if relevant is not None and sentences else None,
        "utilization": len(utilized) / sentences if utilized is not None and sentences else None,
        "completeness": _completeness(relevant, utilized, both),
    }


def _completeness(
    relevant: Sequence[str] | None, utilized: Sequence[str] | None, measured: float | None
) -> float | None:
    """1.0 where nothing is relevant, as in the released data; None where a list is missing."""
    if relevant is None or utilized is None:
        return None
    return measured if relevant else 1.0


def _support(record: RagbenchRecord) -> Mapping[str, Support]:
    given = {entry.response_sentence_key: entry for entry in record.sentence_support_information or ()}
    return {
        key: Support(given[key].supporting_sentence_keys or (), given[key].fully_supported)
        for key in response_of(record)
        if key in given
    }

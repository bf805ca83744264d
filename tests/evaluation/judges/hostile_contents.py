"""Replies that are JSON and say what cannot be: odd keys, missing fields, verdicts of other types."""

from __future__ import annotations

import json
from random import Random

from tests.evaluation.judges.hostile_verdicts import CONTEXT, RESPONSE, SPECIAL, Made, Verdict, kind, support_of

OTHER = ["9z", "77b", "none", "0A", "all", "sentence 1", "0a-1b"]


@kind
def unknown_keys(rnd: Random, verdict: Verdict) -> Made:
    relevant, utilized = (rnd.sample(OTHER, rnd.randint(1, 4)) for _ in range(2))
    text = verdict.text(
        all_relevant_sentence_keys=[*relevant, *verdict.relevant],
        all_utilized_sentence_keys=[*verdict.utilized, *utilized],
    )
    return text, len(relevant) + len(utilized)


@kind
def repeated_keys(rnd: Random, verdict: Verdict) -> Made:
    again = [rnd.choice(verdict.relevant) for _ in range(rnd.randint(1, 5))]
    return verdict.text(all_relevant_sentence_keys=verdict.relevant + again), len(again)


@kind
def only_unknown_keys(rnd: Random, verdict: Verdict) -> Made:
    name = rnd.choice(["all_relevant_sentence_keys", "all_utilized_sentence_keys"])
    return verdict.text(**{name: rnd.sample(OTHER, 2)}), None


@kind
def keys_of_other_types(rnd: Random, verdict: Verdict) -> Made:
    odd = rnd.sample([0, None, True, 1.5, ["0a"], {"key": "0a"}, ""], rnd.randint(1, 4))
    return verdict.text(all_relevant_sentence_keys=[*verdict.relevant, *odd]), len(odd)


@kind
def keys_in_brackets(rnd: Random, verdict: Verdict) -> Made:
    return verdict.text(all_relevant_sentence_keys=[f"[{key}]" for key in verdict.relevant]), 0


@kind
def lists_of_other_types(rnd: Random, verdict: Verdict) -> Made:
    wrong = rnd.choice(["0a", "0a, 0b", None, 3, True, {"0a": True}, 0.5])
    name = rnd.choice(["all_relevant_sentence_keys", "all_utilized_sentence_keys", "sentence_support_information"])
    return verdict.text(**{name: wrong}), None


@kind
def missing_fields(rnd: Random, verdict: Verdict) -> Made:
    fields = verdict.fields()
    del fields[rnd.choice(["all_relevant_sentence_keys", "all_utilized_sentence_keys", "sentence_support_information"])]
    return json.dumps(fields), None


@kind
def truth_as_words(rnd: Random, verdict: Verdict) -> Made:
    yes, no = rnd.choice([("true", "false"), ("Yes", "No"), (" TRUE ", "FALSE")])
    support = [entry | {"fully_supported": yes if entry["fully_supported"] else no} for entry in support_of(verdict)]
    return verdict.text(sentence_support_information=support), 0


@kind
def truth_as_anything(rnd: Random, verdict: Verdict) -> Made:
    wrong = rnd.choice(["maybe", "partially", 1, 0, "1", 0.9, None, [], {}, "0.5"])
    support = [entry | {"fully_supported": wrong} for entry in support_of(verdict)]
    return verdict.text(sentence_support_information=support), None


@kind
def scores_in_place_of_keys(rnd: Random, verdict: Verdict) -> Made:
    return rnd.choice(
        ['{"relevance": "0.8", "utilization": 1.0}', "Score: 10.0", "8 out of 10", '{"score": "15"}']
    ), None


@kind
def a_document_is_quoted_inside(rnd: Random, verdict: Verdict) -> Made:
    return verdict.text(relevance_explanation=f"1a says {CONTEXT['1a']} and {CONTEXT['0b']} which I ignore."), 0


@kind
def unicode_and_bidi(rnd: Random, verdict: Verdict) -> Made:
    odd = rnd.sample(["0a\u200b", "\u202e0a", "０a", "0\u0430", "0a\u0301"], 2)
    text = verdict.text(
        relevance_explanation="\u202eesrever\u202c 日本語 \U0001f642 \u0000",
        all_relevant_sentence_keys=[*verdict.relevant, *odd],
    )
    return text, len(odd)


@kind
def not_a_number_as_a_key(rnd: Random, verdict: Verdict) -> Made:
    return verdict.text(all_relevant_sentence_keys=[*verdict.relevant, float("nan"), float("inf")]), 2


@kind
def not_a_number_as_a_verdict(rnd: Random, verdict: Verdict) -> Made:
    support = [entry | {"fully_supported": float("nan")} for entry in support_of(verdict)]
    return verdict.text(sentence_support_information=support), None


@kind
def verdicts_missing(rnd: Random, verdict: Verdict) -> Made:
    return verdict.text(sentence_support_information=support_of(verdict)[: rnd.randint(0, 1)]), None


@kind
def verdicts_contradicting(rnd: Random, verdict: Verdict) -> Made:
    first = support_of(verdict)[0]
    against = first | {"fully_supported": not first["fully_supported"]}
    return verdict.text(sentence_support_information=[*support_of(verdict), against]), None


@kind
def verdicts_on_other_sentences(rnd: Random, verdict: Verdict) -> Made:
    other = [support_of(verdict)[0] | {"response_sentence_key": key} for key in ("z", "0a", None)]
    return verdict.text(sentence_support_information=[*other, *support_of(verdict)[::-1]]), 0


@kind
def support_by_unknown_keys(rnd: Random, verdict: Verdict) -> Made:
    support = [entry | {"supporting_sentence_keys": ["9z", SPECIAL, "nowhere"]} for entry in support_of(verdict)]
    return verdict.text(sentence_support_information=support), 2 * len(RESPONSE)

"""Replies whose form is wrong: no JSON, damaged JSON, or more than one. What they say is in hostile_contents.py."""

from __future__ import annotations

import json
from random import Random

from tests.evaluation.judges.hostile_verdicts import CONTEXT, Made, Verdict, kind


@kind
def fenced(rnd: Random, verdict: Verdict) -> Made:
    return f"```{rnd.choice(['json', '', 'JSON'])}\n{verdict.text()}\n```", 0


@kind
def prose_around(rnd: Random, verdict: Verdict) -> Made:
    before = rnd.choice(["Sure! ", "I weigh {all} of it.\n", "Step 1: [0a] {see}. "])
    return f"{before}{verdict.text()}{rnd.choice(['', ' Hope it helps.', ' :-}'])}", 0


@kind
def trailing_commas(rnd: Random, verdict: Verdict) -> Made:
    return verdict.text().replace('"], "', '",], "').replace("]}", "],}"), 0


@kind
def single_quotes(rnd: Random, verdict: Verdict) -> Made:
    return verdict.text().replace('"', "'"), 0


@kind
def words_of_python(rnd: Random, verdict: Verdict) -> Made:
    return str(verdict.fields()), 0


@kind
def comments(rnd: Random, verdict: Verdict) -> Made:
    return "{ // my verdict\n" + verdict.text()[1:], 0


@kind
def unquoted_names(rnd: Random, verdict: Verdict) -> Made:
    return verdict.text().replace('"all_relevant_sentence_keys"', "all_relevant_sentence_keys"), 0


@kind
def nested(rnd: Random, verdict: Verdict) -> Made:
    return json.dumps(
        rnd.choice([{"result": verdict.fields()}, [verdict.fields()], {"a": [{"b": verdict.fields()}]}])
    ), 0


@kind
def truncated(rnd: Random, verdict: Verdict) -> Made:
    whole = verdict.text()
    return whole[: rnd.randrange(1, len(whole))], None


@kind
def truncated_inside_a_list(rnd: Random, verdict: Verdict) -> Made:
    fields = verdict.fields()
    last = rnd.choice(["all_relevant_sentence_keys", "all_utilized_sentence_keys"])
    keys = fields.pop(last)
    whole = json.dumps(fields | {last: [*keys, "0a", "0b"]})
    return whole[: whole.rindex(', "0a"')] + rnd.choice(["", "}", "\n}", ", }"]), None


@kind
def cut_at_the_limit(rnd: Random, verdict: Verdict) -> Made:
    return verdict.text(), None


@kind
def refusals(rnd: Random, verdict: Verdict) -> Made:
    return rnd.choice(["I'm sorry, but I can't help with that.", "As a language model, I cannot judge {this}."]), None


@kind
def empty(rnd: Random, verdict: Verdict) -> Made:
    return rnd.choice([None, "", " \n", "null", "{}", "[]", "```json\n```"]), None


@kind
def huge(rnd: Random, verdict: Verdict) -> Made:
    if rnd.random() < 0.5:
        return verdict.text(relevance_explanation="because " * 20_000), 0
    return verdict.text(relevance_explanation="because " * 60_000), None


@kind
def deep(rnd: Random, verdict: Verdict) -> Made:
    return rnd.choice(['{"a":' * 3000 + "}" * 3000, "[" * 5000 + "]" * 5000, "{" * 4000 + "}"]), None


@kind
def fields_given_twice_alike(rnd: Random, verdict: Verdict) -> Made:
    again = json.dumps(verdict.relevant)
    return verdict.text()[:-1] + f', "all_relevant_sentence_keys": {again}}}', 0


@kind
def fields_given_twice(rnd: Random, verdict: Verdict) -> Made:
    name = rnd.choice(["all_relevant_sentence_keys", "all_utilized_sentence_keys"])
    text = verdict.text()[:-1] + f', "{name}": ["0a", "9z"]}}'
    return text if rnd.random() < 0.5 else text.replace('"', "'"), None


@kind
def two_objects(rnd: Random, verdict: Verdict) -> Made:
    other = verdict.text(all_relevant_sentence_keys=[*verdict.relevant, "9z"])
    return f"Draft: {other}\nFinal: {verdict.text()}", None


@kind
def the_same_object_twice(rnd: Random, verdict: Verdict) -> Made:
    return f"{verdict.text()}\n\n{verdict.text()}", 0


@kind
def a_document_is_quoted_before(rnd: Random, verdict: Verdict) -> Made:
    return f"A document says {CONTEXT['1a']} which I ignore.\n{verdict.text()}", None


@kind
def lone_surrogates(rnd: Random, verdict: Verdict) -> Made:
    return verdict.text(relevance_explanation="\ud800 half a letter"), 0


@kind
def not_a_number(rnd: Random, verdict: Verdict) -> Made:
    return verdict.text(confidence=rnd.choice([float("nan"), float("inf"), -float("inf")])), 0


@kind
def not_json_at_all(rnd: Random, verdict: Verdict) -> Made:
    pages = ["<html><body>502 Bad Gateway</body></html>", "| key | relevant |\n| 0a | yes |", "all: [0a]\nutilized: []"]
    return rnd.choice(pages), None

"""The local judge on exchanges a reader can judge too; its figures on labelled data are in test_local_figures.py."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.exchange import Exchange
from evaluation.judges import JUDGES, make_judge
from evaluation.judges.wording import abstains, longest_run, names, numbers

CONTEXT = {
    "0a": "The warranty of the X-200 pump lasts 24 months from the date of purchase.",
    "0b": "It covers the motor and the housing.",
    "1a": "Our founder enjoyed sailing.",
    "1b": "The office is closed on public holidays.",
}
QUESTION = "How long does the warranty of the X-200 pump last?"


def judged(response, context=CONTEXT, question=QUESTION, unit="sentence"):
    sentences = None if response is None else dict(zip("abcdef", response, strict=False))
    return make_judge("local-wording").assess(Exchange(question, context, sentences), unit, print)


def test_a_copied_sentence_is_used_relevant_and_supported():
    judgement = judged([CONTEXT["0a"]])
    assert judgement.relevant == judgement.utilized == ("0a",)
    assert judgement.support["a"].supported is True
    assert judgement.support["a"].keys == ("0a",)
    assert judgement.scores["adherence_probability"] > 0.8


def test_an_invention_is_less_supported_than_a_copy():
    invented = judged(["Captain Morgan founded 17 schools in Bolivia during 1832."])
    copied = judged([CONTEXT["0a"]])
    assert invented.scores["adherence_probability"] < 0.5 < copied.scores["adherence_probability"]
    assert invented.scores["adherence"] is False


def test_a_changed_number_lowers_support():
    right = judged(["The warranty lasts 24 months."])
    wrong = judged(["The warranty lasts 36 months."])
    assert wrong.scores["adherence_probability"] < right.scores["adherence_probability"]


def test_without_an_answer_relevance_is_by_the_question():
    judgement = judged(None)
    assert "0a" in judgement.relevant
    assert "1a" not in judgement.relevant
    assert judgement.scores["utilization"] is None
    assert judgement.reason == "relevance is estimated from the question alone; no answer was generated"


@pytest.mark.parametrize("name", ["local", "gold"])
def test_e11_an_abstention_is_labelled_and_adherent(name):
    exchange = Exchange(
        "Who is the owner?", {"0a": "The shop opens at 9."}, {"a": "I cannot find this in the documents."}, ("0a",)
    )
    judgement = make_judge(name).assess(exchange, "sentence", print)
    assert judgement.reason.startswith("abstained")
    assert judgement.scores["abstained"] is True
    assert judgement.scores["adherence"] is (True if name == "local" else None)


@pytest.mark.parametrize(
    "sentence",
    [
        "I cannot find this in the documents.",
        "The provided context does not contain information about the owner.",
        "There is not enough information to answer the question.",
        "I don't know.",
        "The answer is not mentioned in the passages.",
        "Nothing was found in this collection for the question, so there is no answer.",
        "Das weiß ich nicht.",
        "In den Dokumenten gibt es keine Angaben dazu.",
        "文書には記載がありません。",
    ],
)
def test_abstentions_are_recognized(sentence):
    assert abstains(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The shop is not open on Sundays.",
        "You cannot return opened tins.",
        "The pump does not contain oil.",
        "No refund is given after 30 days.",
        "The report answers the question of ownership.",
        "Dogs are not allowed.",
    ],
)
def test_claims_are_not_taken_for_abstentions(sentence):
    assert not abstains(sentence)


def test_an_abstention_beside_a_claim_is_no_abstention():
    judgement = judged(["I cannot find this in the documents.", "Bob owns nine castles in Spain."])
    assert judgement.scores["abstained"] is False
    assert judgement.support["a"].supported is True


def test_gold_says_nothing_about_the_answer():
    exchange = Exchange(QUESTION, CONTEXT, {"a": "24 months."}, ("0a",))
    judgement = make_judge("gold").assess(exchange, "sentence", print)
    assert judgement.scores["relevance"] == 0.25
    assert judgement.scores["utilization"] is judgement.scores["adherence"] is None
    assert judgement.reason == "gold evidence says nothing about the answer"


def test_nothing_to_read_is_not_measured():
    judgement = judged(None, context={})
    assert (judgement.status, judgement.reason) == ("not measured", "no context sentences; no answer was generated")


def test_an_answer_without_context_is_judged_but_has_no_relevance():
    judgement = judged(["Bob owns it."], context={})
    assert judgement.scores["relevance"] is None
    assert judgement.scores["adherence"] is False


def test_an_empty_answer_is_not_measured():
    judgement = judged([])
    assert judgement.scores["adherence"] is None
    assert judgement.scores["utilization"] == 0.0


def test_unknown_judges_are_answered_with_the_known_ones():
    with pytest.raises(Exception, match=r"local, local-wording, gold, llm"):
        make_judge("oracle")
    assert list(JUDGES) == ["local", "local-wording", "gold", "llm"]


def test_numbers_names_and_runs_by_hand():
    assert numbers("1,200 units, 2.50 each, in 1999") == {"1200", "2.5", "1999"}
    assert names("Yesterday Ann Lee met the Mayor. Rain fell.") == {"ann", "lee", "mayor"}
    assert longest_run("abcdef", "xbcdy") == 3


def test_a_large_exchange_is_judged_fast():
    context = {
        f"0{n}": f"Sentence {n} speaks of pumps, motors and {n * 7} other things in the yard." for n in range(60)
    }
    started = time.perf_counter()
    judged(list(context.values())[:6], context=context)
    assert time.perf_counter() - started < 1.0  # measured: 0.03 s


TEXT = st.text(max_size=40) | st.sampled_from(["", " ", "42", "I cannot find it in the text.", "水の中"])


@settings(max_examples=60, deadline=None)
@given(TEXT, st.lists(TEXT, max_size=4), st.none() | st.lists(TEXT, max_size=3))
def test_any_text_gets_scores_between_0_and_1_or_none(question, context, response):
    if not context and not response:
        return
    keyed = {f"{n}a": text for n, text in enumerate(context)}
    judgement = judged(response, keyed, question)
    for score in judgement.scores.values():
        assert score is None or 0 <= score <= 1
    for by_key in judgement.probabilities.values():
        assert all(0 <= probability <= 1 for probability in by_key.values())

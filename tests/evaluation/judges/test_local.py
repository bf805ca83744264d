"""The local judge on exchanges a reader can judge too; its figures on labelled data are in test_local_figures.py."""

from __future__ import annotations

import time
from statistics import fmean
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import SettingError
from evaluation.exchange import Exchange
from evaluation.judges import JUDGES, make_judge
from evaluation.judges.local import local_judge
from evaluation.judges.local_model import coefficients
from evaluation.judges.wording import abstains, names, numbers
from tests.fakes import HashEncoder

CONTEXT = {
    "0a": "The warranty of the X-200 pump lasts 24 months from the date of purchase.",
    "0b": "It covers the motor and the housing.",
    "1a": "Our founder enjoyed sailing.",
    "1b": "The office is closed on public holidays.",
}
QUESTION = "How long does the warranty of the X-200 pump last?"


class FittedEncoder(HashEncoder):
    """Bag-of-words vectors under the name of the encoder whose cosines the judge was fitted to."""

    def __init__(self):
        super().__init__()
        self.spec = SimpleNamespace(key=coefficients().models["meaning"].encoder, encoder="minilm", dimension=64)


def judged(response, context=CONTEXT, question=QUESTION, unit="sentence", encoder=None):
    sentences = None if response is None else dict(zip("abcdef", response, strict=False))
    return local_judge(encoder).assess(Exchange(question, context, sentences), unit, print)


@pytest.fixture(params=["wording", "meaning"])
def encoder(request):
    return None if request.param == "wording" else FittedEncoder()


def test_a_copied_sentence_is_used_relevant_and_supported(encoder):
    judgement = judged([CONTEXT["0a"]], encoder=encoder)
    assert judgement.relevant == judgement.utilized == ("0a",)
    assert judgement.support["a"].supported is True
    assert judgement.support["a"].keys == ("0a",)
    assert judgement.scores["adherence_probability"] > 0.8


def test_an_invention_is_less_supported_than_a_copy(encoder):
    invented = judged(["Captain Morgan founded 17 schools in Bolivia during 1832."], encoder=encoder)
    copied = judged([CONTEXT["0a"]], encoder=encoder)
    assert invented.scores["adherence_probability"] < 0.5 < copied.scores["adherence_probability"]
    assert invented.scores["adherence"] is False


def test_a_changed_number_lowers_support(encoder):
    right = judged(["The warranty lasts 24 months."], encoder=encoder)
    wrong = judged(["The warranty lasts 36 months."], encoder=encoder)
    assert wrong.scores["adherence_probability"] < right.scores["adherence_probability"]


def test_without_an_answer_relevance_is_by_the_question(encoder):
    judgement = judged(None, encoder=encoder)
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


def test_an_empty_answer_is_not_measured(encoder):
    judgement = judged([], encoder=encoder)
    assert judgement.scores["adherence"] is None
    assert judgement.scores["utilization"] == 0.0


def test_unknown_judges_are_answered_with_the_known_ones():
    with pytest.raises(Exception, match=r"local, local-wording, gold, llm"):
        make_judge("oracle")
    assert list(JUDGES) == ["local", "local-wording", "gold", "llm"]


def test_numbers_and_names_by_hand():
    assert numbers("1,200 units, 2.50 each, in 1999") == {"1200", "2.5", "1999"}
    assert names("Yesterday Ann Lee met the Mayor. Rain fell.") == {"ann", "lee", "mayor"}


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


def test_scores_are_expected_values():
    judgement = judged([CONTEXT["0a"]])
    scores, given = judgement.scores, judgement.probabilities
    assert scores["relevance"] == pytest.approx(fmean(given["relevant"].values()))
    assert scores["relevance_to_question"] == pytest.approx(fmean(given["relevant_to_question"].values()))
    assert scores["utilization"] == pytest.approx(fmean(given["utilized"].values()))
    for name in ("relevance", "utilization", "completeness"):
        assert 0 <= scores[f"{name}_low"] <= scores[name] <= scores[f"{name}_high"] <= 1
    assert list(given["supported"]) == ["a"]


def test_scores_by_length_weigh_sentences_by_their_characters():
    judgement = judged([CONTEXT["0a"]], unit="length")
    weighed = sum(p * len(CONTEXT[key]) for key, p in judgement.probabilities["relevant"].items())
    assert judgement.scores["relevance"] == pytest.approx(weighed / sum(map(len, CONTEXT.values())))


def test_relevance_to_the_question_does_not_depend_on_the_answer(encoder):
    answers = [None, [], [CONTEXT["0a"]], ["The office is closed on public holidays."]]
    found = {judged(answer, encoder=encoder).scores["relevance_to_question"] for answer in answers}
    assert len(found) == 1


def test_relevance_sees_the_answer_where_there_is_one():
    about_office = judged([CONTEXT["1b"]])
    about_warranty = judged([CONTEXT["0a"]])
    assert about_office.probabilities["relevant"]["1b"] > about_warranty.probabilities["relevant"]["1b"]
    settings_shown = make_judge("local-wording").settings
    assert settings_shown["relevance"] == "sees the answer"
    assert settings_shown["relevance_to_question"] == "from the question alone"


def test_the_order_of_documents_changes_nothing(encoder):
    swapped = {"0a": CONTEXT["1a"], "0b": CONTEXT["1b"], "1a": CONTEXT["0a"], "1b": CONTEXT["0b"]}
    one, other = (judged([CONTEXT["0a"]], context, encoder=encoder) for context in (CONTEXT, swapped))
    for name, score in one.scores.items():
        assert other.scores[name] == pytest.approx(score)
    assert other.probabilities["relevant"]["1a"] == pytest.approx(one.probabilities["relevant"]["0a"])


def test_equal_exchanges_get_equal_judgements(encoder):
    assert judged([CONTEXT["0b"]], encoder=encoder) == judged([CONTEXT["0b"]], encoder=encoder)


def test_an_encoder_that_was_not_fitted_is_refused():
    with pytest.raises(SettingError, match=r"not fitted to hash.*local-wording.*train_local_judge"):
        local_judge(HashEncoder())


def test_an_abstention_lists_no_sentence_as_used_and_is_certainly_adherent():
    judgement = judged(["I cannot find this in the documents."])
    assert judgement.utilized == ()
    assert judgement.scores["adherence_probability"] == 1
    assert judgement.scores["utilization"] < judged([CONTEXT["0a"]]).scores["utilization"]

"""What a reader is warned of, on texts small enough to count words by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.types import Answer, Citation, Judgement, Support
from evaluation.notices import notices, unread_ranks, weakness
from tests.generation.hits import hits_of

HITS = hits_of("The pump is green.", "The shop opens at nine.")
CITED = Answer("Green. [1]", (Citation(1, "c1", "d1.txt", 0, 5),), "", "m", None, None, 0.0)


def at(cosine: float) -> list:
    return [replace(hit, channels={"dense": cosine}) for hit in HITS]


def judged(*supported: bool, **scores) -> Judgement:
    support = {key: Support((), value) for key, value in zip("abc", supported, strict=False)}
    return Judgement("local", "measured", support=support, scores=scores)


def levels(*args) -> list[str]:
    return [notice.level for notice in notices(*args)]


def test_retrieval_is_weak_where_passages_are_far_and_hold_few_of_the_words():
    said = weakness("capital of France today", at(0.18), "minilm")
    assert "cosine of 0.18" in said and "0 of the question's 3 words" in said


@pytest.mark.parametrize(
    ("query", "cosine"), [("capital of France today", 0.31), ("Which pump is green?", 0.1), ("", 0.1)]
)
def test_near_passages_or_shared_words_are_not_weak(query, cosine):
    assert weakness(query, at(cosine), "minilm") == ""


def test_without_cosines_that_mean_something_the_words_decide():
    for hits, encoder in ((HITS, "minilm"), (at(0.9), "e5")):
        assert "0 of the question's 2 words" in weakness("capital France", hits, encoder)
        assert weakness("green capital", hits, encoder) == ""


def test_nothing_found_is_told():
    assert weakness("pump", [], "minilm")


def test_an_answer_without_any_support_is_warned_of_and_part_of_it_is_counted():
    assert "Nothing in the passages" in notices("green pump", HITS, "minilm", CITED, judged(False))[0].text
    (notice,) = notices("green pump", HITS, "minilm", CITED, judged(True, False, True))
    assert (notice.level, notice.text.split(" not")[0]) == ("warning", "1 of 3 sentences is")
    assert levels("green pump", HITS, "minilm", CITED, judged(True)) == []


def test_an_answer_that_abstains_claims_nothing():
    assert levels("green pump", HITS, "minilm", CITED, judged(True, abstained=True)) == ["note"]


def test_before_the_judge_only_citations_and_retrieval_are_told():
    assert levels("green pump", HITS, "minilm", CITED, None) == []
    assert levels("green pump", HITS, "minilm", replace(CITED, citations=()), None) == ["note"]
    assert levels("green pump", HITS, "minilm", None, None) == []


def test_what_the_prompt_lacks_was_not_read():
    assert unread_ranks(HITS, replace(CITED, prompt=f"user:\n{HITS[0].text}")) == (2,)
    assert unread_ranks(HITS, CITED) == ()

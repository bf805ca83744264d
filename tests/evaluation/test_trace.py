"""TRACe by hand, and laws that hold for any keys a judge may name."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.types import Support
from evaluation.trace import TraceScores, clean_keys, context_keys, letters, response_keys, trace_scores

FOUR = {"0a": "The shop opens at 9.", "0b": "It is red.", "1a": "Tea is sold.", "1b": "Ann owns it."}


def test_keys_count_chunks_then_letters():
    assert context_keys([["x", "y"], [], ["z"]]) == ["0a", "0b", "2a"]
    assert response_keys(["x"] * 28)[-3:] == ["z", "aa", "ab"]


def test_letters_are_one_to_one():
    assert len({letters(index) for index in range(20_000)}) == 20_000


def test_e09_unknown_and_repeated_keys_are_dropped_and_counted():
    relevant, utilized = ["0a", "0a", "9z", "1a"], ["1a", "1b", "7q"]
    scores = trace_scores(FOUR, relevant, utilized, None)
    assert (scores.relevance, scores.utilization, scores.completeness) == (0.5, 0.5, 0.5)
    assert clean_keys(relevant, FOUR).unknown + clean_keys(utilized, FOUR).unknown == 2
    assert clean_keys(relevant, FOUR).repeated == 1


def test_unit_length_weighs_sentences_by_characters():
    scores = trace_scores({"0a": "x" * 30, "0b": "y" * 10}, ["0a", "0b"], ["0b"], None, "length")
    assert (scores.relevance, scores.utilization, scores.completeness) == (1.0, 0.25, 0.25)


def test_completeness_without_relevant_sentences_is_not_measured():
    assert trace_scores(FOUR, [], ["0a"], None).completeness is None


def test_without_context_or_response_nothing_is_invented():
    assert trace_scores({}, [], [], {}) == TraceScores(None, None, None, None, None)
    assert trace_scores(FOUR, ["0a"], None, None) == TraceScores(0.25, None, None, None, None)


@pytest.mark.parametrize(
    ("verdicts", "adherence", "share"),
    [
        ([True, True], True, 1.0),
        ([True, False], False, 0.5),
        ([True, None], None, 1.0),
        ([False, None], False, 0.0),
        ([None], None, None),
    ],
)
def test_adherence_is_all_or_nothing_and_its_share_is_graded(verdicts, adherence, share):
    support = {key: Support((), verdict) for key, verdict in zip("abc", verdicts, strict=False)}
    scores = trace_scores(FOUR, [], [], support)
    assert (scores.adherence, scores.adherence_share) == (adherence, share)


KEYS = st.lists(st.sampled_from([*FOUR, "9z", "", "0a "]), max_size=12)


@settings(deadline=None)
@given(KEYS, KEYS, st.sampled_from(["sentence", "length"]))
def test_scores_lie_between_0_and_1(relevant, utilized, unit):
    scores = trace_scores(FOUR, relevant, utilized, None, unit)
    for score in (scores.relevance, scores.utilization, scores.completeness):
        assert score is None or 0 <= score <= 1


@settings(deadline=None)
@given(KEYS, KEYS, st.sampled_from(["sentence", "length"]))
def test_unknown_and_repeated_keys_never_matter(relevant, utilized, unit):
    known = [[key for key in dict.fromkeys(keys) if key in FOUR] for keys in (relevant, utilized)]
    assert trace_scores(FOUR, relevant, utilized, None, unit) == trace_scores(FOUR, *known, None, unit)

"""ROUGE and BLEU by hand, in scripts that rouge-score itself would drop."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.references.overlap import UnicodeTokenizer, overlap_scores


def test_scores_by_hand():
    """Both words of two are in a reference of six: precision 1, recall 1/3; all n-grams match, brevity e^(1 - 6/2)."""
    found = overlap_scores("the cat sat on the mat", "the cat")
    assert found["rouge_1"] == pytest.approx(0.5)
    assert found["rouge_l"] == pytest.approx(0.5)
    assert found["bleu"] == pytest.approx(math.exp(-2))


def test_order_matters_to_rouge_l_alone():
    found = overlap_scores("a b c d", "d c b a")
    assert (found["rouge_1"], found["rouge_l"]) == (1.0, pytest.approx(0.25))


def test_japanese_is_compared_by_characters():
    """Seven characters in the reference, five of them in the answer, in order: P = 5/5, R = 5/7."""
    found = overlap_scores("寿命は約三年。", "寿命は三年")
    assert UnicodeTokenizer().tokenize("寿命は約三年。") == list("寿命は約三年")
    assert found["rouge_1"] == pytest.approx(2 * 1.0 * (5 / 6) / (1 + 5 / 6))
    assert found["rouge_l"] == found["rouge_1"]
    assert found["bleu"] > 0.2


def test_german_words_stay_whole():
    found = overlap_scores("Die Lüfter müssen geprüft werden", "lüfter geprüft")
    assert UnicodeTokenizer().tokenize("Lüfter geprüft!") == ["lüfter", "geprüft"]
    assert found["rouge_1"] == pytest.approx(2 * 1.0 * 0.4 / 1.4)


def test_a_reference_without_a_word_is_not_measured():
    assert overlap_scores("–", "ten") == {"rouge_1": None, "rouge_l": None, "bleu": None}


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.text(min_size=1, max_size=60))
def test_scores_are_shares_and_equal_texts_score_one(reference, answer):
    found = overlap_scores(reference, answer)
    assert all(value is None or 0 <= value <= 1 for value in found.values())
    same = overlap_scores(answer, answer)
    assert same["rouge_1"] in (None, 1.0)
    assert same["rouge_l"] == same["rouge_1"]

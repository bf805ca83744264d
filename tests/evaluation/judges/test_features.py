"""Features of sentences on cases that a reader can compute by hand, and laws over any text."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.exchange import Exchange
from evaluation.judges.features.asked import asked_features, place_features
from evaluation.judges.features.copies import copies_of
from evaluation.judges.features.exchange import describe
from evaluation.judges.features.meaning import MOST_READ, meaning_of
from evaluation.judges.features.relative import beside, chunk_best, neighbors
from evaluation.judges.features.support import support_features
from evaluation.judges.features.used import used_features
from evaluation.judges.features.words import chunks_of, words_of
from tests.fakes import HashEncoder

EXCHANGE = Exchange(
    "Which pump lasts?",
    {"0a": "Pump alpha lasts 24 months.", "0b": "Filters need cleaning.", "1a": "Pump beta lasts 12 months."},
    {"a": "Pump alpha lasts 24 months.", "b": "Pump gamma lasts 99 months."},
)
WORDS = words_of(EXCHANGE)
COPIES = copies_of(WORDS.context_words, WORDS.response_words)
# A term in 1 of 3 sentences, in 2 of 3, and in none, which weighs as much as the rarest.
RARE, COMMON = math.log(1 + 2.5 / 1.5), math.log(1 + 1.5 / 2.5)


def copied(context, response):
    return copies_of([text.split() for text in context], [text.split() for text in response])


def test_coverage_of_the_question_is_weighed_by_rarity():
    found = asked_features(EXCHANGE, WORDS, None)
    assert found["question_covered"] == pytest.approx([1, 0, 1])  # pump and last are all that is asked
    assert found["by_question"][0] == pytest.approx(2 * COMMON / (3 * COMMON + 2 * RARE))
    assert found["question_covered_below_best"] == pytest.approx([0, -1, 0])
    assert found["question_covered_before"] == pytest.approx([0, 1, 0])
    assert found["question_covered_of_chunk"] == pytest.approx([1, 1, 1])


def test_credit_for_the_answers_terms_is_shared_by_those_that_hold_them():
    found = used_features(EXCHANGE, WORDS, COPIES, None)
    # Held are pump, last and month (two sentences each), alpha and 24 (the first alone).
    whole = 3 * COMMON + 2 * RARE
    assert found["credit"] == pytest.approx([3 * (1.5 * COMMON + 2 * RARE) / whole, 0, 3 * 1.5 * COMMON / whole])
    assert found["picked"].tolist() == [0, 12, 12]
    assert found["shared_numbers"].tolist() == [1, 0, 0]


def test_copied_passages_by_hand():
    found = copied(["the red pump runs well", "a pump"], ["we say the red pump stops", "well"])
    assert found.longest.tolist() == [[3, 0 + 1], [1, 0]]
    assert found.context == pytest.approx([3 / 5, 0])
    assert found.response == pytest.approx([3 / 6, 0])


def test_a_copied_passage_does_not_cross_the_end_of_a_sentence():
    assert copied(["one two", "three four"], ["one two three four"]).longest.max() == 2


def test_support_sees_what_the_context_lacks():
    found = support_features(EXCHANGE, WORDS, COPIES, None)
    assert found["covered_by_one"][0] == pytest.approx(1)
    assert found["covered_by_one"][1] == pytest.approx(3 * COMMON / (3 * COMMON + 2 * RARE))
    assert found["new_numbers"].tolist() == found["numbers_elsewhere"].tolist() == [0, 1]
    assert found["new_terms"].tolist() == [0, 2 / 5]
    assert found["trigrams"] == pytest.approx([1, 0])
    assert found["bigrams"] == pytest.approx([1, 0])


def test_terms_of_two_documents_are_not_together():
    joined = Exchange("", {"0a": "alpha beta", "1a": "gamma delta"}, {"a": "alpha beta", "b": "alpha gamma"})
    words = words_of(joined)
    found = support_features(joined, words, copies_of(words.context_words, words.response_words), None)
    assert found["covered_by_all"].tolist() == [1, 1]
    assert found["pairs_in_sentence"].tolist() == found["pairs_in_chunk"].tolist() == [1, 0]
    assert found["covered_by_two"] == pytest.approx([1, 1])


def test_places():
    found = place_features(EXCHANGE, WORDS)
    assert found["sentence_position"].tolist() == [0, 1, 0]
    assert found["chunk_sentences"] == pytest.approx(np.log1p([2, 2, 1]))
    assert found["chunks"] == pytest.approx(np.log1p([2, 2, 2]))


def test_values_beside_others():
    chunk = chunks_of({"0a": "", "0b": "", "3a": ""})
    values = np.array([0.2, 0.8, 0.5])
    assert chunk_best(values, chunk).tolist() == [0.8, 0.8, 0.5]
    assert [side.tolist() for side in neighbors(values, chunk)] == [[0, 0.2, 0], [0.8, 0, 0]]
    assert beside("x", values, chunk)["x_below_best"] == pytest.approx([-0.6, 0, -0.3])


def test_meaning_is_the_encoders_cosines():
    meaning = meaning_of(EXCHANGE, HashEncoder())
    assert meaning.answered[0, 0] == pytest.approx(1)
    assert np.diag(meaning.among) == pytest.approx(np.ones(3))
    assert meaning.asked.shape == (3,) and meaning.answer_asked.shape == (2,)


def test_of_a_long_context_the_sentences_nearest_to_the_question_are_read():
    near = {f"0{n}": f"The pump lasts {n} years." for n in range(MOST_READ)}
    far = {"1a": "Bees hum.", "1b": "Rain fell on the moor."}
    encoder = HashEncoder()
    meaning = meaning_of(Exchange("How long does the pump last?", {**far, **near}, {"a": "Bees hum."}), encoder)
    assert encoder.encoded == [*near.values(), "Bees hum."]
    assert meaning.asked.shape == (MOST_READ + 2,) and meaning.answered.shape == (MOST_READ + 2, 1)
    assert (meaning.asked[:2] == meaning.asked[2:].min()).all()
    assert (meaning.answered[:2] == meaning.answered[2:].min()).all()
    assert np.diag(meaning.among) == pytest.approx(np.ones(MOST_READ + 2))
    assert meaning.among[0, 1] == meaning.among[2:, 2:].min()


TEXT = st.text(max_size=30) | st.sampled_from(
    ["", "42", "The pump, 24 months.", "I cannot find it.", "水の中", "Pump pump"]
)
CONTEXT = st.dictionaries(st.sampled_from(["0a", "0b", "1a", "2a", "2b"]), TEXT, min_size=1).map(
    lambda found: dict(sorted(found.items()))
)


@settings(max_examples=25, deadline=None)
@given(TEXT, CONTEXT, st.lists(TEXT, max_size=3))
def test_features_of_any_text_are_finite_and_one_a_sentence(question, context, response):
    exchange = Exchange(question, context, dict(zip("abc", response, strict=False)))
    for meaning in (None, meaning_of(exchange, HashEncoder())):
        found = describe(exchange, meaning)
        for features, rows in ((found.context, len(context)), (found.response, len(response))):
            assert all(values.shape == (rows,) and np.isfinite(values).all() for values in features.values())


@settings(max_examples=25, deadline=None)
@given(TEXT, CONTEXT, st.lists(TEXT, max_size=3))
def test_no_feature_of_the_question_model_changes_with_the_answer(question, context, response):
    answered = describe(Exchange(question, context, dict(zip("abc", response, strict=False))), None)
    alone = describe(Exchange(question, context, None), None)
    assert answered.asked.keys() == alone.asked.keys()
    # Only the weight of terms that no context sentence holds could differ, and it is the rarest's either way.
    assert all(np.allclose(answered.asked[name], alone.asked[name]) for name in alone.asked)

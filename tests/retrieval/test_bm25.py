"""BM25 by hand, on awkward words, and against a naive sum."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.bm25 import WordIndex, tokens


def index(*texts: str) -> WordIndex:
    return WordIndex({f"{row:03}": text for row, text in enumerate(texts)})


def test_r09_a_word_in_half_of_the_texts_counts():
    """R09: N = 2, n = 1: idf = ln(1 + 1.5/1.5) = ln 2; with tf 1 and average length the rest is 1."""
    assert index("red fox", "blue whale").rank("fox") == [("000", pytest.approx(math.log(2)))]


def test_r07_no_texts_no_hits():
    """R07."""
    assert index().rank("fox") == [] and index("", "?!").rank("fox") == []
    assert index().score("fox", ["000"]) == [0.0]


def test_r11_no_match_is_an_empty_list():
    """R11."""
    assert index("alpha", "beta", "gamma", "delta").rank("zzz") == []


@pytest.mark.parametrize(("query", "found"), [("zephyr", "000"), ("pump", "000"), ("\u9000\u8d27\u671f\u9650", "002")])
def test_r12_case_punctuation_and_chinese(query, found):
    """R12."""
    texts = ["Zephyr pump.", "oil can", "\u9000\u8d27\u671f\u9650\u4e3a\u4e09\u5341\u5929\u3002", "belt"]
    ranked = index(*texts).rank(query)
    assert [chunk_id for chunk_id, _ in ranked] == [found] and ranked[0][1] > 0


def test_tokens():
    assert tokens("ERR-1042: Straße, ﬁne FULL３") == ["err", "1042", "strasse", "fine", "full3"]
    assert tokens("水を飲む water") == ["水", "を", "飲", "む", "水を", "を飲", "飲む", "water"]
    assert tokens("हिन्दी don't") == ["हिन्दी", "don", "t"]
    assert tokens("?! \u200b 🏠") == []


@given(st.text(st.characters(max_codepoint=127)))
def test_law_ascii_texts_split_like_others(text):
    assert tokens(text) == tokens(text + " \u00e9")[:-1]


def test_one_character_of_a_run_is_found():
    assert index("水を飲む", "茶").rank("水") != []


def test_r13_ties_break_by_id_whatever_the_order():
    """R13."""
    texts = {"e": "k a", "c": "k b", "a": "c d", "b": "e f", "d": "g h"}
    for seed in range(5):
        shuffled = list(texts.items())
        random.Random(seed).shuffle(shuffled)
        assert [chunk_id for chunk_id, _ in WordIndex(dict(shuffled)).rank("k")] == ["c", "e"]


def test_scores_of_given_chunks_keep_their_order():
    ranked = dict(index("red fox", "blue whale", "fox fox").rank("fox"))
    scores = index("red fox", "blue whale", "fox fox").score("fox", ["002", "001", "000"])
    assert scores == [ranked["002"], 0.0, ranked["000"]]


WORDS = st.lists(st.sampled_from("abcde"), min_size=1, max_size=8)


@given(st.lists(WORDS, min_size=1, max_size=8), st.lists(st.sampled_from("abcdez"), max_size=4))
def test_law_equals_the_formula(texts, query):
    ranked = dict(index(*(" ".join(words) for words in texts)).rank(" ".join(query)))
    average = sum(map(len, texts)) / len(texts)
    for row, words in enumerate(texts):
        score = 0.0
        for word in query:
            n = sum(word in other for other in texts)
            tf = words.count(word)
            idf = math.log(1 + (len(texts) - n + 0.5) / (n + 0.5))
            score += idf * tf * 2.5 / (tf + 1.5 * (0.25 + 0.75 * len(words) / average))
        assert ranked.get(f"{row:03}", 0.0) == pytest.approx(score, abs=1e-8)
    assert all(score > 0 for score in ranked.values())

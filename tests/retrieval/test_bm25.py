"""BM25 by hand and against a naive sum: whole collections by bm25s, candidates by rank_bm25, a few chunks changed."""

from __future__ import annotations

import math
import random

import bm25s
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.bm25 import candidate_scores
from retrieval.changed_words import ChangedWords
from retrieval.postings import postings_of
from retrieval.word_index import WordIndex, ordered
from retrieval.words import tokens


def named(texts) -> dict[str, str]:
    return {f"{row:03}": text for row, text in enumerate(texts)}


def found(texts: dict[str, str], query: str) -> list[tuple[str, float]]:
    return list(WordIndex(texts).rank(query))


def test_r09_a_word_in_half_of_the_texts_counts():
    """R09: N = 2, n = 1: idf = ln(1 + 1.5/1.5) = ln 2; with tf 1 and average length the rest is 1."""
    assert found(named(["red fox", "blue whale"]), "fox") == [("000", pytest.approx(math.log(2)))]


def test_r07_no_texts_no_hits():
    """R07."""
    assert found({}, "fox") == found(named(["", "?!"]), "fox") == []
    statistics = WordIndex(named(["", "?!"])).statistics
    assert list(candidate_scores(["fox"], [["fox"]], statistics)) == [pytest.approx(math.log(2))]
    assert list(candidate_scores(["fox"], [], statistics)) == []


def test_r11_no_match_is_an_empty_list():
    """R11."""
    assert found(named(["alpha", "beta", "gamma", "delta"]), "zzz") == []


@pytest.mark.parametrize(("query", "chunk"), [("zephyr", "000"), ("pump", "000"), ("退货期限", "002")])
def test_r12_case_punctuation_and_chinese(query, chunk):
    """R12."""
    ranked = found(named(["Zephyr pump.", "oil can", "退货期限为三十天。", "belt"]), query)
    assert [chunk_id for chunk_id, _ in ranked] == [chunk] and ranked[0][1] > 0


def test_one_character_of_a_run_is_found():
    assert found(named(["水を飲む", "茶"]), "水") != []


def test_r13_ties_break_by_id_whatever_the_order():
    """R13."""
    texts = {"e": "k a", "c": "k b", "a": "c d", "b": "e f", "d": "g h"}
    for seed in range(5):
        shuffled = list(texts.items())
        random.Random(seed).shuffle(shuffled)
        assert [chunk_id for chunk_id, _ in found(dict(shuffled), "k")] == ["c", "e"]


@pytest.mark.parametrize("first", [1, 2, 3, 10])
def test_an_order_that_is_made_in_parts_is_the_same(first, monkeypatch):
    monkeypatch.setattr("retrieval.ranking._HEAD", first)
    scores = np.array([1.0, 0.0, 3.0, 1.0, 2.0, 2.0, 2.0])
    assert [chunk_id for chunk_id, _ in ordered("abcdefg", scores)] == [*"cefgad"]


def test_the_number_of_texts_counted_at_once_plays_no_part(monkeypatch):
    texts = named(["the cat sat", "on the mat", "", "the the cat", "a dog"])
    whole = found(texts, "the cat dog")
    monkeypatch.setattr("retrieval.postings._TEXTS", 2)
    monkeypatch.setattr("retrieval.postings._SCORES", 3)
    assert found(texts, "the cat dog") == whole and len(whole) == 4


WORDS = st.lists(st.sampled_from("abcde"), max_size=8)
TEXTS = st.lists(WORDS, min_size=1, max_size=8).filter(any)
QUERY = st.lists(st.sampled_from("abcdez"), max_size=4)


def naive(texts: list[list[str]], query: list[str]) -> list[float]:
    """The formula, word by word. Texts without a word do not count."""
    worded = [words for words in texts if words]
    average = sum(map(len, worded)) / len(worded)
    scores = []
    for words in texts:
        score = 0.0
        for word in query:
            n, tf = sum(word in other for other in worded), words.count(word)
            idf = math.log(1 + (len(worded) - n + 0.5) / (n + 0.5))
            score += idf * tf * 2.5 / (tf + 1.5 * (0.25 + 0.75 * len(words) / average))
        scores.append(score)
    return scores


@given(TEXTS, QUERY)
def test_law_all_ways_equal_the_formula(texts, query):
    expected = pytest.approx(naive(texts, query), abs=1e-8)
    index = WordIndex(named(map(" ".join, texts)))
    ranked = dict(index.rank(" ".join(query)))
    assert [ranked.get(name, 0.0) for name in index.ids] == expected
    assert list(candidate_scores(query, texts, index.statistics)) == expected
    assert all(score > 0 for score in ranked.values())


@given(TEXTS, QUERY)
def test_law_the_arrays_are_those_that_bm25s_makes(texts, query):
    worded = [words for words in texts if words]
    theirs = bm25s.BM25(k1=1.5, b=0.75, method="lucene", dtype="float64")
    theirs.index(worded, show_progress=False)
    known = [word for word in query if word in theirs.vocab_dict]
    scores = theirs.get_scores(known) if known else [0.0] * len(worded)
    assert [*postings_of(map(" ".join, worded)).scores(query)] == pytest.approx([2.5 * one for one in scores], rel=1e-6)


@given(TEXTS)
def test_law_counts_are_found_again_in_the_scores(texts):
    postings = postings_of(map(" ".join, texts))
    for word in "abcdez":
        rows, counts = postings.counts(word)
        holding = [row for row, words in enumerate(texts) if word in words]
        assert rows.tolist() == holding and counts.tolist() == [texts[row].count(word) for row in holding]


def test_large_counts_are_found_again():
    rows, counts = postings_of(["a " * 1_000_000 + "b", "a", "b c"]).counts("a")
    assert rows.tolist() == [0, 1] and counts.tolist() == [1_000_000, 1]


@given(TEXTS, st.sets(st.integers(0, 7)), st.lists(WORDS, max_size=3), QUERY)
def test_law_a_few_other_chunks_are_ranked_as_if_all_were_indexed_anew(texts, left_out, added, query):
    before = named(map(" ".join, texts))
    gone = {name: text for name, text in before.items() if int(name) in left_out}
    new = {f"{row}new": " ".join(words) for row, words in enumerate(added)}
    changed = ChangedWords(WordIndex(before), gone, new)
    after = WordIndex({name: text for name, text in before.items() if name not in gone} | new)
    asked = " ".join(query)
    assert list(changed.rank(asked)) == [(name, pytest.approx(score, abs=1e-8)) for name, score in after.rank(asked)]
    own, anew = changed.statistics, after.statistics
    assert (own.texts, own.words) == (anew.texts, anew.words)
    assert [own.holding(word) for word in "abcz"] == [anew.holding(word) for word in "abcz"]


def test_a_query_counts_a_word_as_often_as_it_says_it():
    texts = named(["red fox", "blue whale"])
    assert dict(found(texts, "fox fox"))["000"] == pytest.approx(2 * dict(found(texts, "fox"))["000"])
    assert tokens("fox fox") == ["fox", "fox"]

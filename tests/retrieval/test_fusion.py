"""Reciprocal rank fusion: fractions by hand, and its laws."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import SettingError
from retrieval.fusion import fused, reciprocal_rank_fusion
from retrieval.ranking import LazyRanking

RANKINGS = st.lists(st.permutations("abcdef").map(lambda ids: ids[:4]), max_size=4)


def test_r15_by_hand():
    """R15: doc1 ranks 1 and 1, doc2 ranks 2 and 5: 2/61 and 1/62 + 1/65."""
    fused = dict(reciprocal_rank_fusion([["doc1", "doc2"], ["doc1", "x", "y", "z", "doc2"]]))
    assert fused["doc1"] == pytest.approx(2 / 61)
    assert fused["doc2"] == pytest.approx(1 / 62 + 1 / 65)
    assert max(fused.values()) == fused["doc1"] == pytest.approx(0.0328, abs=1e-4)


def test_ties_break_by_id():
    assert [chunk_id for chunk_id, _ in reciprocal_rank_fusion([["b", "a"], ["a", "b"]])] == ["a", "b"]


def test_nothing_to_fuse():
    assert reciprocal_rank_fusion([]) == reciprocal_rank_fusion([[], []]) == []


def test_a_negative_constant_is_refused():
    with pytest.raises(SettingError):
        reciprocal_rank_fusion([["a"]], k=-1)


@given(RANKINGS, st.randoms(use_true_random=False))
def test_law_the_order_of_rankings_does_not_matter(rankings, random):
    shuffled = list(rankings)
    random.shuffle(shuffled)
    assert reciprocal_rank_fusion(shuffled) == reciprocal_rank_fusion(rankings)


@given(RANKINGS)
def test_law_scores_are_the_sums_and_never_rise(rankings):
    fused = reciprocal_rank_fusion(rankings)
    assert {chunk_id for chunk_id, _ in fused} == {chunk_id for ranking in rankings for chunk_id in ranking}
    for chunk_id, score in fused:
        exact = sum(Fraction(1, 61 + ranking.index(chunk_id)) for ranking in rankings if chunk_id in ranking)
        assert score == pytest.approx(float(exact), abs=1e-15)
    assert fused == sorted(fused, key=lambda pair: (-pair[1], pair[0]))


@given(st.lists(st.lists(st.sampled_from([0, 1, 2, 3]), min_size=6, max_size=6), min_size=1, max_size=3))
def test_law_rankings_of_many_are_fused_alike(channels):
    rankings = [LazyRanking(list("abcdef"), np.array(scores), np.flatnonzero(scores)) for scores in channels]
    assert fused(rankings) == reciprocal_rank_fusion([[name for name, _ in ranking] for ranking in rankings])
    assert all(ranking.get(name) == dict(ranking).get(name) for ranking in rankings for name in "abcdefg")

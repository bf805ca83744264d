"""A ranking that is only put in order as far as it is read equals one that is sorted at once."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval import dense, ranking
from retrieval.dense import VectorIndex
from retrieval.ranking import LazyRanking, best_first


@settings(deadline=None)
@given(st.lists(st.sampled_from([-1.0, 0.0, 0.25, 0.5, 1.0]), max_size=40), st.integers(1, 12), st.data())
def test_law_any_part_equals_that_of_a_sorted_list(scores, head, data):
    ids = [f"{row:03}" for row in range(len(scores))]
    expected = sorted(zip(ids, scores, strict=True), key=lambda pair: (-pair[1], pair[0]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ranking, "_HEAD", head)
        ranked = LazyRanking(ids, np.array(scores))
        for _ in range(3):
            start, stop = (data.draw(st.integers(-3, 45)) for _ in range(2))
            assert ranked[start:stop] == expected[start:stop]
        for place in range(len(scores)):
            assert ranked[place] == expected[place] and ranked[-1 - place] == expected[-1 - place]
        assert list(ranked) == expected == ranked[:] and ranked == expected and len(ranked) == len(expected)
        with pytest.raises(IndexError):
            ranked[len(scores)]


def test_the_first_are_found_without_sorting_the_rest():
    scores = np.array([0.1, 0.9, 0.5, 0.9, 0.2])
    assert best_first(scores, 1).tolist() == [1, 3]
    assert best_first(scores, 3).tolist() == [1, 3, 2]
    assert best_first(scores).tolist() == [1, 3, 2, 4, 0]


def test_an_index_ranks_alike_whatever_its_size(monkeypatch):
    rng = np.random.default_rng(0)
    vectors, query = rng.normal(size=(3000, 8)).astype(np.float32), rng.normal(size=8).astype(np.float32)
    index = VectorIndex([f"{row:05}" for row in range(3000)], vectors)
    whole = index.rank(query)
    monkeypatch.setattr(dense, "_LARGE", 10)
    lazy = index.rank(query)
    assert isinstance(whole, list) and isinstance(lazy, LazyRanking) and lazy == whole and lazy[:5] == whole[:5]

"""Large arrays in a file hold what is written to them, also once their pages were let go of."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import arrays
from core.arrays import release, room_for
from embedding.cache import VectorCache
from embedding.encoding import encode_cached
from tests.fakes import HashEncoder, result_of


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 50), st.integers(1, 9), st.sampled_from([0, 100, 10**9]), st.data())
def test_law_rows_are_nan_or_what_was_written(tmp_path_factory, rows, columns, held, data):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrays, "_HELD_BYTES", held)
        room = room_for(rows, columns, tmp_path_factory.mktemp("room") / "new")
    expected = np.full((rows, columns), np.nan, dtype=np.float32)
    for row in data.draw(st.lists(st.integers(0, max(0, rows - 1)), max_size=5)) if rows else []:
        room[row] = expected[row] = row
        release(room)
    assert np.array_equal(room, expected, equal_nan=True) and room.dtype == np.float32


def test_vectors_of_many_texts_are_those_of_few(tmp_path, monkeypatch):
    texts = ["one", "two", "", "one", "three"]
    with VectorCache(tmp_path / "a", HashEncoder().spec) as cache:
        held = result_of(encode_cached(HashEncoder(), texts, cache, batch=2))
    monkeypatch.setattr(arrays, "_HELD_BYTES", 0)
    with VectorCache(tmp_path / "b", HashEncoder().spec) as cache:
        for _ in range(2):
            mapped = result_of(encode_cached(HashEncoder(), texts, cache, batch=2))
            assert isinstance(mapped.vectors, np.memmap)
            assert np.array_equal(mapped.vectors, held.vectors, equal_nan=True) and mapped.blank == held.blank
    assert [path.name for path in (tmp_path / "b" / "vectors").iterdir()] == [f"{HashEncoder().spec.key}.sqlite"]

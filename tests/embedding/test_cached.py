"""An encoder behind a cache gives the same vectors and asks only for what is new."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from embedding.cache import VectorCache
from embedding.cached import CachedEncoder
from embedding.encoding import EncodingError
from tests.fakes import HashEncoder


def test_known_texts_are_not_encoded_again(home: Path, hash_encoder: HashEncoder) -> None:
    with VectorCache(home, hash_encoder.spec) as cache:
        cached = CachedEncoder(hash_encoder, cache)
        first = cached.encode_documents(["a b", "c", "a b"])
        assert np.array_equal(first, HashEncoder().encode_documents(["a b", "c", "a b"]))
        cached.encode_documents(["c", "d"])
        assert sorted(hash_encoder.encoded) == ["a b", "c", "d"]
        assert np.array_equal(cached.encode_queries(["a b"])[0], first[0])
        assert cached.count_pieces(["a b"]) == [4] and cached.spec == hash_encoder.spec


def test_a_text_without_a_vector_is_an_error_not_a_row_of_nothing(home: Path, hash_encoder: HashEncoder) -> None:
    with VectorCache(home, hash_encoder.spec) as cache, pytest.raises(EncodingError):
        CachedEncoder(hash_encoder, cache).encode_documents(["a", " "])

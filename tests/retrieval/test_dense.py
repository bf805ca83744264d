"""Exact vectors: similarity, not distance; order equal to brute force; ties by id."""

import random

import numpy as np
import pytest

from retrieval.dense import VectorIndex


def test_r01_similarities_fall_and_are_not_clamped():
    """R01: cosine distances 0, 0.2, 0.9, 1.7 are similarities 1, 0.8, 0.1, -0.7."""
    distances = [0.0, 0.2, 0.9, 1.7]
    vectors = np.array([[1 - d, (1 - (1 - d) ** 2) ** 0.5] for d in distances], dtype=np.float32)
    ranked = VectorIndex(["a", "b", "c", "d"], vectors).rank(np.array([1, 0], dtype=np.float32))
    assert [score for _, score in ranked] == pytest.approx([1.0, 0.8, 0.1, -0.7])
    assert [chunk_id for chunk_id, score in ranked if score >= 0.5] == ["a", "b"]


def test_order_equals_brute_force_also_among_many_copies():
    """Where an approximate graph gets lost: 300 equal vectors among 2000, 50 queries."""
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(2000, 32)).astype(np.float32)
    vectors[100:400] = vectors[100]
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    ids = [f"{row:04}" for row in range(2000)]
    index = VectorIndex(ids, vectors)
    for query in rng.normal(size=(50, 32)).astype(np.float32):
        cosines = np.round(vectors.astype(np.float64) @ query / np.linalg.norm(query), 6)
        ranked = index.rank(query)
        assert [score for _, score in ranked] == pytest.approx(sorted(cosines, reverse=True), abs=2e-6)
        assert all(cosines[int(chunk_id)] == pytest.approx(score, abs=2e-6) for chunk_id, score in ranked)


def test_ties_break_by_id_whatever_the_order():
    vectors = np.ones((5, 3), dtype=np.float32)
    for seed in range(5):
        ids = list("edcba")
        random.Random(seed).shuffle(ids)
        assert [chunk_id for chunk_id, _ in VectorIndex(ids, vectors).rank(np.ones(3, np.float32))] == list("abcde")


def test_lengths_of_vectors_do_not_matter():
    vectors = np.array([[2, 0], [0, 0.5]], dtype=np.float32)
    assert VectorIndex(["a", "b"], vectors).rank(np.array([0, 9], np.float32)) == [("b", 1.0), ("a", 0.0)]


def test_no_vectors():
    assert VectorIndex([], np.empty((0, 0), np.float32)).rank(np.ones(3, np.float32)) == []

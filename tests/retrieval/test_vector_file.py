"""The file that rankings read holds what the store gave back, in any order, or is not made."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import CollectionError
from core.types import RetrievalSpec
from retrieval import dense
from retrieval.collections import open_collection
from retrieval.dense import VectorIndex
from retrieval.search import search
from retrieval.vector_file import read_vector_file, write_vector_file
from tests.fakes import HashEncoder
from tests.retrieval.small import FIRST, PARAGRAPHS, built, corpus_of, version_of

NAME = "demo_sparse_hash"
IDS = [f"{row:04x}" for row in range(12)]


def pages_of(ids, vectors, size):
    for start in range(0, len(ids), size):
        yield ids[start : start + size], vectors[start : start + size]


@settings(deadline=None, max_examples=30)
@given(st.permutations(IDS), st.integers(1, 12), st.integers(0, 99))
def test_law_the_file_ranks_as_the_vectors_do(tmp_path_factory, ids, size, seed):
    version = tmp_path_factory.mktemp("version")
    vectors = np.random.default_rng(seed).normal(size=(len(ids), 4)).astype(np.float32)
    assert write_vector_file(version, set(ids), pages_of(ids, vectors, size))
    index = read_vector_file(version, len(ids), 4)
    held, order = VectorIndex(ids, vectors), list(reversed(range(len(ids))))
    assert index.rank(vectors[0]) == held.rank(vectors[0])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dense, "_HELD", 0)
        mapped = read_vector_file(version, len(ids), 4)
    assert isinstance(mapped._vectors, np.memmap)
    for query in vectors:
        expected = [(name, pytest.approx(score, abs=2e-6)) for name, score in held.rank(query)]
        assert list(mapped.rank(query)) == expected == list(mapped.reordered(order).rank(query))
    assert read_vector_file(version, len(ids) + 1, 4) is None and read_vector_file(version, len(ids), 5) is None


@pytest.mark.parametrize(
    "ids", [IDS[:-1], [*IDS[:-1], "ffff"], [*IDS[:-1], IDS[0]], [*IDS, "ffff"], [*IDS, IDS[3]], []]
)
@pytest.mark.parametrize("size", [1, 5, 100])
def test_other_chunks_than_wanted_are_no_file(tmp_path, ids, size):
    assert not write_vector_file(tmp_path, set(IDS), pages_of(ids, np.ones((len(ids), 3), np.float32), size))
    assert read_vector_file(tmp_path, len(IDS), 3) is None


def test_a_vector_that_is_not_finite_is_no_file(tmp_path):
    vectors = np.ones((12, 3), np.float32)
    vectors[5, 1] = np.nan
    assert not write_vector_file(tmp_path, set(IDS), pages_of(IDS, vectors, 100))


@pytest.mark.parametrize("home", ["disk", "server"], indirect=True)
def test_a_collection_without_the_file_reads_its_store(home):
    built(corpus_of(FIRST), home, PARAGRAPHS)
    with_file = search(open_collection(NAME, home), HashEncoder(), "door", RetrievalSpec())
    (version_of(home, NAME) / "vectors.npy").unlink()
    assert search(open_collection(NAME, home), HashEncoder(), "door", RetrievalSpec()) == with_file


def test_a_file_of_other_chunks_is_refused(home):
    built(corpus_of(FIRST), home, PARAGRAPHS)
    file = version_of(home, NAME) / "vector_rows.npz"
    with np.load(file) as placed:
        ids, rows = placed["ids"], placed["rows"]
    ids[0] = b"0" * 16
    np.savez(file, ids=ids, rows=rows)
    with pytest.raises(CollectionError, match="damaged: build it again"):
        search(open_collection(NAME, home), HashEncoder(), "door", RetrievalSpec())

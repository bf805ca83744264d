"""Vectors that are damaged on disk are refused in words and built again from the cache."""

import pytest

from core.errors import CollectionError
from core.types import RetrievalSpec
from retrieval.chroma import VectorStore, drop_collection
from retrieval.collections import open_collection
from retrieval.search import search
from retrieval.server import read_sign
from retrieval.versions import vectors_of
from tests.fakes import HashEncoder
from tests.retrieval.small import FIRST, PARAGRAPHS, built, corpus_of, version_of

NAME = "demo_sparse_hash"


def damage_database(folder):
    if sign := read_sign(folder):
        drop_collection(sign.server, sign.collection)
        return
    path = folder / "chroma.sqlite3"
    path.write_bytes(path.read_bytes()[:5000])


def lose_a_chunk(folder):
    store = VectorStore(folder, NAME)
    store.delete([min(store.vectors()[0])])
    store.close()


def lose_the_folder(folder):
    folder.rename(folder.with_name("gone"))


@pytest.mark.parametrize("damage", [damage_database, lose_a_chunk, lose_the_folder])
def test_damaged_vectors_are_refused_and_built_again_from_the_cache(home, damage):
    built(corpus_of(FIRST), home, PARAGRAPHS)
    damage(vectors_of(version_of(home, NAME)))
    encoder = HashEncoder()
    with pytest.raises(
        CollectionError,
        match=f"{NAME} is damaged: build it again|has lost the vectors of this collection: build it again",
    ):
        search(open_collection(NAME, home), encoder, "door", RetrievalSpec())
    assert built(corpus_of(FIRST), home, PARAGRAPHS, encoder).encoded == 0
    assert encoder.encoded == []
    assert len(search(open_collection(NAME, home), encoder, "door", RetrievalSpec())) == 3


def test_a_cache_that_was_thrown_away_is_filled_again(home):
    built(corpus_of(FIRST), home, PARAGRAPHS)
    for path in (home / "vectors").iterdir():
        path.unlink()
    assert built(corpus_of(FIRST), home, PARAGRAPHS).encoded == 0
    assert built(corpus_of(FIRST, "More."), home, PARAGRAPHS).encoded == 1

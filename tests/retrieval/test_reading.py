"""Chunks read one by one from disk are those that are read at once, and are searched alike."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunking_strategies import chunk_spec
from core.errors import CollectionError
from core.types import Mode, RetrievalSpec
from evaluation.plans import chunk_set_key
from retrieval import dense, reading
from retrieval.collections import open_collection
from retrieval.content import DOCUMENTS, PLACES
from retrieval.plan import plan
from retrieval.reading import read_content
from retrieval.search import search
from tests.fakes import HashEncoder
from tests.retrieval.small import FIRST, PARAGRAPHS, built, corpus_of, version_of

NAME = "demo_sparse_hash"
TEXTS = st.lists(
    st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "Z", "S"]), max_size=60).filter(
        lambda text: any(character.isalnum() for character in text)
    ),
    min_size=1,
    max_size=5,
)


def of_many(version, chunks):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "_WHOLE", 0)
        return read_content(version, chunks)


@settings(deadline=None, max_examples=10)
@given(TEXTS)
def test_law_one_by_one_equals_at_once(tmp_path_factory, texts):
    home = tmp_path_factory.mktemp("home")
    result = built(corpus_of(*texts, name="déjà"), home, chunk_spec("sparse", {"chunk_size": 20, "overlap": 0}))
    version = version_of(home, result.collection)
    whole, many = read_content(version, result.chunks), of_many(version, result.chunks)
    assert isinstance(whole.chunks, tuple) and not isinstance(many.chunks, tuple)
    assert tuple(many.chunks) == whole.chunks == many.chunks[:] and len(many.chunks) == result.chunks
    assert many.chunks[-1] == whole.chunks[-1] and many.chunks[1:-1] == whole.chunks[1:-1]
    assert dict(many.documents) == whole.documents and list(many.documents) == list(whole.documents)
    assert dict(many.by_id) == whole.by_id and list(many.by_id) == list(whole.by_id)
    for absent in ("", "f" * 16, "0" * 16, "é"):
        assert absent not in many.by_id and absent not in many.documents
    with pytest.raises(IndexError):
        many.chunks[result.chunks]
    assert chunk_set_key(many.chunks) == chunk_set_key(whole.chunks)


@pytest.mark.parametrize("mode", ["dense", "bm25", "hybrid", "rerank"])
def test_a_large_collection_answers_as_a_small_one_does(home, monkeypatch, mode: Mode):
    built(corpus_of(FIRST, "Delta sleeps.\n\nAlpha opens the window."), home, PARAGRAPHS)
    spec = RetrievalSpec(mode, k=4)
    small = search(open_collection(NAME, home), HashEncoder(), "alpha door", spec)
    monkeypatch.setattr(reading, "_WHOLE", 0)
    monkeypatch.setattr(dense, "_LARGE", 0)
    assert search(open_collection(NAME, home), HashEncoder(), "alpha door", spec) == small


def test_a_file_that_is_not_whole_is_damage(home, monkeypatch):
    built(corpus_of(FIRST), home, PARAGRAPHS)
    version = version_of(home, NAME)
    monkeypatch.setattr(reading, "_WHOLE", 0)
    (version / DOCUMENTS).write_bytes((version / DOCUMENTS).read_bytes()[:-10])
    with pytest.raises(CollectionError, match="damaged: build it again"):
        open_collection(NAME, home)
    for content in ((version / PLACES).read_bytes()[:-20], b"PK", b""):
        (version / PLACES).write_bytes(content)
        with pytest.raises(CollectionError, match="damaged: build it again"):
            open_collection(NAME, home)


def test_a_large_collection_is_updated_as_a_small_one_is(home, monkeypatch):
    built(corpus_of(FIRST, "Delta sleeps."), home, PARAGRAPHS)
    monkeypatch.setattr(reading, "_WHOLE", 0)
    encoder = HashEncoder()
    edited = corpus_of("A new first paragraph.\n\n" + FIRST.replace("green", "red"), "Delta sleeps.")
    intended = plan(edited, PARAGRAPHS, encoder.spec, home)
    assert (intended.keep, intended.add, intended.delete) == (3, 2, 1)
    result = built(edited, home, PARAGRAPHS, encoder)
    assert (result.chunks, sorted(encoder.encoded)) == (5, ["A new first paragraph.", "Gamma paints the door red."])
    assert search(open_collection(NAME, home), encoder, "paints red", RetrievalSpec(k=1))[0].text.endswith("red.")
    assert built(edited, home, PARAGRAPHS, encoder).encoded == 0

"""First builds: what is written, what is reported, and what is refused."""

import json
from dataclasses import replace

import numpy as np
import pytest

from chunking_strategies import chunk_document, chunk_spec, cut_document
from core.errors import CollectionError, SettingError
from core.events import Finished
from core.types import Document
from corpus.types import Corpus
from retrieval import chunked as chunked_module
from retrieval.build import build
from retrieval.card import collections_dir
from retrieval.collections import list_collections, open_collection
from retrieval.server import read_sign
from retrieval.versions import vectors_of
from tests.fakes import HashEncoder
from tests.retrieval.small import FIRST, PARAGRAPHS, WHOLE, built, corpus_of, store_of, version_of

NAME = "demo_sparse_hash"


def test_a_collection_holds_every_chunk_with_its_own_vector(home):
    corpus = corpus_of(FIRST, "Delta sleeps.")
    result = built(corpus, home, PARAGRAPHS)
    chunks = [chunk for document in corpus.documents for chunk in chunk_document(document, PARAGRAPHS)]
    assert (result.collection, result.documents, result.chunks) == (NAME, 2, len(chunks))
    assert (result.encoded, result.reused, result.warnings) == (len(chunks), 0, ())
    collection = open_collection(NAME, home)
    assert list(collection.chunks) == chunks
    assert tuple(collection.documents.values()) == corpus.documents
    store = store_of(home, NAME)
    ids, vectors = store.vectors()
    store.close()
    wanted = dict(zip([c.id for c in chunks], HashEncoder().encode_documents([c.text for c in chunks]), strict=True))
    assert all(np.allclose(wanted[chunk_id], vector, atol=1e-6) for chunk_id, vector in zip(ids, vectors, strict=True))


def test_chroma_alone_can_be_read_by_other_tools(home):
    import chromadb
    from chromadb.config import Settings

    built(corpus_of(FIRST), home, PARAGRAPHS)
    folder, silent = vectors_of(version_of(home, NAME)), Settings(anonymized_telemetry=False)
    sign = read_sign(folder)
    one = chromadb.HttpClient(sign.url, settings=silent) if sign else chromadb.PersistentClient(str(folder), silent)
    with one as client:
        found = client.get_collection(sign.collection if sign else NAME).get(include=["documents", "metadatas"])
    for text, fields in zip(found["documents"], found["metadatas"], strict=True):
        assert FIRST[fields["start"] : fields["end"]] == text and fields["document"] == "000.txt"


def test_progress_of_the_stages(home):
    events = list(build(corpus_of(FIRST, "Delta."), PARAGRAPHS, HashEncoder(), home))
    assert isinstance(events[-1], Finished)
    stages = [event.stage for event in events[:-1]]
    assert list(dict.fromkeys(stages)) == ["Chunking", "Encoding", "Writing"]
    for stage in set(stages):
        counts = [event for event in events[:-1] if event.stage == stage]
        assert counts[0].done == 0 and counts[-1].done == counts[-1].total
        assert [event.done for event in counts] == sorted(event.done for event in counts)


def test_i07_equal_texts_are_chunks_of_their_own(home):
    """I07: three equal paragraphs in two documents are three chunks that point to their own places."""
    result = built(
        corpus_of("Terms apply.\n\nTerms apply.", "Terms apply."),
        home,
        chunk_spec("sparse", {"chunk_size": 12, "overlap": 0}),
    )
    chunks = open_collection(result.collection, home).chunks
    assert len({chunk.id for chunk in chunks}) == result.chunks == 3
    assert [(chunk.document_id, chunk.start) for chunk in chunks] == [("000.txt", 0), ("000.txt", 14), ("001.txt", 0)]
    assert (result.encoded, result.reused) == (1, 2)


@pytest.mark.slow
def test_i01_more_chunks_than_chroma_takes_at_once(home):
    """I01: 6000 chunks; each is encoded once and all are stored."""
    encoder = HashEncoder(dimension=8)
    text = "\n\n".join(f"chunk {n}" for n in range(6000))
    result = built(corpus_of(text), home, chunk_spec("sparse", {"chunk_size": 10, "overlap": 0}), encoder)
    assert result.chunks == 6000 and len(encoder.encoded) == len(set(encoder.encoded)) == 6000
    store = store_of(home, NAME)
    assert len(store.vectors()[0]) == 6000
    store.close()


def test_i13_awkward_metadata_comes_back_equal(home):
    """I13: None, lists, nested and empty values of documents neither fail nor change."""
    metas = [{"page": None}, {"path": ["A", "B"]}, {"tags": []}, {"box": {"x": 1}}, {}]
    documents = tuple(Document.from_text(f"text {n}", f"{n}.txt", meta=meta) for n, meta in enumerate(metas))
    built(Corpus("demo", documents), home)
    collection = open_collection("demo_recursive_hash", home)
    assert [document.meta for document in collection.documents.values()] == metas
    assert len(collection.chunks) == 5


def test_i23_a_chunk_with_an_invalid_vector_is_named_and_left_out(home):
    """I23."""

    class Odd(HashEncoder):
        def encode_documents(self, texts):
            vectors = super().encode_documents(texts)
            vectors[[row for row, text in enumerate(texts) if "odd" in text]] = np.nan
            return vectors

    corpus = corpus_of("one", "odd two", "three")
    result = built(corpus, home, encoder=Odd())
    odd = chunk_document(corpus.documents[1], WHOLE)[0]
    assert (result.chunks, result.encoded, result.reused) == (2, 2, 0)
    assert result.warnings == (f"1 of 3 chunks left out because their embedding is invalid: {odd.id}.",)
    assert [chunk.text for chunk in open_collection(result.collection, home).chunks] == ["one", "three"]
    assert built(corpus, home, encoder=Odd()).chunks == 2


def test_the_encoder_limit_is_reported(home):
    encoder = HashEncoder(max_pieces=5)
    result = built(corpus_of("one two three", "one two three four five six"), home, encoder=encoder)
    assert result.beyond_limit_chunks == 1 and 0 < result.beyond_limit_share < 1
    assert "1 of 2 chunks exceed the 5 word pieces" in result.warnings[0]
    assert built(corpus_of("one two three", "one two three four five six"), home, encoder=encoder).warnings


def test_a_second_strategy_encodes_only_new_text(home):
    encoder = HashEncoder()
    first = built(corpus_of("Short.", "Also short."), home, encoder=encoder)
    second = built(corpus_of("Short.", "Also short."), home, PARAGRAPHS, encoder)
    assert (first.collection, second.collection) == ("demo_recursive_hash", NAME)
    assert (second.encoded, second.reused) == (0, 2)


def test_the_recipe_is_on_disk(home):
    built(corpus_of(FIRST), home, PARAGRAPHS)
    (card,) = list_collections(home)
    stored = json.loads((collections_dir(home) / NAME / "collection.json").read_text())
    assert stored["fingerprint"] == card.recipe.key
    assert (card.strategy, card.encoder, card.embedding) == ("sparse", "hash", "standard")
    assert card.parameters["chunk_size"] == 30 and card.recipe.corpus_key == corpus_of(FIRST).key
    assert (card.documents, card.chunks, card.default_retriever) == (1, 3, "dense")


def test_one_document_that_fails_does_not_stop_the_others(home, monkeypatch):
    def fragile(document, spec, tools):
        if "bad" in document.text:
            raise ZeroDivisionError("oops")
        return cut_document(document, spec, tools)

    monkeypatch.setattr(chunked_module, "cut_document", fragile)
    result = built(corpus_of("good", "bad", "fine"), home)
    assert (result.documents, result.chunks) == (2, 2)
    assert "001.txt" in result.warnings[0] and "ZeroDivisionError: oops" in result.warnings[0]
    with pytest.raises(CollectionError, match=r"nothing to index.*001|nothing to index.*oops"):
        built(corpus_of("bad"), home / "b")


def test_a_corpus_without_text_is_refused(home):
    with pytest.raises(CollectionError, match="nothing to index in demo: no document holds visible text"):
        built(corpus_of(" \n"), home)
    assert list_collections(home) == []


def test_bad_settings_stop_at_once(home):
    bad = replace(WHOLE, parameters=(("chunk_size", 10), ("overlap", 20)))
    with pytest.raises(SettingError, match="overlap 20 must be smaller"):
        built(corpus_of("text"), home, bad)

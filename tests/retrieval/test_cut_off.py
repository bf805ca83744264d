"""Builds that do not come to their end, or are not alone: nothing half-done is offered."""

import pytest

from core.errors import CollectionError
from core.events import Progress
from embedding.encoding import EncodingError
from retrieval import build as build_module
from retrieval.build import build
from retrieval.card import collections_dir
from retrieval.collections import list_collections, open_collection
from retrieval.lock import writing
from tests.fakes import HashEncoder
from tests.retrieval.small import FIRST, PARAGRAPHS, WHOLE, assert_tidy, built, corpus_of

NAME = "demo_sparse_hash"


def test_i16_a_failing_encoder_leaves_an_unfinished_collection(home):
    """I16: the second of three batches fails: 64 of 192 are missing, nothing is offered, a retry sends those."""

    class FailsOnce(HashEncoder):
        calls = 0

        def encode_documents(self, texts):
            self.calls += 1
            if self.calls == 2:
                raise ConnectionError("gone")
            return super().encode_documents(texts)

    corpus = corpus_of(*(f"chunk {n:03}" for n in range(192)))
    encoder = FailsOnce()
    with pytest.raises(EncodingError, match="failed on 64 of 192"):
        built(corpus, home, encoder=encoder)
    (card,) = list_collections(home)
    assert (card.complete, card.state) == (False, "unfinished (128 of 192)")
    with pytest.raises(CollectionError, match=r"unfinished \(128 of 192\): build it again"):
        open_collection(card.name, home)
    encoder.encoded.clear()
    assert built(corpus, home, encoder=encoder).encoded == len(encoder.encoded) == 64
    assert open_collection(card.name, home).card.complete


@pytest.mark.parametrize("stage", ["Chunking", "Encoding", "Writing"])
def test_closing_a_build_leaves_nothing_offered_and_frees_the_lock(home, stage):
    corpus = corpus_of(*(f"text {n}" for n in range(100)))
    events = build(corpus, WHOLE, HashEncoder(), home)
    for event in events:
        if isinstance(event, Progress) and event.stage == stage and event.done:
            break
    events.close()
    assert not any(card.complete for card in list_collections(home))
    assert [path.name for path in collections_dir(home).glob("demo*/*")] in ([], ["collection.json"])
    encoder = HashEncoder()
    result = built(corpus, home, encoder=encoder)
    assert result.chunks == 100
    assert len(encoder.encoded) == {"Chunking": 100, "Encoding": 36, "Writing": 0}[stage]
    assert_tidy(home, result.collection)


def test_closing_an_update_before_it_writes_keeps_the_collection(home):
    built(corpus_of(FIRST), home, PARAGRAPHS)
    events = build(corpus_of(FIRST, "More."), PARAGRAPHS, HashEncoder(), home)
    for event in events:
        if event.stage == "Encoding":
            break
    events.close()
    assert len(open_collection(NAME, home).documents) == 1


def test_s10_two_writers_of_one_collection(home):
    """S10: the second is refused with a line, whether it builds or deletes; afterwards it may."""
    corpus = corpus_of(FIRST)
    events = build(corpus, PARAGRAPHS, HashEncoder(), home)
    next(events)
    with pytest.raises(CollectionError, match="being built or changed elsewhere"):
        built(corpus, home, PARAGRAPHS)
    list(events)
    assert built(corpus, home, PARAGRAPHS).encoded == 0
    with writing(collections_dir(home), "another"):
        assert built(corpus, home, PARAGRAPHS).encoded == 0


def test_s10_a_build_that_waited_sees_what_changed(home, monkeypatch):
    """S10: the collection changed between looking and locking."""
    corpus = corpus_of(FIRST)
    real = build_module.locate

    def overtaken(*arguments):
        target = real(*arguments)
        monkeypatch.setattr(build_module, "locate", real)
        built(corpus, home, PARAGRAPHS)
        return target

    monkeypatch.setattr(build_module, "locate", overtaken)
    with pytest.raises(CollectionError, match="just been changed elsewhere"):
        built(corpus, home, PARAGRAPHS)

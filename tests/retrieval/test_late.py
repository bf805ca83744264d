"""Late collections: the same ids and texts as standard ones, vectors that change with the document around them."""

import numpy as np
import pytest

from core.errors import CollectionError
from core.types import RetrievalSpec
from embedding.late import LateEncoder
from retrieval.build import COMPARING, build
from retrieval.collections import find_card, open_collection
from retrieval.plan import plan
from retrieval.search import search
from tests.fakes import HashEncoder, result_of
from tests.retrieval.small import FIRST, PARAGRAPHS, built, corpus_of

NAME = "demo_sparse_hash_late"


@pytest.fixture
def late(home):
    return LateEncoder(HashEncoder(), home)


def test_a_late_collection_beside_a_standard_one(home, late):
    standard = built(corpus_of(FIRST), home, PARAGRAPHS)
    result = built(corpus_of(FIRST), home, PARAGRAPHS, late)
    assert (standard.collection, result.collection) == ("demo_sparse_hash", NAME)
    assert (result.chunks, result.encoded, result.reused) == (3, 3, 0)
    card = find_card(NAME, home)
    assert (card.embedding, card.encoder, card.encoding) == ("late", "hash", "hash, late")
    one, other = open_collection("demo_sparse_hash", home), open_collection(NAME, home, late)
    assert one.chunks == other.chunks
    spec = RetrievalSpec(k=3)
    found = search(other, late, "paints green", spec)
    assert [hit.text for hit in found] == [hit.text for hit in search(one, late.encoder, "paints green", spec)]
    assert found[0].score == pytest.approx(search(one, late.encoder, "paints green", spec)[0].score, abs=1e-3)


def test_building_again_does_nothing_and_rebuilding_reads_nothing(home, late):
    built(corpus_of(FIRST), home, PARAGRAPHS, late)
    read = len(late.encoder.read)
    again = built(corpus_of(FIRST), home, PARAGRAPHS, late)
    assert (again.encoded, again.reused) == (0, 3)
    other = result_of(build(corpus_of(FIRST), PARAGRAPHS, late, home, "another name"))
    assert (other.encoded, other.reused) == (0, 3) and len(late.encoder.read) == read


def test_an_edit_encodes_its_whole_document_and_says_why(home, late):
    built(corpus_of(FIRST, "Delta sleeps."), home, PARAGRAPHS, late)
    edited = corpus_of("A new first paragraph.\n\n" + FIRST, "Delta sleeps.")
    intended = plan(edited, PARAGRAPHS, late.spec, home)
    assert (intended.keep, intended.add, intended.delete, intended.anew) == (1, 4, 3, 3)
    assert intended.sentence == (
        "keeps 1 chunks, adds 4, deletes 3 (3 of them again, because late vectors change with the document around "
        "them); documents: 1 changed (000.txt)"
    )
    read = len(late.encoder.read)
    events = list(build(edited, PARAGRAPHS, late, home))
    (compared,) = [event for event in events[:-1] if event.stage == COMPARING]
    assert compared.note == f"{NAME} {intended.sentence}."
    result = result_of(events)
    assert (result.chunks, result.encoded, result.reused) == (5, 4, 1) and len(late.encoder.read) == read + 1
    fresh = LateEncoder(HashEncoder(), home.parent / "fresh")
    built(edited, home.parent / "fresh", PARAGRAPHS, fresh)
    one, other = (open_collection(NAME, place, late) for place in (home, home.parent / "fresh"))
    assert one.chunks == other.chunks and one.vectors.ids == other.vectors.ids
    assert np.allclose(one.vectors._vectors, other.vectors._vectors)


def test_only_the_encoder_that_reads_late_opens_it(home, late):
    built(corpus_of(FIRST), home, PARAGRAPHS, late)
    with pytest.raises(CollectionError, match=r"built with hash, late .* cannot be searched with hash \("):
        open_collection(NAME, home, HashEncoder())


def test_nothing_is_beyond_the_limit_and_no_warning_is_given(home):
    short = HashEncoder(max_pieces=8)
    corpus = corpus_of("tide " * 60)
    assert built(corpus, home, encoder=short).beyond_limit_chunks == 1
    result = built(corpus, home, encoder=LateEncoder(short, home))
    assert (result.beyond_limit_chunks, result.beyond_limit_share, result.warnings) == (0, 0.0, ())

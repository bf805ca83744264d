"""Builds over a collection that is there: an edit costs its own size, and nothing costs nothing."""

from contextlib import suppress

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chunking_strategies import chunk_spec
from core.errors import CollectionError
from core.types import RetrievalSpec
from retrieval.build import COMPARING, build
from retrieval.card import collections_dir
from retrieval.collections import list_collections, open_collection
from retrieval.plan import plan
from retrieval.search import search
from tests.fakes import HashEncoder, result_of
from tests.retrieval.small import FIRST, PARAGRAPHS, assert_tidy, built, corpus_of, store_of

NAME = "demo_sparse_hash"

PARTS = st.lists(
    st.sampled_from(["Alpha opens.", "Beta shuts.", "Gamma.", "Alpha  opens.", "Delta is long enough."]), max_size=5
)


def test_i09_the_same_recipe_again_does_nothing(home):
    """I09: three builds, one collection of the same size; nothing is encoded or written."""
    first = built(corpus_of(FIRST), home, PARAGRAPHS)
    written = {path: path.stat().st_mtime_ns for path in (collections_dir(home) / NAME).rglob("*.json*")}
    encoder = HashEncoder()
    for _ in range(2):
        again = built(corpus_of(FIRST), home, PARAGRAPHS, encoder)
        assert (again.chunks, again.encoded, again.reused) == (first.chunks, 0, first.chunks)
    assert encoder.encoded == []
    assert {path: path.stat().st_mtime_ns for path in written} == written
    assert_tidy(home, NAME)
    assert len(list_collections(home)) == 1


def test_an_edit_costs_its_own_size(home):
    built(corpus_of(FIRST, "Delta sleeps."), home, PARAGRAPHS)
    edited = corpus_of("A new first paragraph.\n\n" + FIRST.replace("green", "red"), "Delta sleeps.")
    intended = plan(edited, PARAGRAPHS, HashEncoder().spec, home)
    encoder = HashEncoder()
    events = list(build(edited, PARAGRAPHS, encoder, home))
    result = result_of(events)
    stages = list(dict.fromkeys(event.stage for event in events[:-1]))
    assert stages == ["Chunking", "Comparing", "Encoding", "Writing"]
    (compared,) = [event for event in events[:-1] if event.stage == COMPARING]
    assert compared.note == f"{NAME} {intended.sentence}."
    assert intended.sentence == "keeps 3 chunks, adds 2, deletes 1; documents: 1 changed (000.txt)"
    assert (intended.keep, intended.add, intended.delete) == (3, 2, 1)
    assert (intended.exists, intended.collection) == (True, NAME)
    assert sorted(encoder.encoded) == ["A new first paragraph.", "Gamma paints the door red."]
    assert (result.chunks, result.encoded, result.reused) == (5, 2, 3)
    collection = open_collection(NAME, home, encoder)
    assert all(c.text == collection.documents[c.document_id].text[c.start : c.end] for c in collection.chunks)
    assert search(collection, encoder, "paints red", RetrievalSpec(k=1))[0].text == "Gamma paints the door red."


def test_i15_moved_chunks_leave_no_old_fields_in_chroma(home):
    """I15: after an edit above them, kept chunks have their new places in Chroma as well."""
    built(corpus_of(FIRST), home, PARAGRAPHS)
    built(corpus_of("New.\n\n" + FIRST), home, PARAGRAPHS)
    chunks = open_collection(NAME, home).by_id
    store = store_of(home, NAME)
    found = store._collection.get(include=["metadatas"])
    store.close()
    places = {chunk_id: (f["start"], f["end"]) for chunk_id, f in zip(found["ids"], found["metadatas"], strict=True)}
    assert places == {chunk_id: (chunk.start, chunk.end) for chunk_id, chunk in chunks.items()}


def test_white_space_that_changes_within_a_chunk_is_written(home):
    built(corpus_of("Alpha  opens.", "Beta."), home)
    built(corpus_of("Alpha opens.", "Beta."), home)
    collection = open_collection("demo_recursive_hash", home)
    assert [chunk.text for chunk in collection.chunks] == ["Alpha opens.", "Beta."]


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.lists(PARTS, min_size=1, max_size=3), min_size=2, max_size=3))
def test_law_a_collection_after_edits_equals_one_built_at_once(tmp_path_factory, versions):
    home, fresh = tmp_path_factory.mktemp("edited"), tmp_path_factory.mktemp("fresh")
    spec = chunk_spec("sparse", {"chunk_size": 14, "overlap": 0})
    corpora = [corpus_of(*("\n\n".join(parts) for parts in version)) for version in versions]
    result = None
    for corpus in corpora:
        with suppress(CollectionError):  # versions without any text
            intended = plan(corpus, spec, HashEncoder().spec, home)
            before = 0 if result is None else result.chunks
            result = built(corpus, home, spec)
            assert intended.keep + intended.add == intended.chunks == result.chunks
            assert intended.keep + intended.delete == before
            assert built(corpus, fresh / str(corpora.index(corpus)), spec).chunks == result.chunks
            one, other = (
                open_collection(result.collection, place) for place in (home, fresh / str(corpora.index(corpus)))
            )
            assert one.chunks == other.chunks and one.documents == other.documents
            assert one.vectors.ids == other.vectors.ids
            assert np.allclose(one.vectors._vectors, other.vectors._vectors, atol=1e-6)

"""Builds: what is written, what is kept, what an edit costs, and what is never offered."""

import json
from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chunking_strategies import chunk_document, chunk_spec, cut_document
from core.errors import CollectionError, SettingError
from core.events import Finished, Progress
from core.types import Document, RetrievalSpec
from corpus.types import Corpus
from embedding.encoding import EncodingError
from retrieval import build as build_module
from retrieval import chunked as chunked_module
from retrieval.build import build
from retrieval.card import collections_dir, read_card
from retrieval.chroma import VectorStore
from retrieval.collections import list_collections, open_collection
from retrieval.lock import writing
from retrieval.plan import plan
from retrieval.search import search
from tests.fakes import HashEncoder, result_of
from tests.retrieval.small import PARAGRAPHS, WHOLE, built, corpus_of

NAME = "demo_sparse_hash"
FIRST = "Alpha opens the door.\n\nBeta shuts it.\n\nGamma paints the door green."


def store_of(home, name=NAME):
    card = read_card(collections_dir(home) / name)
    return VectorStore(collections_dir(home) / name / card.store, name)


def test_a_collection_holds_every_chunk_with_its_own_vector(home):
    corpus = corpus_of(FIRST, "Delta sleeps.")
    result = built(corpus, home, PARAGRAPHS)
    chunks = [chunk for document in corpus.documents for chunk in chunk_document(document, PARAGRAPHS)]
    assert (result.collection, result.documents, result.chunks) == (NAME, 2, len(chunks))
    assert (result.encoded, result.reused, result.warnings) == (len(chunks), 0, ())
    collection = open_collection(NAME, home)
    assert list(collection.chunks) == chunks
    assert tuple(collection.documents.values()) == corpus.documents
    store = store_of(home)
    ids, vectors = store.vectors()
    store.close()
    wanted = dict(zip([c.id for c in chunks], HashEncoder().encode_documents([c.text for c in chunks]), strict=True))
    assert all(np.allclose(wanted[chunk_id], vector, atol=1e-6) for chunk_id, vector in zip(ids, vectors, strict=True))


def test_chroma_alone_can_be_read_by_other_tools(home):
    import chromadb
    from chromadb.config import Settings

    built(corpus_of(FIRST), home, PARAGRAPHS)
    folder = next((collections_dir(home) / NAME).glob("chroma-*"))
    with chromadb.PersistentClient(str(folder), Settings(anonymized_telemetry=False)) as client:
        found = client.get_collection(NAME).get(include=["documents", "metadatas"])
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


def test_i09_the_same_recipe_again_does_nothing(home):
    """I09: three builds, one collection of the same size; nothing is encoded or written."""
    first = built(corpus_of(FIRST), home, PARAGRAPHS)
    written = {path: path.stat().st_mtime_ns for path in (collections_dir(home) / NAME).rglob("*.jso*")}
    encoder = HashEncoder()
    for _ in range(2):
        again = built(corpus_of(FIRST), home, PARAGRAPHS, encoder)
        assert (again.chunks, again.encoded, again.reused) == (first.chunks, 0, first.chunks)
    assert encoder.encoded == []
    assert {path: path.stat().st_mtime_ns for path in written} == written
    assert len(list_collections(home)) == 1


def test_an_edit_costs_its_own_size(home):
    built(corpus_of(FIRST, "Delta sleeps."), home, PARAGRAPHS)
    edited = corpus_of("A new first paragraph.\n\n" + FIRST.replace("green", "red"), "Delta sleeps.")
    intended = plan(edited, PARAGRAPHS, HashEncoder().spec, home)
    encoder = HashEncoder()
    result = built(edited, home, PARAGRAPHS, encoder)
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
    store = store_of(home)
    found = store._collection.get(include=["metadatas"])
    store.close()
    places = {chunk_id: (f["start"], f["end"]) for chunk_id, f in zip(found["ids"], found["metadatas"], strict=True)}
    assert places == {chunk_id: (chunk.start, chunk.end) for chunk_id, chunk in chunks.items()}


def test_white_space_that_changes_within_a_chunk_is_written(home):
    built(corpus_of("Alpha  opens.", "Beta."), home)
    built(corpus_of("Alpha opens.", "Beta."), home)
    collection = open_collection("demo_recursive_hash", home)
    assert [chunk.text for chunk in collection.chunks] == ["Alpha opens.", "Beta."]


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
    store = store_of(home)
    assert len(store) == 6000
    store.close()


def test_i13_awkward_metadata_comes_back_equal(home):
    """I13: None, lists, nested and empty values of documents neither fail nor change."""
    metas = [{"page": None}, {"path": ["A", "B"]}, {"tags": []}, {"box": {"x": 1}}, {}]
    documents = tuple(Document.from_text(f"text {n}", f"{n}.txt", meta=meta) for n, meta in enumerate(metas))
    built(Corpus("demo", documents), home)
    collection = open_collection("demo_recursive_hash", home)
    assert [document.meta for document in collection.documents.values()] == metas
    assert len(collection.chunks) == 5


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


def test_another_recipe_gets_a_suffix_and_finds_its_own_again(home):
    other = chunk_spec("sparse", {"chunk_size": 29, "overlap": 0})
    names = [built(corpus_of(FIRST), home, spec).collection for spec in (PARAGRAPHS, other, PARAGRAPHS, other)]
    assert names == [NAME, f"{NAME}_2", NAME, f"{NAME}_2"]


def test_another_recipe_under_a_given_name_is_refused_with_the_choice(home):
    result_of(build(corpus_of(FIRST), PARAGRAPHS, HashEncoder(), home, "Mine"))
    for spec, encoder in ((WHOLE, HashEncoder()), (PARAGRAPHS, HashEncoder("other"))):
        with pytest.raises(CollectionError, match=r"exists with another recipe.*choose another name, or delete"):
            next(build(corpus_of(FIRST), spec, encoder, home, "Mine"))
        with pytest.raises(CollectionError, match="exists with another recipe"):
            plan(corpus_of(FIRST), spec, encoder.spec, home, "Mine")


def test_i02_any_display_name_round_trips(home):
    """I02: the name is shown as given and opens the collection; the folder is safe."""
    for name in ("Sales Report 2024", "\u62a5\u544a", "../../x", "192.168.0.1"):
        result = result_of(build(corpus_of("Alpha."), WHOLE, HashEncoder(), home, name))
        assert result.display == name
        assert open_collection(name, home).card.display == open_collection(result.collection, home).card.display == name
    assert {path.parent for path in home.rglob("collection.json")} == {
        collections_dir(home) / card.name for card in list_collections(home)
    }


def test_a_name_that_stands_for_another_is_refused(home):
    taken = result_of(build(corpus_of("Alpha."), WHOLE, HashEncoder(), home, "Sales 2024")).collection
    with pytest.raises(CollectionError, match="taken by collection Sales 2024"):
        next(build(corpus_of("Alpha."), WHOLE, HashEncoder(), home, taken))


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


@pytest.mark.parametrize("stage", ["Chunking", "Encoding", "Writing"])
def test_closing_a_build_leaves_nothing_offered_and_frees_the_lock(home, stage):
    corpus = corpus_of(*(f"text {n}" for n in range(100)))
    events = build(corpus, WHOLE, HashEncoder(), home)
    for event in events:
        if isinstance(event, Progress) and event.stage == stage and event.done:
            break
    events.close()
    assert not any(card.complete for card in list_collections(home))
    encoder = HashEncoder()
    result = built(corpus, home, encoder=encoder)
    assert result.chunks == 100
    assert len(encoder.encoded) == {"Chunking": 100, "Encoding": 36, "Writing": 0}[stage]
    assert len(list((collections_dir(home) / result.collection).glob("chroma-*"))) == 1


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


def damage_database(folder):
    path = next(folder.glob("chroma-*/chroma.sqlite3"))
    path.write_bytes(path.read_bytes()[:5000])


def lose_a_chunk(folder):
    store = VectorStore(next(folder.glob("chroma-*")), NAME)
    store.delete([min(store.ids())])
    store.close()


def lose_the_folder(folder):
    next(folder.glob("chroma-*")).rename(folder.parent.parent / "gone")


@pytest.mark.parametrize("damage", [damage_database, lose_a_chunk, lose_the_folder])
def test_damaged_vectors_are_refused_and_built_again_from_the_cache(home, damage):
    built(corpus_of(FIRST), home, PARAGRAPHS)
    damage(collections_dir(home) / NAME)
    encoder = HashEncoder()
    with pytest.raises(CollectionError, match=f"{NAME} is damaged: build it again"):
        search(open_collection(NAME, home), encoder, "door", RetrievalSpec())
    assert built(corpus_of(FIRST), home, PARAGRAPHS, encoder).encoded == 0
    assert encoder.encoded == []
    assert len(search(open_collection(NAME, home), encoder, "door", RetrievalSpec())) == 3


@pytest.mark.slow
def test_a_torn_graph_file_is_refused_and_built_again(home):
    """Chroma writes its graph files after a thousand chunks; half of one must not pass for an index."""
    corpus = corpus_of(*(f"text {n}" for n in range(1500)))
    name = built(corpus, home).collection
    graph = next((collections_dir(home) / name).glob("chroma-*/*/data_level0.bin"))
    graph.write_bytes(graph.read_bytes()[: graph.stat().st_size // 2])
    with pytest.raises(CollectionError, match="damaged: build it again"):
        search(open_collection(name, home), HashEncoder(), "text 7", RetrievalSpec())
    assert built(corpus, home).encoded == 0
    assert search(open_collection(name, home), HashEncoder(), "text 7", RetrievalSpec())[0].score == 1.0


def test_a_cache_that_was_thrown_away_is_filled_again(home):
    built(corpus_of(FIRST), home, PARAGRAPHS)
    for path in (home / "vectors").iterdir():
        path.unlink()
    assert built(corpus_of(FIRST), home, PARAGRAPHS).encoded == 0
    assert built(corpus_of(FIRST, "More."), home, PARAGRAPHS).encoded == 1


def test_the_recipe_is_on_disk(home):
    built(corpus_of(FIRST), home, PARAGRAPHS)
    (card,) = list_collections(home)
    stored = json.loads((collections_dir(home) / NAME / "collection.json").read_text())
    assert stored["fingerprint"] == card.recipe.key
    assert (card.strategy, card.encoder, card.embedding) == ("sparse", "hash", "standard")
    assert card.parameters["chunk_size"] == 30 and card.recipe.corpus_key == corpus_of(FIRST).key
    assert (card.documents, card.chunks, card.default_retriever) == (1, 3, "dense")


PARTS = st.lists(
    st.sampled_from(["Alpha opens.", "Beta shuts.", "Gamma.", "Alpha  opens.", "Delta is long enough."]), max_size=5
)


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

"""Which documents a build finds changed, in its plan and afterwards in the collection's history."""

import json
from dataclasses import replace

import pytest

from core.errors import CollectionError
from core.events import Progress
from core.types import Document
from retrieval.build import build
from retrieval.card import collections_dir, read_card, write_card
from retrieval.collections import list_collections, open_collection
from retrieval.difference import DocumentChanges, document_changes
from retrieval.history import history
from retrieval.plan import plan
from tests.fakes import HashEncoder
from tests.retrieval.small import FIRST, PARAGRAPHS, assert_tidy, built, corpus_of, version_of

NAME = "demo_sparse_hash"


def test_documents_are_told_apart_by_id_and_text():
    old = {name: Document.from_text(text, name) for name, text in {"a": "1", "b": "2", "c": "3"}.items()}
    new = [Document.from_text(text, name) for name, text in {"d": "1", "c": "3", "b": "4"}.items()]
    changes = document_changes(new, old)
    assert changes == DocumentChanges(added=("d",), changed=("b",), removed=("a",))
    assert changes and not document_changes(list(old.values()), old)


def test_a_plan_names_the_documents_that_differ(home):
    first = plan(corpus_of(FIRST, "Delta."), PARAGRAPHS, HashEncoder().spec, home)
    assert first.documents == DocumentChanges(added=("000.txt", "001.txt"))
    built(corpus_of(FIRST, "Delta."), home, PARAGRAPHS)
    planned = plan(corpus_of(FIRST + "\n\nMore.", more="New."), PARAGRAPHS, HashEncoder().spec, home)
    assert planned.documents == DocumentChanges(("more.txt",), ("000.txt",), ("001.txt",))
    assert (planned.keep, planned.add, planned.delete) == (3, 2, 1)


def test_the_history_tells_what_each_build_did(home):
    built(corpus_of(FIRST, "Delta."), home, PARAGRAPHS)
    built(corpus_of(FIRST, "Delta."), home, PARAGRAPHS)
    built(corpus_of(FIRST + "\n\nMore.", more="New."), home, PARAGRAPHS)
    first, second = history(NAME, home)
    assert first.documents == DocumentChanges(added=("000.txt", "001.txt"))
    assert (first.kept, first.added, first.deleted, first.encoded) == (0, 4, 0, 4)
    assert second.documents == DocumentChanges(("more.txt",), ("000.txt",), ("001.txt",))
    assert (second.kept, second.added, second.deleted, second.encoded) == (3, 2, 1, 2)
    assert second.when == open_collection(NAME, home).card.created >= first.when


def test_documents_that_are_removed_vanish(home):
    built(corpus_of(FIRST, "Delta."), home, PARAGRAPHS)
    built(corpus_of(FIRST), home, PARAGRAPHS)
    collection = open_collection(NAME, home)
    assert list(collection.documents) == ["000.txt"]
    assert {chunk.document_id for chunk in collection.chunks} == {"000.txt"}
    assert set(collection.vectors.ids) == set(collection.by_id)


def test_a_document_without_text_is_a_change_as_well(home):
    built(corpus_of(FIRST), home, PARAGRAPHS)
    built(corpus_of(FIRST, " "), home, PARAGRAPHS)
    assert history(NAME, home)[-1].documents.added == ("001.txt",)
    assert list(open_collection(NAME, home).documents) == ["000.txt", "001.txt"]


def test_vectors_made_anew_are_told(home):
    """They come from the cache; the documents are the same."""
    built(corpus_of(FIRST), home, PARAGRAPHS)
    (version_of(home, NAME) / "vectors").rename(version_of(home, NAME) / "gone")
    built(corpus_of(FIRST), home, PARAGRAPHS)
    last = history(NAME, home)[-1]
    assert (last.kept, last.added, last.deleted, last.encoded) == (0, 3, 3, 0) and not last.documents
    assert_tidy(home, NAME)


def test_a_history_that_is_damaged_starts_anew(home):
    built(corpus_of(FIRST), home, PARAGRAPHS)
    (version_of(home, NAME) / "history.jsonl").write_text("{\n")
    assert history(NAME, home) == ()
    built(corpus_of(FIRST, "More."), home, PARAGRAPHS)
    assert [change.documents.added for change in history(NAME, home)] == [("001.txt",)]


def test_there_is_no_history_before_the_first_version(home):
    with pytest.raises(CollectionError, match="no collection x"):
        history("x", home)
    events = build(corpus_of(FIRST), PARAGRAPHS, HashEncoder(), home)
    assert any(isinstance(event, Progress) and event.stage == "Encoding" for event in events)
    events.close()
    with pytest.raises(CollectionError, match=r"is unfinished \(\d of 3\): it has no history yet"):
        history(NAME, home)


def test_a_collection_of_an_older_program_is_told_and_built_again(home):
    """Its card lacks what was not known then; the old one is replaced as a whole."""
    built(corpus_of(FIRST), home, PARAGRAPHS)
    path = collections_dir(home) / NAME / "collection.json"
    fields = json.loads(path.read_text())
    for name in ("version", "notes", "default_document_share"):
        del fields[name]
    fields["recipe"]["code_version"] = "1"
    path.write_text(json.dumps(fields))
    assert [card.name for card in list_collections(home)] == [NAME]
    with pytest.raises(CollectionError, match="of another version of this program: build it again"):
        open_collection(NAME, home)
    built(corpus_of(FIRST), home, PARAGRAPHS)
    assert len(open_collection(NAME, home).chunks) == 3 and len(history(NAME, home)) == 1
    assert_tidy(home, NAME)


def test_a_version_replaced_while_it_is_opened_gives_the_next(home, monkeypatch):
    """The card is read, then a build ends: its content is gone, and the next version is opened instead."""
    from retrieval import collections as module

    built(corpus_of(FIRST), home, PARAGRAPHS)
    real = module.find_card

    def overtaken(name, place):
        card = real(name, place)
        monkeypatch.setattr(module, "find_card", real)
        built(corpus_of(FIRST, "More."), home, PARAGRAPHS)
        return card

    monkeypatch.setattr(module, "find_card", overtaken)
    collection = open_collection(NAME, home)
    assert len(collection.documents) == 2
    collection.check_current()


def test_an_unfinished_card_names_no_version(home):
    """Only a complete card protects what it names: what an unfinished one names was never whole."""
    built(corpus_of(FIRST), home, PARAGRAPHS)
    folder = collections_dir(home) / NAME
    card = read_card(folder)
    assert card is not None
    write_card(folder, replace(card, complete=False))
    encoder = HashEncoder()
    built(corpus_of(FIRST), home, PARAGRAPHS, encoder)
    assert encoder.encoded == [] and version_of(home, NAME).name != card.version
    assert_tidy(home, NAME)

"""Word indexes on disk: the same ranking as before, and whatever cannot be read is made anew."""

from __future__ import annotations

import json
import shutil

import numpy as np
import pytest

from retrieval.card import INDEX_VERSION
from retrieval.collections import open_collection
from retrieval.versions import words_of
from retrieval.word_index import SavedWordIndex, WordIndex, word_index
from tests.retrieval.small import built, corpus_of, version_of

TEXTS = {"b": "the red fox", "a": "a fox, a fox", "c": "?!", "d": "退货 Straße"}
QUERIES = ("fox", "the fox", "strasse 退", "nothing")


@pytest.fixture
def saved(tmp_path):
    WordIndex(TEXTS).save(tmp_path / "words", INDEX_VERSION)
    return tmp_path / "words"


def rankings(index: WordIndex) -> list[list[tuple[str, float]]]:
    return [list(index.rank(query)) for query in QUERIES]


def test_what_was_saved_ranks_as_before(saved):
    loaded = word_index(saved, INDEX_VERSION, TEXTS)
    assert isinstance(loaded, SavedWordIndex)
    assert rankings(loaded) == rankings(WordIndex(TEXTS))
    assert isinstance(loaded.postings.index.scores["data"], np.memmap), "read from disk as needed"


def test_no_chunks_can_be_saved_too(tmp_path):
    WordIndex({}).save(tmp_path / "words", INDEX_VERSION)
    assert list(word_index(tmp_path / "words", INDEX_VERSION, {}).rank("fox")) == []


def cut(path):
    path.write_bytes(path.read_bytes()[:-8])


@pytest.mark.parametrize(
    "harm",
    [
        lambda folder: cut(folder / "data.csc.index.npy"),
        lambda folder: cut(folder / "vocab.index.json"),
        lambda folder: (folder / "lengths.npy").unlink(),
        lambda folder: (folder / "stamp.json").write_text(json.dumps([1])),
        lambda folder: (folder / "params.index.json").write_text("{}"),
    ],
)
def test_what_cannot_be_read_is_made_anew(saved, harm):
    harm(saved)
    assert rankings(word_index(saved, INDEX_VERSION, TEXTS)) == rankings(WordIndex(TEXTS))


@pytest.mark.parametrize(("version", "texts"), [("other", TEXTS), (INDEX_VERSION, TEXTS | {"e": "fox"})])
def test_an_index_of_another_version_or_of_other_chunks_is_not_used(saved, version, texts):
    loaded = word_index(saved, version, texts)
    assert not isinstance(loaded, SavedWordIndex)
    assert rankings(loaded) == rankings(WordIndex(texts))


def test_a_build_saves_the_words_with_its_version_and_an_edit_gives_the_next_one_its_own(tmp_path):
    name = built(corpus_of("the red fox", "a whale"), tmp_path).collection
    first = version_of(tmp_path, name)
    collection = open_collection(name, tmp_path)
    assert isinstance(collection.words, SavedWordIndex) and len(list(collection.words.rank("fox"))) == 1
    collection.close()
    built(corpus_of("the red fox", "a whale and a fox"), tmp_path)
    assert version_of(tmp_path, name) != first
    collection = open_collection(name, tmp_path)
    assert isinstance(collection.words, SavedWordIndex) and len(list(collection.words.rank("fox"))) == 2
    collection.close()


def test_a_collection_without_saved_words_is_searched_all_the_same(tmp_path):
    name = built(corpus_of("the red fox", "a whale"), tmp_path).collection
    shutil.rmtree(words_of(version_of(tmp_path, name)))
    collection = open_collection(name, tmp_path)
    assert len(list(collection.words.rank("fox"))) == 1
    collection.close()

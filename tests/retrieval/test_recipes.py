"""Which collection a build goes to: names by recipe, names by users, and names that are held."""

import pytest

from chunking_strategies import chunk_spec
from core.errors import CollectionError
from retrieval.build import build
from retrieval.card import collections_dir
from retrieval.collections import list_collections, open_collection
from retrieval.plan import plan
from tests.fakes import HashEncoder, result_of
from tests.retrieval.small import FIRST, PARAGRAPHS, WHOLE, built, corpus_of

NAME = "demo_sparse_hash"


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

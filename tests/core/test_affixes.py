"""Names without what all of them share: by hand, and the laws that hold for any names."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.affixes import shortened

NAMES = st.lists(st.text(alphabet="ab1_- ·", min_size=1, max_size=12), min_size=1, max_size=6)


def test_shared_words_go_and_words_are_never_cut():
    found = shortened(["corpus_semantic_minilm · dense", "corpus_section_minilm · dense"])
    assert found.names == ("semantic", "section"), "the letters se are no word"
    assert (found.prefix, found.suffix) == ("corpus_", "_minilm · dense")
    assert found.sentence == "Every name begins with corpus_ and ends in _minilm · dense, which is left out here."


def test_nothing_goes_where_nothing_is_shared_or_there_is_one_name():
    assert shortened(["fixed-256", "markdown-256", "broken"]).sentence == ""
    assert shortened(["recursive-128-0", "recursive-128-15"]).names == ("recursive-128-0", "recursive-128-15")
    assert shortened(["a_b"]).names == ("a_b",) and shortened([]).names == ()
    assert shortened(["a_b", "a_b_c"]).names == ("b", "b_c"), "what is left of each is not empty"


@given(NAMES)
def test_names_are_put_together_again_and_stay_apart(names):
    found = shortened(names)
    assert [f"{found.prefix}{name}{found.suffix}" for name in found.names] == names
    assert all(found.names) and len(set(found.names)) == len(set(names))

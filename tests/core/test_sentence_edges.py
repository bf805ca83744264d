"""The edges of sentences near a place, against all sentences of the text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.sentence_edges import KnownEdges, sentence_edges
from core.sentences import sentences
from core.text import INVISIBLE
from tests.core.test_sentences import AWKWARD_SENTENCES

VISIBLE = AWKWARD_SENTENCES.map(lambda text: "".join(sign for sign in text if sign not in INVISIBLE))


@settings(deadline=None, max_examples=500)
@given(VISIBLE | AWKWARD_SENTENCES, st.data())
def test_edges_are_those_of_all_sentences(text: str, data: st.DataObject) -> None:
    found, known = sentence_edges(text), KnownEdges(sentences(text))
    low = data.draw(st.integers(0, len(text)))
    high = data.draw(st.integers(low, len(text)))
    assert found.last_end(low, high) == known.last_end(low, high)
    assert list(found.starts(low, high)) == list(known.starts(low, high))


@pytest.mark.parametrize("sign", ["", "\u200b"])
def test_an_end_is_after_the_low_place_and_a_start_before_the_high_one(sign: str) -> None:
    edges = sentence_edges(f"Dr. Lee sat. “So.” {sign}He left.")
    assert [edges.last_end(low, high) for low, high in ((0, 11), (0, 12), (12, 17), (11, 18))] == [None, 12, None, 18]
    assert list(edges.starts(4, 19)) == [13]
    assert list(edges.starts(0, 14)) == [0, 13]

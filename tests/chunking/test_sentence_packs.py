"""Packs of sentences that are found only where they are needed, against those of all sentences."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunking.packing import packs
from chunking.sentence_packs import packed_sentences, packs_of_sentences, sentence_packs
from chunking.strategy import SizeParameters
from core.rulers import CharacterRuler
from core.sentences import sentences
from core.spans import Span
from core.text import trim
from tests.core.test_sentence_edges import VISIBLE
from tests.core.test_sentences import AWKWARD_SENTENCES

PROSE = st.lists(st.sampled_from(["word ", "ab. ", "It is. ", "So? ", "Dr. ", "x" * 30, "\n", "\n\n", "。", "“"]))


@settings(deadline=None, max_examples=600)
@given(VISIBLE | AWKWARD_SENTENCES | PROSE.map("".join), st.integers(0, 5), st.integers(1, 60), st.floats(0, 0.99))
def test_packs_are_those_of_all_sentences(text: str, before: int, size: int, share: float) -> None:
    span, ruler = trim(text, min(before, len(text)), len(text)), CharacterRuler(text)
    if span.length <= size:
        return
    params = SizeParameters(chunk_size=size, overlap=int(size * share))
    found = sentences(text, *span)
    whole = list(packs(found, ruler, params))
    assert list(sentence_packs(span, ruler, params)) in ([whole] if len(found) > 1 else [[], whole])
    assert list(packed_sentences(span, ruler, params)) == list(packs_of_sentences(found, ruler, params))


@pytest.mark.parametrize(("overlap", "last"), [(0, "Ninety."), (6, "Eight. Ninety.")])
def test_the_end_of_a_sentence_that_is_too_long_shares_a_pack_with_its_neighbors(overlap: int, last: str) -> None:
    text = "One two. Three four five six seven. Eight. Ninety."
    params = SizeParameters(chunk_size=19, overlap=overlap)
    found = [text[start:end] for start, end in packed_sentences(Span(0, len(text)), CharacterRuler(text), params)]
    assert found == ["One two.", "Three four five six", "seven. Eight.", last]

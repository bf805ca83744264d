"""Word pieces as a unit: the real MiniLM against counting outright, and encoders that cannot say where pieces are."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import SettingError
from core.rulers import Ruler, ruler_for
from embedding.transformer import load_encoder
from tests.chunking.texts import TEXTS
from tests.fakes import HashEncoder

BLANKS = [" ", "\t", "\n", "\r\n", "\x0b", "\x00", "\x85", "\u00a0", "\u3000", "\u200b"]
WORDS = ["naïve", "e\u0301", "\u0301", "[CLS]", "[MASK]", "x" * 101, "水", "don't", "Σας", "İ", "1,234.50", "##ing"]
OTHERS = ["\ufffd", "👩\u200d🌾", "ก็", "unaffable"]
ODD = st.sampled_from(BLANKS + WORDS + OTHERS)
MIXED = st.lists(ODD, max_size=40).map("".join) | TEXTS


class Clipped:
    """An encoder that only counts: words, special pieces, and no say on where they are."""

    def count_pieces(self, texts):
        return [3 + sum(len(word) // 4 + 1 for word in text.split()) for text in texts]


def assert_exact(ruler: Ruler, start: int, end: int, limit: int, count) -> None:
    text = ruler.text
    assert ruler.size(start, end) == count(text[start:end]) == ruler.measure(text[start:end])
    assert all(ruler.size_after(before, start, end) == count(before + text[start:end]) for before in ("Head\n\n", "ab"))
    if start < len(text):
        cut = ruler.reach(start, len(text), limit)
        assert start < cut <= len(text)
        assert ruler.size(start, cut) <= limit or cut == start + 1
    back = ruler.back(0, end, limit)
    assert 0 <= back <= end
    assert back == end or ruler.size(back, end) <= limit


@pytest.fixture(scope="module")
def minilm(models_home):
    return load_encoder("minilm", models_home)


@settings(max_examples=400, deadline=None)
@given(text=MIXED, data=st.data())
def test_minilm_is_counted_exactly_though_only_ends_are_encoded(minilm, text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    ruler = ruler_for("pieces", text, minilm)
    assert_exact(ruler, start, end, data.draw(st.integers(1, 30)), lambda part: minilm.count_pieces([part])[0])


@settings(max_examples=300, deadline=None)
@given(text=MIXED, data=st.data())
def test_an_encoder_that_only_counts_is_counted_outright(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    for counter in (Clipped(), HashEncoder()):
        ruler = ruler_for("pieces", text, counter)
        assert_exact(
            ruler, start, end, data.draw(st.integers(1, 30)), lambda part, by=counter: by.count_pieces([part])[0]
        )


def test_256_pieces_are_what_minilm_reads(minilm):
    text = "The harbour master logs the tide each morning. " * 100
    ruler = ruler_for("pieces", text, minilm)
    cut = ruler.reach(0, len(text), 256)
    assert minilm.count_pieces([text[:cut]]) == [256]
    assert minilm.characters_read([text]) == [len(text[:cut].rstrip())]


def test_pieces_begin_where_the_tokenizer_says(minilm):
    assert minilm.piece_starts("unaffable, 水!") == [0, 3, 6, 9, 11, 12]


def test_the_unit_needs_an_encoder():
    with pytest.raises(SettingError, match="needs an encoder"):
        ruler_for("pieces", "text")

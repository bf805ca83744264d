"""Sizes and reaches in every unit, against counting outright."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import SettingError
from core.rulers import UNITS, ruler_for
from core.tokens import count_tokens
from tests.chunking.texts import TEXTS

COUNTS = {"chars": len, "words": lambda text: len(text.split()), "tokens": count_tokens}


@settings(max_examples=300, deadline=None)
@given(TEXTS.map(lambda text: text * 3), st.data())
def test_the_size_of_a_range_is_that_of_its_text(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    for unit in UNITS:
        assert ruler_for(unit, text).size(start, end) == COUNTS[unit](text[start:end])


@settings(max_examples=300, deadline=None)
@given(TEXTS.map(lambda text: text * 3), TEXTS.map(lambda text: text[-9:]), st.data())
def test_the_size_after_words_is_that_of_both_together(text: str, before: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    for unit in UNITS:
        assert ruler_for(unit, text).size_after(before, start, end) == COUNTS[unit](before + text[start:end])


@settings(max_examples=200, deadline=None)
@given(TEXTS.filter(bool), st.data())
def test_a_reach_fits_and_makes_progress(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    limit = data.draw(st.integers(1, 40))
    for unit in UNITS:
        ruler = ruler_for(unit, text)
        cut = ruler.reach(start, len(text), limit)
        assert start < cut <= len(text)
        assert ruler.size(start, cut) <= limit or cut == start + 1
        assert cut == len(text) or unit == "words" or ruler.size(start, len(text)) > limit


@settings(max_examples=200, deadline=None)
@given(TEXTS.filter(bool), st.data())
def test_going_back_stays_within_the_limit(text: str, data: st.DataObject) -> None:
    end = data.draw(st.integers(1, len(text)))
    limit = data.draw(st.integers(1, 20))
    for unit in UNITS:
        ruler = ruler_for(unit, text)
        cut = ruler.back(0, end, limit)
        assert 0 <= cut <= end
        assert ruler.size(cut, end) <= limit


def test_tokens_of_a_long_range_are_exact_though_only_its_ends_are_encoded() -> None:
    text = "It's 123456789 o'clock:   \n\n\tthe naïve café — 猫が好き。 " * 40
    ruler = ruler_for("tokens", text)
    assert all(ruler.size(start, start + 700) == count_tokens(text[start : start + 700]) for start in range(0, 900, 7))


def test_an_unknown_unit_is_refused() -> None:
    with pytest.raises(SettingError, match="choose one of chars, tokens, words"):
        ruler_for("lines", "text")

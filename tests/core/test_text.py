"""Blank text, trimming, whole characters."""

from __future__ import annotations

import regex
from hypothesis import given

from core.spans import Span
from core.text import is_blank, normalized, trim, whole_character_cut
from tests.chunking.texts import TEXTS


def test_no_break_and_zero_width_characters_are_blank() -> None:
    assert is_blank(" \n\t\u00a0\u200b\ufeff") and not is_blank("\u200ba")


def test_trimming_keeps_invisible_characters_that_touch_a_word() -> None:
    assert trim(" \u200b \u200bab\u200b \u200b", 0, 9) == Span(3, 7)
    assert trim("   ", 0, 3) == Span(0, 0)


@given(TEXTS)
def test_trimming_loses_nothing_visible(text: str) -> None:
    span = trim(text, 0, len(text))
    assert is_blank(text[: span.start]) and is_blank(text[span.end :])


def test_a_cut_spares_clusters_and_line_ends() -> None:
    assert whole_character_cut("a👨‍👩‍👧b", 3, 0) == 1
    assert whole_character_cut("a\r\nb", 2, 0) == 1
    assert whole_character_cut("👨‍👩‍👧b", 2, 0) == 2


def test_whole_characters_are_those_of_unicode() -> None:
    characters = [chr(number) for number in (*range(1, 0x250), *range(0x2FF0, 0xA010), 0xFE0F, 0x200D, 0x1F600)]
    for text in ("".join(characters), "".join(f"{character}a" for character in characters)):
        boundaries = {match.end() for match in regex.finditer(r"\X", text)}
        assert {
            place for place in range(1, len(text)) if whole_character_cut(text, place, 0) == place
        } == boundaries - {len(text)}


def test_identity_ignores_white_space_and_composition_only() -> None:
    assert normalized("caf\u0065\u0301  au\nlait ") == "café au lait"

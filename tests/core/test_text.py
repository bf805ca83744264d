"""Blank text, trimming, whole characters, sentences and paragraphs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from core.sentences import paragraphs, sentences
from core.spans import Span
from core.text import is_blank, normalized, trim, whole_character_cut
from tests.chunking.texts import TEXTS


def shown(text: str, spans: list[Span]) -> list[str]:
    return [text[span.start : span.end] for span in spans]


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


def test_identity_ignores_white_space_and_composition_only() -> None:
    assert normalized("caf\u0065\u0301  au\nlait ") == "café au lait"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dr. Lee paid 3.50 at 9 a.m. for e.g. tea. It was fine.", 2),
        ("今天下雨。我们留在家里！你来吗？好的。" * 20, 80),
        ("ما هو النظام؟ هذا نظام جديد. یہ پہلا ہے۔ यह पहला है। यह दूसरा है।", 5),
    ],
    ids=["C37 abbreviations", "C40 Chinese", "C42 Arabic, Urdu, Hindi"],
)
def test_sentences_of_many_scripts(text: str, expected: int) -> None:
    assert len(sentences(text)) == expected


def test_sentences_do_not_cross_blank_lines_and_may_wrap() -> None:
    text = "A heading\n\nOne sentence\nthat wraps. Another."
    assert shown(text, sentences(text)) == ["A heading", "One sentence\nthat wraps.", "Another."]


@settings(deadline=None)
@given(TEXTS.map(lambda text: text * 40))
def test_sentences_hold_every_visible_character_once(text: str) -> None:
    position = 0
    for span in sentences(text):
        assert span.start >= position and is_blank(text[position : span.start])
        position = span.end
    assert is_blank(text[position:])


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_paragraphs_are_runs_between_blank_lines(line_end: str) -> None:
    text = line_end.join(["one", "still one", " ", "two", "", "", "three"])
    assert shown(text, paragraphs(text)) == [f"one{line_end}still one", "two", "three"]

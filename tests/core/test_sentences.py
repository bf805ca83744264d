"""Sentences in any script: the laws on all texts, passages marked by hand, and the cases of the failure log."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.sentences import BLANK_LINE, paragraphs, sentences
from core.spans import Span
from core.text import is_blank, trim
from tests.chunking.texts import AWKWARD, TEXTS
from tests.core.labeled import Passage, marked_spans, passages

MARKS = ["。", "」", "「", "と", "“", "” ", " « ", "»", "!", "?", "…", "¹ ", ".[1] A", "ο; Α", "ก ก", "'", "|", ". "]
BLANKS = ["\n", "\n\n", "\r\n", "\r", "\u200b", "\ufeff", " ", "\u00a0", "\u2028", "\x85", "\x0c"]
WORDS = ["Dr. ", "B. ", "3. ", "e.g. ", "word ", "été ", "X-2. ", "iPad ", "😀", "\ud800", "\x00", "l'art. 5"]
LINES = ["2.1 Abc\n", "METHODS\n", "# H\n", "- ", "1) "]
FRAGMENTS = st.sampled_from([*MARKS, *BLANKS, *WORDS, *LINES])
AWKWARD_SENTENCES = st.lists(FRAGMENTS, max_size=30).map("".join) | TEXTS | st.sampled_from(sorted(AWKWARD.values()))


def shown(text: str, spans: list[Span]) -> list[str]:
    return [text[span.start : span.end] for span in spans]


@settings(deadline=None, max_examples=500)
@given(AWKWARD_SENTENCES)
def test_sentences_are_trimmed_in_order_disjoint_and_hold_all_that_is_visible(text: str) -> None:
    position = 0
    for span in sentences(text):
        assert position <= span.start < span.end
        assert trim(text, *span) == span
        assert is_blank(text[position : span.start])
        position = span.end
    assert is_blank(text[position:])


@settings(deadline=None, max_examples=300)
@given(AWKWARD_SENTENCES)
def test_a_blank_line_ends_a_sentence(text: str) -> None:
    found = sentences(text)
    for gap in BLANK_LINE.finditer(text):
        assert not any(span.start < gap.start() and gap.end() < span.end for span in found)


@settings(deadline=None, max_examples=200)
@given(AWKWARD_SENTENCES, st.integers(0, 40), st.integers(0, 40))
def test_a_range_is_cut_as_its_text_is(text: str, start: int, length: int) -> None:
    start = min(start, len(text))
    inside = [Span(start + span.start, start + span.end) for span in sentences(text[start : start + length])]
    assert sentences(text, start, min(len(text), start + length)) == inside


@settings(deadline=None)
@given(AWKWARD_SENTENCES, st.sampled_from(["\n", "\r\n", "\r"]))
def test_line_ends_of_every_system_mean_the_same(text: str, line_end: str) -> None:
    unix = text.replace("\r", "\n")
    other = unix.replace("\n", line_end)
    assert ["".join(one.split()) for one in shown(unix, sentences(unix))] == [
        "".join(one.split()) for one in shown(other, sentences(other))
    ]


@pytest.mark.parametrize("passage", passages(), ids=lambda one: f"{one.language} {one.kind}")
def test_no_sentence_is_lost_in_a_marked_passage(passage: Passage) -> None:
    found = sentences(passage.text)
    assert "".join("".join(one.split()) for one in shown(passage.text, found)) == "".join(passage.text.split())


@pytest.mark.parametrize(("held_out", "share"), [(False, 0.98), (True, 0.96)])
def test_marked_passages_are_cut_as_marked(held_out: bool, share: float) -> None:
    """All but a few whole: what no rule of punctuation can tell stays wrong and stays in the set."""
    chosen = [one for one in passages() if one.held_out == held_out]
    whole = [one for one in chosen if one.ends_of(sentences(one.text)) == one.ends]
    assert len(whole) >= share * len(chosen)


def test_c37_abbreviations_decimals_and_times_end_no_sentence() -> None:
    text = "Dr. Lee paid 3.50 at 9 a.m. for e.g. tea. It was fine."
    assert shown(text, sentences(text))[1:] == ["It was fine."]


def test_c39_german_ordinals_end_no_sentence() -> None:
    text = "Am 3. Mai spielt die 1. Liga. Danach ist frei."
    assert shown(text, sentences(text))[1:] == ["Danach ist frei."]


def test_c40_chinese_without_a_blank_has_sentences() -> None:
    text = "今天下雨。我们留在家里！你来吗？好的。" * 20
    assert shown(text, sentences(text)) == ["今天下雨。", "我们留在家里！", "你来吗？", "好的。"] * 20


def test_c42_marks_of_other_scripts_end_sentences() -> None:
    text = "ما هو النظام؟ هذا نظام جديد. یہ پہلا ہے۔ यह पहला है। यह दूसरा है।"
    assert [one[-1] for one in shown(text, sentences(text))] == ["؟", ".", "۔", "।", "।"]


@pytest.mark.parametrize(
    "marked",
    [
        "He left.‖ (It was late.)‖ “Why?”‖ “So.”",
        "“It is late.‖ We should go,” she said.",
        "See https://example.org/a.b?c=1.5&d=2.‖ Then v2.0.1 of run.sh.",
        "Bring:‖\n- a map‖\n- two litres of\n  water‖\n3. Go",
        "他说：「走吧！」‖她没动。‖“好。”",
        "Am\n3. Mai war es kalt.‖ Es gab 12.‖ Danach keine.",
        "Das Virus SARS-CoV-2.‖ Was ist das?‖ Die Frage.",
        "I don’t.‖ I’m here.‖ It turned on.‖ He gave it to me.‖ That is all.",
    ],
)
def test_boundaries_by_hand(marked: str) -> None:
    text = marked.replace("‖", "")
    assert sentences(text) == marked_spans(marked)


def test_sentences_do_not_cross_blank_lines_and_may_wrap() -> None:
    text = "A heading\n\nOne sentence\nthat wraps. Another."
    assert shown(text, sentences(text)) == ["A heading", "One sentence\nthat wraps.", "Another."]


@pytest.mark.parametrize(
    "unit",
    ["1. ", "\n1.2 A", "A", "\nAB", "。“", ".[1", "«»", "a\r\n", "I. ", "\n ", "ο;", "Am 3. Mai "],
)
def test_time_grows_with_the_length(unit: str) -> None:
    started = time.process_time()
    sentences("\n" + unit * (400_000 // len(unit)))
    assert time.process_time() - started < 10


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_paragraphs_are_runs_between_blank_lines(line_end: str) -> None:
    text = line_end.join(["one", "still one", " ", "two", "", "", "three"])
    assert shown(text, paragraphs(text)) == [f"one{line_end}still one", "two", "three"]

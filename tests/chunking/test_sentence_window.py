"""Spans of a few sentences and what is returned around them, by hand."""

from __future__ import annotations

import pytest

from chunking_strategies import chunk_spec, cut_document
from core.types import Chunk, Document

FLAT = "A ran. B sat. C hid. D won. E left."


def cut(text: str, size: int = 512, overlap: int = 0, **params: object) -> list[Chunk]:
    values = {"chunk_size": size, "overlap": overlap, "unit": "chars", **params}
    return list(cut_document(Document.from_text(text, "a.md"), chunk_spec("sentence-window", values)).chunks)


def found_and_returned(text: str, chunks: list[Chunk]) -> list[tuple[str, str]]:
    return [(chunk.text, text[chunk.returned.start : chunk.returned.end]) for chunk in chunks]


def test_the_section_is_returned() -> None:
    text = "Before.\n\n# H\n\nA ran. B sat. C hid.\n\n## I\n\nD won.\n"
    assert found_and_returned(text, cut(text, sentences=2)) == [
        ("Before.", "Before."),
        ("# H\n\nA ran. B sat.", "# H\n\nA ran. B sat. C hid."),
        ("C hid.", "# H\n\nA ran. B sat. C hid."),
        ("## I\n\nD won.", "## I\n\nD won."),
    ]


def test_a_section_too_large_is_returned_in_whole_sentences_around_the_chunk() -> None:
    assert [returned for _, returned in found_and_returned(FLAT, cut(FLAT, sentences=1, parent_size=21))] == [
        "A ran. B sat. C hid.",
        "A ran. B sat. C hid.",
        "B sat. C hid. D won.",
        "C hid. D won. E left.",
        "C hid. D won. E left.",
    ]


@pytest.mark.parametrize(("window", "returned"), [(0, "C hid."), (1, "B sat. C hid. D won."), (9, FLAT)])
def test_a_window_of_sentences_is_returned(window: int, returned: str) -> None:
    chunks = cut(FLAT, sentences=1, parent="window", window=window)
    assert found_and_returned(FLAT, chunks)[2] == ("C hid.", returned)


def test_c05_the_last_chunk_is_no_repetition_alone() -> None:
    text = "A ran. B sat. C hid. D won."
    assert [chunk.text for chunk in cut(text, overlap=13, sentences=3)] == ["A ran. B sat. C hid.", "C hid. D won."]
    assert [chunk.text for chunk in cut(text, overlap=13, sentences=4)] == [text]


def test_the_chunk_size_is_a_limit_for_long_sentences() -> None:
    chunks = cut("One very long sentence without an end\n\nB sat.", 20, sentences=3, parent_size=1)
    assert [chunk.text for chunk in chunks] == ["One very long", "sentence without an", "end\n\nB sat."]
    assert all(chunk.returned == (chunk.start, chunk.end) for chunk in chunks)


def test_tables_and_code_are_no_sentences() -> None:
    text = "A ran.\n\n| a | b |\n|---|---|\n| 1. | 2. |\n\nB sat.\n\n```\nx = 1.\ny = 2.\n```\n"
    assert [chunk.text for chunk in cut(text, sentences=3)] == [
        "A ran.",
        "| a | b |\n|---|---|\n| 1. | 2. |",
        "B sat.",
        "```\nx = 1.\ny = 2.\n```",
    ]

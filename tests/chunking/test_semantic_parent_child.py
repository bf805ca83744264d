"""Which paragraphs share a parent, and what happens where one is too large."""

from __future__ import annotations

import pytest

from chunking.tools import Tools
from chunking_strategies import STRATEGIES, ChunkingFactory, chunk_document, chunk_spec, cut_document
from core.rulers import ruler_for
from core.spans import Span
from core.types import Chunk, Document
from tests.chunking.test_semantic import REFUSED, AngleEncoder
from tests.chunking.texts import AWKWARD
from tests.fakes import hash_tools

TEXT = "A cat sat.\n\nA cat ran.\n\nA dog sat.\n\nA dog ran."


def cut(text: str, **values: object) -> list[Chunk]:
    tools = Tools(encoder=lambda name: AngleEncoder(), strategies=STRATEGIES)
    spec = chunk_spec("semantic-parent-child", {"chunk_size": 512, "overlap": 0, **values})
    return chunk_document(Document.from_text(text), spec, tools)


def test_paragraphs_are_children_and_runs_alike_are_parents() -> None:
    chunks = cut(TEXT)
    assert [chunk.text for chunk in chunks] == TEXT.split("\n\n")
    assert [chunk.returned for chunk in chunks] == [Span(0, 22), Span(0, 22), Span(24, 46), Span(24, 46)]


def test_a_cosine_at_the_threshold_keeps_paragraphs_together() -> None:
    """The cosine of 0 and 60 degrees is 0.5."""
    text = "A cat sat.\n\nA mixed lot."
    assert [chunk.parent for chunk in cut(text, threshold=0.49)] == [Span(0, 24)] * 2
    assert [chunk.parent for chunk in cut(text, threshold=0.51)] == [Span(0, 10), Span(12, 24)]


def test_a_parent_is_no_larger_than_its_size() -> None:
    parents = {chunk.parent for chunk in cut(TEXT, unit="chars", chunk_size=10, parent_size=21, threshold=-1)}
    assert parents == {Span(0, 10), Span(12, 22), Span(24, 34), Span(36, 46)}
    parents = {chunk.parent for chunk in cut(TEXT, unit="chars", chunk_size=10, parent_size=22, threshold=-1)}
    assert parents == {Span(0, 22), Span(24, 46)}


def test_a_paragraph_larger_than_a_chunk_is_cut_at_sentences() -> None:
    text = "A cat sat. A cat ran. A cat ate."
    chunks = cut(text, unit="chars", chunk_size=21)
    assert [chunk.text for chunk in chunks] == ["A cat sat. A cat ran.", "A cat ate."]
    assert {chunk.parent for chunk in chunks} == {Span(0, 32)}


@pytest.mark.parametrize("label", AWKWARD)
def test_parents_hold_their_children_and_keep_their_size(label: str) -> None:
    document = Document.from_text(AWKWARD[label] * 3)
    for unit in ("chars", "words", "tokens"):
        ruler = ruler_for(unit, document.text)
        for size, overlap, parent_size in ((2, 1, 1), (16, 8, 40), (30, 0, 30)):
            values = {"chunk_size": size, "overlap": overlap, "unit": unit, "parent_size": parent_size}
            for chunk in chunk_document(document, chunk_spec("semantic-parent-child", values), hash_tools()):
                parent = chunk.returned
                assert parent.start <= chunk.start < chunk.end <= parent.end
                assert ruler.size(*parent) <= max(size, parent_size) or parent.length == 1


def test_a_paragraph_that_cannot_be_encoded_stays_with_the_one_before() -> None:
    tools = Tools(encoder=lambda name: AngleEncoder(), strategies=STRATEGIES)
    document = Document.from_text(f"A cat sat.\n\nAn {REFUSED} one.\n\nA dog sat.")
    found = cut_document(document, chunk_spec("semantic-parent-child", {}), tools)
    assert [chunk.parent for chunk in found.chunks] == [Span(0, 30), Span(0, 30), Span(32, 42)]
    assert sum(found.notes.values()) == 1


def test_real_paragraphs(models_home) -> None:
    text = (
        "The cat sleeps on the sofa. Cats like warm places.\n\nKittens and cats purr when they are stroked.\n\n"
        "The central bank raised its interest rate in March.\n\nHigher interest rates of the bank make loans dearer."
    )
    chunker = ChunkingFactory.create_chunker("semantic-parent-child", threshold=0.35)
    assert chunker.chunk_text(text, chunk_size=512, overlap=50) == text.split("\n\n")
    parents = [chunk.parent for chunk in chunker.chunk(Document.from_text(text))]
    assert parents[0] == parents[1] != parents[2] == parents[3]

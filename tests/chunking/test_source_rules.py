"""Row-based and entity-based against the rules of the source document, written out naively."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from chunking_strategies import ChunkingFactory
from core.types import Document

PIECES = st.sampled_from(
    ["alpha", "b", " ", ",", "1,John,25", "# Head", "## ", "\n", "\n\n", "\n\n\n", "long " * 6, "Ünï"]
)
TEXTS = st.lists(PIECES, max_size=50).map("".join)


def rows_by_the_rule(text: str, chunk_size: int, overlap: int) -> list[str]:
    """The document's loop; the overlap spares the previous chunk's first row and yields to the next row."""
    chunks: list[list[str]] = []
    current: list[str] = []
    for line in text.split("\n"):
        if current and sum(len(row) + 1 for row in [*current, line]) > chunk_size:
            chunks.append(current)
            repeated: list[str] = []
            for row in reversed(current[1:]):
                if sum(len(r) + 1 for r in [row, *repeated]) > overlap:
                    break
                repeated.insert(0, row)
            while repeated and sum(len(row) + 1 for row in [*repeated, line]) > chunk_size:
                repeated.pop(0)
            current = repeated
        current.append(line)
    chunks.append(current)
    return [joined for joined in ("\n".join(rows) for rows in chunks) if joined.strip()]


def entities_by_the_rule(text: str, chunk_size: int, overlap: int) -> list[str]:
    """The document's loop, sizes counted on the joined text; the last entity is repeated only where it fits."""
    found = [part.strip() for part in re.split(r"(?:\n\n+|(?=^#{1,6}\s))", text, flags=re.MULTILINE)]
    chunks: list[list[str]] = []
    current: list[str] = []
    for entity in filter(None, found):
        if current and len("\n\n".join([*current, entity])) > chunk_size:
            chunks.append(current)
            last = current[-1]
            fits = len(last) <= overlap and len(f"{last}\n\n{entity}") <= chunk_size
            current = [last] if len(current) > 1 and fits else []
        current.append(entity)
    return ["\n\n".join(chunk) for chunk in [*chunks, current] if chunk]


def test_the_documents_row_example_comes_out_to_the_letter() -> None:
    chunker = ChunkingFactory.create_chunker("row-based")
    text = "id,name,age\n1,John,25\n2,Jane,30\n3,Bob,35"
    assert chunker.chunk_text(text, chunk_size=35, overlap=10) == [
        "id,name,age\n1,John,25\n2,Jane,30",
        "2,Jane,30\n3,Bob,35",
    ]


def test_the_documents_entity_example_comes_out_to_the_letter() -> None:
    chunker = ChunkingFactory.create_chunker("entity_based")
    text = "# Section 1\nThis is paragraph 1.\n\nThis is paragraph 2.\n\n# Section 2\nThis is paragraph 3."
    assert chunker.chunk_text(text, chunk_size=80, overlap=20) == [
        "# Section 1\nThis is paragraph 1.\n\nThis is paragraph 2.",
        "This is paragraph 2.\n\n# Section 2\nThis is paragraph 3.",
    ]


@settings(max_examples=400, deadline=None)
@given(text=TEXTS, size=st.integers(2, 80), share=st.floats(0, 0.99))
def test_row_based_follows_the_rule(text: str, size: int, share: float) -> None:
    overlap = int(size * share)
    assert ChunkingFactory.create_chunker("row-based").chunk_text(text, size, overlap) == rows_by_the_rule(
        text, size, overlap
    )


@settings(max_examples=200, deadline=None)
@given(text=TEXTS, size=st.integers(2, 80), share=st.floats(0, 0.99))
def test_a_csv_without_quotes_is_cut_as_its_text_is(text: str, size: int, share: float) -> None:
    overlap, chunker = int(size * share), ChunkingFactory.create_chunker("row-based")
    chunks = chunker.chunk(Document.from_text(text, "a.csv"), size, overlap)
    assert [chunk.text for chunk in chunks] == chunker.chunk_text(text, size, overlap)


@settings(max_examples=400, deadline=None)
@given(text=TEXTS, size=st.integers(2, 80), share=st.floats(0, 0.99))
def test_entity_based_follows_the_rule(text: str, size: int, share: float) -> None:
    overlap = int(size * share)
    assert ChunkingFactory.create_chunker("entity-based").chunk_text(text, size, overlap) == entities_by_the_rule(
        text, size, overlap
    )

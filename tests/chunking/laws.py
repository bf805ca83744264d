"""The laws of chunking, checked without the product's own checks."""

from __future__ import annotations

from itertools import pairwise

from chunking.strategy import Strategy
from core.rulers import ruler_for
from core.text import is_blank
from core.types import Chunk, Document


def assert_laws(document: Document, chunks: list[Chunk], strategy: Strategy, size: int, unit: str) -> None:
    """Cover, progress, slices, parents, identity and size, written without the product's own checks."""
    text, ruler = document.text, ruler_for(unit, document.text)
    covered = bytearray(len(text))
    for chunk in chunks:
        assert chunk.text == text[chunk.start : chunk.end]
        assert not is_blank(chunk.text)
        covered[chunk.start : chunk.end] = b"\1" * (chunk.end - chunk.start)
        if chunk.summary:
            assert ruler.measure(chunk.summary) <= size
        elif not chunk.overflow and len(chunk.text) > 1:
            shown = strategy.render(text, chunk.start, chunk.end) if strategy.render else chunk.text
            assert ruler.measure(f"{chunk.context}\n\n{shown}" if chunk.context else shown) <= size
        if chunk.parent:
            assert chunk.parent.start <= chunk.start and chunk.end <= chunk.parent.end
    for before, after in pairwise(chunks):
        assert before.start < after.start and before.end < after.end
    missed = "".join(character for character, seen in zip(text, covered, strict=True) if not seen)
    assert is_blank(missed)
    assert len({chunk.id for chunk in chunks}) == len(chunks)

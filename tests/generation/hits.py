"""Hits from plain text, for tests that need no index."""

from __future__ import annotations

from core.spans import Span
from core.types import Chunk, Hit


def hits_of(*texts: str, offset: int = 0) -> list[Hit]:
    """One hit a text, ranked in the order given; text n is document dN.txt from `offset` on."""
    return [_hit(rank, text, offset) for rank, text in enumerate(texts, start=1)]


def _hit(rank: int, text: str, offset: int) -> Hit:
    span = Span(offset, offset + len(text))
    chunk = Chunk(f"c{rank}", f"d{rank}.txt", span.start, span.end, text)
    return Hit(rank, chunk, 1.0 / rank, "cosine similarity", {}, span, text)

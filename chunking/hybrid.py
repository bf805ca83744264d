"""Ends at paragraphs where it can, like sparse, and repeats an overlap, like dense."""

from __future__ import annotations

from collections.abc import Iterator

from chunking.dense import windows_of
from chunking.strategy import Piece, SizeParameters, Strategy
from chunking.tools import Tools
from core.rulers import Ruler
from core.sentence_edges import KnownEdges
from core.sentences import paragraphs
from core.types import Document


def split(document: Document, params: SizeParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece]:
    """Windows whose end prefers a paragraph's, then a sentence's, then a word's."""
    yield from windows_of(document, params, ruler, better_ends=[KnownEdges(paragraphs(document.text))])


HYBRID = Strategy(
    name="hybrid",
    label="Hybrid",
    summary="Paragraphs first, then a fixed size with overlap: ends like sparse, overlaps like dense.",
    best_for="Mixed documents",
    params=SizeParameters,
    split=split,
)

"""Ends at paragraphs where it can, like sparse, and repeats an overlap, like dense."""

from __future__ import annotations

from collections.abc import Iterator

from chunking.strategy import Piece, SizeParameters, Strategy
from chunking.windows import Stops, windows
from core.rulers import Ruler
from core.sentences import paragraphs, sentences
from core.text import trim, words
from core.types import Document


def split(document: Document, params: SizeParameters, ruler: Ruler) -> Iterator[Piece]:
    """Windows whose end prefers a paragraph's, then a sentence's, then a word's."""
    blocks, found, pieces = paragraphs(document.text), sentences(document.text), words(document.text)
    stops = Stops(
        ends=([span.end for span in blocks], [span.end for span in found], [span.end for span in pieces]),
        starts=([span.start for span in found], [span.start for span in pieces]),
    )
    body = trim(document.text, 0, len(document.text))
    for window in windows(body, ruler, params.chunk_size, params.overlap, stops):
        yield Piece(*window)


HYBRID = Strategy(
    name="hybrid",
    label="Hybrid",
    summary="Paragraphs first, then a fixed size with overlap: ends like sparse, overlaps like dense.",
    best_for="Mixed documents",
    params=SizeParameters,
    split=split,
)

"""Overlapping windows that end at sentences. Unlike fixed-size, never cuts inside a sentence that fits."""

from __future__ import annotations

from collections.abc import Iterator

from chunking.strategy import Piece, SizeParameters, Strategy
from chunking.windows import Stops, windows
from core.rulers import Ruler
from core.sentences import sentences
from core.text import trim, words
from core.types import Document


def split(document: Document, params: SizeParameters, ruler: Ruler) -> Iterator[Piece]:
    """Windows that end at a sentence (else at a word) and begin, within the overlap, at a sentence or a word."""
    found = sentences(document.text)
    pieces = words(document.text)
    stops = Stops(
        ends=([sentence.end for sentence in found], [word.end for word in pieces]),
        starts=([sentence.start for sentence in found], [word.start for word in pieces]),
    )
    body = trim(document.text, 0, len(document.text))
    for window in windows(body, ruler, params.chunk_size, params.overlap, stops):
        yield Piece(*window)


DENSE = Strategy(
    name="dense",
    label="Dense",
    summary="Overlapping windows of a fixed size that end at sentences.",
    best_for="Linear text: books, articles",
    params=SizeParameters,
    split=split,
)

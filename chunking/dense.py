"""Overlapping windows that end at sentences. Unlike fixed-size, never cuts inside a sentence that fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chunking.strategy import Piece, SizeParameters, Strategy
from chunking.tools import Tools
from chunking.windows import Stops, windows
from core.rulers import Ruler
from core.sentence_edges import Edges, sentence_edges
from core.text import trim
from core.types import Document


def split(document: Document, params: SizeParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece]:
    """Windows that end at a sentence (else at a word) and begin, within the overlap, at a sentence or a word."""
    yield from windows_of(document, params, ruler, better_ends=())


def windows_of(
    document: Document, params: SizeParameters, ruler: Ruler, better_ends: Sequence[Edges]
) -> Iterator[Piece]:
    """Windows over the visible text; the ends of `better_ends` are preferred to those of sentences."""
    edges = sentence_edges(document.text)
    stops = Stops(ends=[*better_ends, edges], starts=edges)
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

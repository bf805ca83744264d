"""Overlapping windows that end at sentences. Unlike fixed-size, never cuts inside a sentence that fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chunking.strategy import Piece, SizeParameters, Strategy
from chunking.tools import Tools
from chunking.windows import Stops, windows
from core.rulers import Ruler
from core.sentences import sentences
from core.spans import Span
from core.text import trim
from core.types import Document


def split(document: Document, params: SizeParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece]:
    """Windows that end at a sentence (else at a word) and begin, within the overlap, at a sentence or a word."""
    yield from windows_of(document, params, ruler, better_ends=())


def windows_of(
    document: Document, params: SizeParameters, ruler: Ruler, better_ends: Sequence[Span]
) -> Iterator[Piece]:
    """Windows over the visible text; the ends of `better_ends`, where given, are preferred to those of sentences."""
    found = sentences(document.text)
    stops = Stops(
        ends=[[span.end for span in spans] for spans in (better_ends, found)],
        starts=[span.start for span in found],
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

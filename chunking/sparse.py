"""Whole paragraphs packed up to the size. Unlike dense, a boundary falls inside a paragraph only if it is too long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from chunking.packing import pack
from chunking.parts import word_parts
from chunking.strategy import Piece, SizeParameters, Strategy
from chunking.tools import Tools
from core.rulers import Ruler
from core.sentences import paragraphs, sentences
from core.spans import Span
from core.types import Document


def split(document: Document, params: SizeParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece]:
    """Runs of paragraphs that fit, packed; each paragraph that does not fit is packed by its sentences alone."""

    def fits(paragraph: Span) -> bool:
        return ruler.size(*paragraph) <= params.chunk_size

    for together, run in groupby(paragraphs(document.text), key=fits):
        if together:
            yield from packed(list(run), ruler, params)
        else:
            for paragraph in run:
                units = sentence_units(sentences(document.text, *paragraph), ruler, params.chunk_size)
                yield from packed(list(units), ruler, params)


def packed(units: list[Span], ruler: Ruler, params: SizeParameters) -> Iterator[Piece]:
    """Pieces from the first to the last unit of each pack."""

    def size(first: int, last: int) -> int:
        return ruler.size(units[first].start, units[last].end)

    for first, last in pack(len(units), size, params.chunk_size, params.overlap):
        yield Piece(units[first].start, units[last].end)


def sentence_units(found: Iterable[Span], ruler: Ruler, limit: int) -> Iterator[Span]:
    """Sentences, and parts of sentences that are too long even alone."""
    for sentence in found:
        if ruler.size(*sentence) <= limit:
            yield sentence
        else:
            yield from word_parts(sentence, ruler, limit)


SPARSE = Strategy(
    name="sparse",
    label="Sparse",
    summary="Whole paragraphs packed up to the size; a paragraph that is too long is cut at sentences.",
    best_for="Articles with clear paragraphs",
    params=SizeParameters,
    split=split,
)

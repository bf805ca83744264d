"""Whole paragraphs packed up to the size. Unlike dense, a boundary falls inside a paragraph only if it is too long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import cast

from chunking.packing import pack
from chunking.parts import word_parts
from chunking.prose import Cut
from chunking.regions import LIKE_TEXT, pieces_around_regions, regions_knob
from chunking.strategy import Note, Piece, SizeParameters, Strategy
from chunking.tools import Tools
from core.rulers import Ruler
from core.sentences import paragraphs, sentences
from core.spans import Span
from core.types import Document


@dataclass(frozen=True, slots=True)
class SparseParameters(SizeParameters):
    """Sizes, and what is done with tables and other regions."""

    regions: str = regions_knob("split", split=LIKE_TEXT)


def split(document: Document, params: SizeParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece | Note]:
    """Runs of paragraphs that fit, packed; each paragraph that does not fit is packed by its sentences alone."""

    def cut(paragraph: Span, limit: int) -> Iterator[Piece]:
        smaller = replace(params, chunk_size=limit, overlap=params.overlap_within(limit))
        units = sentence_units(sentences(document.text, *paragraph), ruler, limit)
        return packed(list(units), ruler, smaller)

    settings = cast(SparseParameters, params)
    if settings.regions == "split":
        yield from _split(document.text, params, ruler, cut)
    else:
        yield from pieces_around_regions(document.text, settings.regions, params, ruler, cut, together=False)


def _split(text: str, params: SizeParameters, ruler: Ruler, cut: Cut) -> Iterator[Piece | Note]:
    for span in packs(paragraphs(text), ruler, params):
        if ruler.size(*span) <= params.chunk_size:
            yield Piece(*span)
        else:
            yield from cut(span, params.chunk_size)


def packed(units: Sequence[Span], ruler: Ruler, params: SizeParameters) -> Iterator[Piece]:
    """Pieces from the first to the last unit of each pack."""
    return (Piece(*span) for span in packs(units, ruler, params))


def packs(units: Sequence[Span], ruler: Ruler, params: SizeParameters) -> Iterator[Span]:
    """As many neighboring units as fit, as one range; a unit that does not fit alone is a range of its own."""

    def size(first: int, last: int) -> int:
        return ruler.size(units[first].start, units[last].end)

    for first, last in pack(len(units), size, params.chunk_size, params.overlap):
        yield Span(units[first].start, units[last].end)


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
    params=SparseParameters,
    split=split,
)

"""Whole paragraphs packed up to the size. Unlike dense, a boundary falls inside a paragraph only if it is too long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from chunking.packing import packs
from chunking.prose import Cut
from chunking.regions import LIKE_TEXT, pieces_around_regions, regions_knob
from chunking.sentence_packs import packed_sentences
from chunking.strategy import Note, Piece, SizeParameters, Strategy
from chunking.tools import Tools
from core.rulers import Ruler
from core.sentences import paragraphs
from core.spans import Range
from core.types import Document


@dataclass(frozen=True, slots=True)
class SparseParameters(SizeParameters):
    """Sizes, and what is done with tables and other regions."""

    regions: str = regions_knob("split", split=LIKE_TEXT)


def split(document: Document, params: SizeParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece | Note]:
    """Runs of paragraphs that fit, packed; each paragraph that does not fit is packed by its sentences alone."""

    def cut(paragraph: Range, limit: int) -> Iterator[Piece]:
        return (Piece(*span) for span in packed_sentences(paragraph, ruler, params.within(limit)))

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


SPARSE = Strategy(
    name="sparse",
    label="Sparse",
    summary="Whole paragraphs packed up to the size; a paragraph that is too long is cut at sentences.",
    best_for="Articles with clear paragraphs",
    params=SparseParameters,
    split=split,
)

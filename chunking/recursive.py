"""Headers, then blank lines, line ends, sentences, words, and characters last: the first that makes parts small enough.

Unlike sparse, every level of structure is tried before the next, and small neighbors are merged again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import cast

from chunking.parts import word_parts
from chunking.regions import LIKE_TEXT, pieces_around_regions, regions_knob
from chunking.sparse import packed, packs
from chunking.strategy import Note, Piece, SizeParameters, Strategy, TokenParameters
from chunking.tools import Tools
from core.rulers import Ruler
from core.sentences import paragraphs, sentences
from core.spans import Span
from core.text import trim
from core.types import Document

# Begins with a literal, which is found quickly; what stands before it is looked at afterwards.
_HEADER = re.compile(r"#(?<![^\n]#)#{0,5}\s")
_LINE_END = re.compile(r"\r\n|\n|\r")
_LINE_FEED = re.compile(r"\n")  # ten times faster, where there are no others
_SPACE = re.compile(r"\s+")

Level = Callable[[str, Span], list[Span]]


@dataclass(frozen=True, slots=True)
class RecursiveParameters(TokenParameters):
    """Sizes, and what is done with tables and other regions."""

    regions: str = regions_knob("split", split=LIKE_TEXT)


def split(document: Document, params: SizeParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece | Note]:
    """Parts that fit, merged with their neighbors of the same level up to the size."""

    def cut(span: Span, limit: int) -> Iterator[Piece]:
        smaller = replace(params, chunk_size=limit, overlap=params.overlap_within(limit))
        return _cascade(span, _LEVELS, smaller, ruler)

    settings = cast(RecursiveParameters, params)
    if settings.regions == "split":
        yield from cut(trim(document.text, 0, len(document.text)), params.chunk_size)
    else:
        yield from pieces_around_regions(document.text, settings.regions, params, ruler, cut)


def _cascade(span: Span, levels: Sequence[Level], params: SizeParameters, ruler: Ruler) -> Iterator[Piece]:
    """One part if it fits; else the parts of the first level that divides it, packed, or cut further if need be."""
    if ruler.size(*span) <= params.chunk_size:
        yield Piece(*span)
        return
    for depth, level in enumerate(levels):
        parts = level(ruler.text, span)
        if len(parts) > 1:
            below = levels[depth + 1 :]
            for part in packs(parts, ruler, params):
                if ruler.size(*part) <= params.chunk_size:  # by far most: no generator for these
                    yield Piece(*part)
                else:
                    yield from _cascade(part, below, params, ruler)
            return
    yield from packed(list(word_parts(span, ruler, params.chunk_size)), ruler, params)


def _divided(text: str, span: Span, cuts: Iterable[int]) -> list[Span]:
    """The visible parts of a span between the cuts; separators stay with the part before."""
    parts = []
    start = span.start
    for cut in chain(cuts, (span.end,)):
        if cut > start:
            part = trim(text, start, cut)
            if part.end > part.start:
                parts.append(part)
            start = cut
    return parts


def _sections(text: str, span: Span) -> list[Span]:
    return _divided(text, span, (header.start() for header in _HEADER.finditer(text, *span)))


def _paragraphs(text: str, span: Span) -> list[Span]:
    return paragraphs(text, *span)


def _lines(text: str, span: Span) -> list[Span]:
    line_end = _LINE_FEED if text.find("\r", *span) < 0 else _LINE_END
    return _divided(text, span, (match.end() for match in line_end.finditer(text, *span)))


def _sentences(text: str, span: Span) -> list[Span]:
    return sentences(text, *span)


def _words(text: str, span: Span) -> list[Span]:
    return _divided(text, span, (match.end() for match in _SPACE.finditer(text, *span)))


# Each is asked only inside a part that the levels before it left too large.
_LEVELS: tuple[Level, ...] = (_sections, _paragraphs, _lines, _sentences, _words)

RECURSIVE = Strategy(
    name="recursive",
    label="Recursive",
    summary="Cuts at headers, else blank lines, lines, sentences, words; merges small neighbors up to the size.",
    best_for="Structured documents; a good default",
    params=RecursiveParameters,
    split=split,
)

"""Headers, then blank lines, line ends, sentences, words, and characters last: the first that makes parts small enough.

Unlike sparse, every level of structure is tried before the next, and small neighbors are merged again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import cast

from chunking.packing import packs
from chunking.parts import word_parts
from chunking.regions import LIKE_TEXT, pieces_around_regions, regions_knob
from chunking.sentence_packs import sentence_packs
from chunking.strategy import Note, Piece, SizeParameters, Strategy, TokenParameters
from chunking.tools import Tools
from core.rulers import Ruler
from core.sentences import paragraphs
from core.spans import Span
from core.text import is_blank, trim, words
from core.types import Document

# Begins with a literal, which is found quickly; what stands before it is looked at afterwards.
_HEADER = re.compile(r"#(?<![^\n]#)#{0,5}\s")
_LINE_END = re.compile(r"\r\n|\n|\r")
_LINE_FEED = re.compile(r"\n")  # ten times faster, where there are no others

# The packs of the parts that a level divides a range into; none, or the range itself, where it does not divide it.
Level = Callable[[Span, Ruler, SizeParameters], Iterable[Span]]


@dataclass(frozen=True, slots=True)
class RecursiveParameters(TokenParameters):
    """Sizes, and what is done with tables and other regions."""

    regions: str = regions_knob("split", split=LIKE_TEXT)


def split(document: Document, params: SizeParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece | Note]:
    """Parts that fit, merged with their neighbors of the same level up to the size."""

    def cut(span: Span, limit: int) -> Iterator[Piece]:
        return _cascade(span, _LEVELS, params.within(limit), ruler)

    settings = cast(RecursiveParameters, params)
    if settings.regions == "split":
        yield from cut(trim(document.text, 0, len(document.text)), params.chunk_size)
    else:
        yield from pieces_around_regions(document.text, settings.regions, params, ruler, cut)


def _cascade(span: Span, levels: Sequence[Level], params: SizeParameters, ruler: Ruler) -> Iterator[Piece]:
    """One part if it fits; else the packs of the first level that divides it, cut further if need be."""
    if ruler.size(*span) <= params.chunk_size:
        yield Piece(*span)
        return
    for depth, level in enumerate(levels):
        found = list(level(span, ruler, params))
        if found and found[0] != span:
            below = levels[depth + 1 :]
            for part in found:
                if ruler.size(*part) <= params.chunk_size:  # by far most: no generator for these
                    yield Piece(*part)
                else:
                    yield from _cascade(part, below, params, ruler)
            return
    for part in packs(list(word_parts(span, ruler, params.chunk_size)), ruler, params):
        yield Piece(*part)


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


def _packed(parts: Callable[[str, Span], list[Span]]) -> Level:
    def level(span: Span, ruler: Ruler, params: SizeParameters) -> Iterable[Span]:
        found = parts(ruler.text, span)
        return packs(found, ruler, params) if len(found) > 1 else ()

    return level


def _sections(text: str, span: Span) -> list[Span]:
    return _divided(text, span, (header.start() for header in _HEADER.finditer(text, *span)))


def _paragraphs(text: str, span: Span) -> list[Span]:
    return paragraphs(text, *span)


def _lines(text: str, span: Span) -> list[Span]:
    returns = text.find("\r", *span) >= 0
    if not returns and text.find("\n", *span) < 0:
        return [span]
    line_end = _LINE_END if returns else _LINE_FEED
    return _divided(text, span, (match.end() for match in line_end.finditer(text, *span)))


def _words(text: str, span: Span) -> list[Span]:
    return [word for word in words(text, *span) if not is_blank(text[word.start : word.end])]


# Each is asked only inside a part that the levels before it left too large.
_LEVELS = (_packed(_sections), _packed(_paragraphs), _packed(_lines), sentence_packs, _packed(_words))

RECURSIVE = Strategy(
    name="recursive",
    label="Recursive",
    summary="Cuts at headers, else blank lines, lines, sentences, words; merges small neighbors up to the size.",
    best_for="Structured documents; a good default",
    params=RecursiveParameters,
    split=split,
)

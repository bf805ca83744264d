"""Headers, then blank lines, line ends, sentences, words, and characters last: the first that makes parts small enough.

Unlike sparse, every level of structure is tried before the next, and small neighbors are merged again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from chunking.packing import packs
from chunking.parts import word_parts
from chunking.regions import LIKE_TEXT, pieces_around_regions, regions_knob
from chunking.sentence_packs import sentence_packs
from chunking.strategy import Note, Piece, SizeParameters, Strategy, TokenParameters
from chunking.tools import Tools
from core.rulers import Ruler
from core.sentences import paragraph_ranges
from core.spans import Range
from core.text import is_blank, trim, visible_parts, words
from core.types import Document

# Begins with a literal, which is found quickly; what stands before it is looked at afterwards.
_HEADER = re.compile(r"#(?<![^\n]#)#{0,5}\s")
_LINE_END = re.compile(r"\r\n|\n|\r")
_LINE_FEED = re.compile(r"\n")  # ten times faster, where there are no others

# The packs of the parts that a level divides a range into; none, or the range itself, where it does not divide it.
Level = Callable[[Range, Ruler, SizeParameters], Iterable[Range]]


@dataclass(frozen=True, slots=True)
class RecursiveParameters(TokenParameters):
    """Sizes, and what is done with tables and other regions."""

    regions: str = regions_knob("split", split=LIKE_TEXT)


def split(document: Document, params: SizeParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece | Note]:
    """Parts that fit, merged with their neighbors of the same level up to the size."""

    def cut(span: Range, limit: int) -> Iterator[Piece]:
        return _cascade(span, _LEVELS, params.within(limit), ruler)

    settings = cast(RecursiveParameters, params)
    if settings.regions == "split":
        yield from cut(trim(document.text, 0, len(document.text)), params.chunk_size)
    else:
        yield from pieces_around_regions(document.text, settings.regions, params, ruler, cut)


def _cascade(span: Range, levels: Sequence[Level], params: SizeParameters, ruler: Ruler) -> Iterator[Piece]:
    """One part if it fits; else the packs of the first level that divides it, cut further if need be."""
    size, limit = ruler.size, params.chunk_size
    if size(*span) <= limit:
        yield Piece(*span)
        return
    for depth, level in enumerate(levels):
        found = list(level(span, ruler, params))
        if found and found[0] != span:
            below = levels[depth + 1 :]
            for part in found:
                if size(*part) <= limit:  # by far most: no generator for these
                    yield Piece(*part)
                else:
                    yield from _cascade(part, below, params, ruler)
            return
    for part in packs(list(word_parts(span, ruler, limit)), ruler, params):
        yield Piece(*part)


def _packed(parts: Callable[[str, int, int], Sequence[Range]]) -> Level:
    def level(span: Range, ruler: Ruler, params: SizeParameters) -> Iterable[Range]:
        found = parts(ruler.text, *span)
        return packs(found, ruler, params) if len(found) > 1 else ()

    return level


def _sections(text: str, start: int, end: int) -> list[Range]:
    return visible_parts(text, (start, *(header.start() for header in _HEADER.finditer(text, start, end)), end))


def _lines(text: str, start: int, end: int) -> list[Range]:
    returns = text.find("\r", start, end) >= 0
    if not returns and text.find("\n", start, end) < 0:
        return []
    line_end = _LINE_END if returns else _LINE_FEED
    return visible_parts(text, (start, *(match.end() for match in line_end.finditer(text, start, end)), end))


def _words(text: str, start: int, end: int) -> list[Range]:
    found = words(text, start, end)
    return found if text[start:end].isascii() else [word for word in found if not is_blank(text[slice(*word)])]


# Each is asked only inside a part that the levels before it left too large.
_LEVELS = (_packed(_sections), _packed(paragraph_ranges), _packed(_lines), sentence_packs, _packed(_words))

RECURSIVE = Strategy(
    name="recursive",
    label="Recursive",
    summary="Cuts at headers, else blank lines, lines, sentences, words; merges small neighbors up to the size.",
    best_for="Structured documents; a good default",
    params=RecursiveParameters,
    split=split,
)

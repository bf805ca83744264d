"""Headers, then blank lines, line ends, sentences, words, and characters last: the first that makes parts small enough.

Unlike sparse, every level of structure is tried before the next, and small neighbours are merged again.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import groupby, pairwise

from chunking.parts import word_parts
from chunking.sparse import packed
from chunking.strategy import Piece, SizeParameters, Strategy, TokenParameters
from chunking.tools import Tools
from core.rulers import Ruler
from core.sentences import BLANK_LINE, sentences
from core.spans import Span
from core.text import trim
from core.types import Document

_HEADER = re.compile(r"^(?=#{1,6}\s)", re.MULTILINE)
_LINE_END = re.compile(r"\r\n|\n|\r")
_SPACE = re.compile(r"\s+")


def split(document: Document, params: SizeParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece]:
    """Parts that fit, merged with their neighbours of the same level up to the size."""
    text = document.text
    levels = [
        [match.start() for match in _HEADER.finditer(text)],
        [match.end() for match in BLANK_LINE.finditer(text)],
        [match.end() for match in _LINE_END.finditer(text)],
        [sentence.start for sentence in sentences(text)],
        [match.end() for match in _SPACE.finditer(text)],
    ]
    yield from _cascade(trim(text, 0, len(text)), levels, params, ruler)


def _cascade(span: Span, levels: list[list[int]], params: SizeParameters, ruler: Ruler) -> Iterator[Piece]:
    """One part if it fits; else the parts of the first level that divides it, each cut further if need be."""
    if ruler.size(*span) <= params.chunk_size:
        yield Piece(*span)
        return
    for depth, cuts in enumerate(levels):
        parts = _divided(span, cuts, ruler.text)
        if len(parts) > 1:
            for fits, run in groupby(parts, key=lambda part: ruler.size(*part) <= params.chunk_size):
                if fits:
                    yield from packed(list(run), ruler, params)
                else:
                    for part in run:
                        yield from _cascade(part, levels[depth + 1 :], params, ruler)
            return
    yield from packed(list(word_parts(span, ruler, params.chunk_size)), ruler, params)


def _divided(span: Span, cuts: list[int], text: str) -> list[Span]:
    """The visible parts of a span between the cuts that lie inside it; separators stay with the part before."""
    inside = cuts[bisect_left(cuts, span.start + 1) : bisect_left(cuts, span.end)]
    edges = [span.start, *inside, span.end]
    parts = (trim(text, start, end) for start, end in pairwise(edges))
    return [part for part in parts if part.length]


RECURSIVE = Strategy(
    name="recursive",
    label="Recursive",
    summary="Cuts at headers, else blank lines, lines, sentences, words; merges small neighbours up to the size.",
    best_for="Structured documents; a good default",
    params=TokenParameters,
    split=split,
)

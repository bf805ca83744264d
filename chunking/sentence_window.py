"""Spans of a few sentences to be found, each with what is around it to be read. Unlike dense, its chunks are small.

A chunk's parent is what retrieval returns: the section that it stands in, or some sentences on either side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import cast

from chunking.blocks import LINE_END, Block
from chunking.outline import Section, outline_of
from chunking.packing import Pack, pack
from chunking.parts import word_parts
from chunking.strategy import Piece, SizeParameters, Strategy, TokenParameters
from chunking.tools import Tools
from core.parameters import knob
from core.rulers import Ruler
from core.sentences import sentences
from core.spans import Span
from core.text import trim
from core.types import Document

_OF_LINES = {"table", "code"}


@dataclass(frozen=True, slots=True)
class SentenceWindowParameters(TokenParameters):
    """Sizes, and how much is found and how much is returned."""

    sentences: int = knob(
        3, label="Sentences a chunk", help="How many sentences are searched as one, at most.", low=1, high=1000
    )
    parent: str = knob(
        "section",
        label="What is returned",
        help="section: all of the section under the same heading. window: some sentences on either side.",
        choices=("section", "window"),
    )
    window: int = knob(
        3,
        label="Sentences on either side",
        help="How many sentences before and after are returned with a chunk.",
        low=0,
        high=1000,
        when=("parent", "window"),
    )
    parent_size: int = knob(
        1024,
        label="Largest size of what is returned",
        help="In the chosen unit. Where the section is larger, whole sentences around the chunk up to this size.",
        low=1,
        high=1_000_000_000,
    )


def split(document: Document, params: SizeParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece]:
    """Chunks of consecutive sentences of one section; at most one sentence is repeated, where it fits the overlap."""
    settings = cast(SentenceWindowParameters, params)
    for section in outline_of(document.text):
        runs = list(_runs(section, ruler, params.chunk_size))
        units = [unit for run, _ in runs for unit in run]
        before = 0
        for run, countable in runs:
            most = settings.sentences if countable else len(run)
            for first, last in _packs(run, most, ruler, params):
                parent = _parent(units, before + first, before + last, settings, ruler)
                yield Piece(run[first].start, run[last].end, parent=parent, heading_path=section.path)
            before += len(run)


def _packs(units: Sequence[Span], most: int, ruler: Ruler, params: SizeParameters) -> Iterator[Pack]:
    def overlap_size(first: int, last: int) -> int:
        return ruler.size(units[first].start, units[last].end)

    def size(first: int, last: int) -> int:
        return overlap_size(first, last) if last - first < most else params.chunk_size + 1

    yield from pack(len(units), size, params.chunk_size, params.overlap, overlap_size, most_repeated=1)


def _runs(section: Section, ruler: Ruler, limit: int) -> Iterator[tuple[list[Span], bool]]:
    """Neighboring sentences of a section, and whether they are to be counted: lines of code and tables are not."""
    headings = Span(section.headings[0].start, section.headings[-1].end) if section.headings else None
    for countable, blocks in groupby(section.blocks, key=lambda block: block.kind not in _OF_LINES):
        if countable:
            # One range, because sentences of short paragraphs and list items share a chunk.
            group = list(blocks)
            yield _fitting(sentences(ruler.text, group[0].start, group[-1].end), headings, ruler, limit), True
            headings = None
            continue
        for block in blocks:
            whole = Span(block.start, block.end)
            lines = [whole] if ruler.size(*whole) <= limit else _lines(ruler.text, block)
            yield _fitting(lines, headings, ruler, limit), False
            headings = None
    if headings:
        yield _fitting([headings], None, ruler, limit), True


def _fitting(units: Sequence[Span], headings: Span | None, ruler: Ruler, limit: int) -> list[Span]:
    """The units, those that are too large cut at words; the headings begin the first of them where that fits."""
    parts = [part for unit in units for part in _cut(unit, ruler, limit)]
    if headings is None:
        return parts
    if parts and ruler.size(headings.start, parts[0].end) <= limit:
        return [Span(headings.start, parts[0].end), *parts[1:]]
    return [*_cut(headings, ruler, limit), *parts]


def _cut(span: Span, ruler: Ruler, limit: int) -> Iterator[Span]:
    if ruler.size(*span) <= limit:
        yield span
    else:
        yield from word_parts(span, ruler, limit)


def _lines(text: str, block: Block) -> list[Span]:
    """The lines of a block that show something."""
    ends = [match.end() for match in LINE_END.finditer(text, block.start, block.end)]
    spans = (trim(text, start, end) for start, end in zip([block.start, *ends], [*ends, block.end], strict=True))
    return [span for span in spans if span.length]


def _parent(units: Sequence[Span], first: int, last: int, params: SentenceWindowParameters, ruler: Ruler) -> Span:
    """As many whole sentences around first..last as are asked for and fit; where one side ends, the other goes on."""
    most = params.window if params.parent == "window" else len(units)

    def around(each_side: int) -> Span:
        return Span(units[max(0, first - each_side)].start, units[min(len(units) - 1, last + each_side)].end)

    fits, step = 0, 1
    while fits < most and ruler.size(*around(min(most, fits + step))) <= params.parent_size:
        fits, step = min(most, fits + step), step * 2
    too_many = min(most + 1, fits + step)
    while too_many - fits > 1:
        middle = (fits + too_many) // 2
        if ruler.size(*around(middle)) <= params.parent_size:
            fits = middle
        else:
            too_many = middle
    return around(fits)


SENTENCE_WINDOW = Strategy(
    name="sentence-window",
    label="Sentence window",
    summary="A few sentences are searched; the section or the sentences around them are returned.",
    best_for="Precise questions to long running text",
    params=SentenceWindowParameters,
    split=split,
)

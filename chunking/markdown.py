"""Blocks packed within their section. Unlike section, text under different headings never shares a chunk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from chunking.fitting import within_size
from chunking.inner import inner_pieces
from chunking.outline import Section, outline_of
from chunking.prose import Prose
from chunking.regions import Cutter, regions_knob
from chunking.strategy import Note, Piece, SizeParameters, Strategy, TokenParameters
from chunking.tools import Tools
from chunking.units import Room
from core.parameters import knob
from core.rulers import Ruler
from core.spans import Range, Span
from core.types import Document

_TITLES = " > "
_CONTEXT_HELP = "Each chunk carries the titles above it as context (Alpha > Beta), within the size."


@dataclass(frozen=True, slots=True)
class MarkdownParameters(TokenParameters):
    """Sizes, and what is done with blocks larger than a chunk."""

    regions: str = regions_knob("repeat-header")
    inner: str = knob(
        "recursive",
        label="Strategy for prose larger than a chunk",
        help="The strategy that cuts a paragraph or quote which is too large.",
        names="strategy",
    )
    heading_context: bool = knob(False, label="Heading path as context", help=_CONTEXT_HELP)


def split(document: Document, params: SizeParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece | Note]:
    """The chunks of one section after the other; a heading stays with what follows it."""
    settings = cast(MarkdownParameters, params)
    too_large = 0
    for section in outline_of(document.text):
        prefix, lost = heading_prefix(section.path if settings.heading_context else (), ruler, params.chunk_size)
        too_large = max(too_large, lost)
        yield from pieces_of(section, prefix, document, settings, ruler, tools)
    yield from prefix_notes(too_large, settings)


def pieces_of(
    section: Section,
    prefix: str,
    document: Document,
    params: MarkdownParameters,
    ruler: Ruler,
    tools: Tools,
    *,
    together: bool = False,
) -> Iterator[Piece | Note]:
    """The blocks of a section packed up to the size. With `together`, neighboring paragraphs are cut as one text."""

    def cut(part: Range, limit: int) -> Iterator[Piece | Note]:
        return within_size(inner_pieces(document, Span(*part), params.inner, limit, params, tools), ruler, limit)

    room = Room(ruler, params.chunk_size, prefix)
    if room.fits(section.start, section.end):
        yield Piece(section.start, section.end, prefix, heading_path=section.path)
        return
    cutter = Cutter(room, params.regions, Prose(room, cut), section.path)
    headings = Span(section.headings[0].start, section.headings[-1].end) if section.headings else None
    blocks = cutter.runs(section.blocks) if together else section.blocks
    yield from cutter.pieces(blocks, params.overlap, headings)


def heading_prefix(path: tuple[str, ...], ruler: Ruler, limit: int) -> tuple[str, int]:
    """The titles in one line, outer ones left out until half of the limit is free; and what it took where any are."""
    whole = ruler.measure(f"{_TITLES.join(path)}\n\n") if path else 0
    for first in range(len(path)):
        prefix = _TITLES.join(path[first:])
        if ruler.measure(f"{prefix}\n\n") <= limit // 2:
            return prefix, whole if first else 0
    return "", whole


def prefix_notes(too_large: int, params: SizeParameters) -> Iterator[Note]:
    """What a document says whose heading paths were too large, `too_large` being the largest of them."""
    if too_large:
        taken = f"{too_large:,} {params.unit} beside a size of {params.chunk_size:,}"
        yield Note("document", f"with heading paths that did not fit whole: up to {taken}")


MARKDOWN = Strategy(
    name="markdown",
    label="Markdown",
    summary="Whole paragraphs, lists, tables and code packed within each section, with the path of headings.",
    best_for="Markdown with headings: manuals, wikis, READMEs",
    params=MarkdownParameters,
    split=split,
)

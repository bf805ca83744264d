"""A chunk for each section, with the headings above it. Unlike markdown, small sections share one.

The boundaries are the document's own; sizes come second: what is too large is cut by another strategy, what is
smaller than a floor is merged with its neighbors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import cast

from chunking.markdown import MarkdownParameters, heading_prefix, pieces_of, prefix_notes
from chunking.outline import Section, outline_of
from chunking.recursive import RECURSIVE, RecursiveParameters
from chunking.strategy import Note, Piece, SizeParameters, Strategy
from chunking.tools import Tools
from chunking.two_limits import TwoLimits
from chunking.units import Room
from core.parameters import knob
from core.rulers import Ruler
from core.types import Document


@dataclass(frozen=True, slots=True)
class SectionParameters(MarkdownParameters):
    """Sizes, the floor below which sections are merged, and the encoder whose limit is kept."""

    inner: str = knob(
        "recursive",
        label="Strategy for sections larger than a chunk",
        help="The strategy that cuts the prose of a section which is too large.",
        names="strategy",
    )
    heading_context: bool = knob(
        True,
        label="Heading path as context",
        help="Each chunk carries the titles above it as context (Alpha > Beta), within the size.",
    )
    floor: int = knob(
        64,
        label="Merge sections below",
        help="Neighboring sections smaller than this are merged, in the chosen unit. 0 merges none.",
        low=0,
        high=1_000_000_000,
    )
    fit_encoder: bool = knob(
        True,
        label="No more than the encoder reads",
        help="No chunk is larger than what the encoder below reads, whatever the chunk size.",
    )
    encoder: str = knob(
        "minilm",
        label="Encoder",
        help="The encoder whose limit is kept, and whose word pieces count: minilm, mpnet, a folder, or a hub name.",
    )


def split(document: Document, params: SizeParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece | Note]:
    """A chunk for each section or group of small ones; several where it is too large. Flat text is cut by recursive."""
    settings = cast(SectionParameters, params)
    sections = outline_of(document.text)
    if not any(section.headings for section in sections):
        yield from _cut_flat(document, settings, ruler, tools)
        return
    too_large = 0
    for section in _merged(sections, settings, ruler):
        prefix, lost = heading_prefix(section.path if settings.heading_context else (), ruler, params.chunk_size)
        too_large = max(too_large, lost)
        yield from _lowered(section, prefix, settings, ruler)
        yield from pieces_of(section, prefix, document, settings, ruler, tools, together=True)
    yield from prefix_notes(too_large, settings)


def _cut_flat(document: Document, params: SectionParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece | Note]:
    recursive = RecursiveParameters(
        chunk_size=params.chunk_size,
        overlap=params.overlap,
        unit=params.unit,
        encoder=params.encoder,
        regions=params.regions,
    )
    yield Note("document", "without headings, cut by recursive")
    yield from RECURSIVE.split(document, recursive, ruler, tools)


def _merged(sections: Sequence[Section], params: SectionParameters, ruler: Ruler) -> list[Section]:
    """The sections, neighbors below the floor as one with the path that they share."""
    found: list[Section] = []
    for section in sections:
        if found and _belong_together(found[-1], section, params, ruler):
            before = found[-1]
            blocks = (*before.blocks, *section.headings, *section.blocks)
            found[-1] = Section(_shared(before.path, section.path), before.headings, blocks)
        else:
            found.append(section)
    return found


def _belong_together(before: Section, section: Section, params: SectionParameters, ruler: Ruler) -> bool:
    """Whether both are small, one is the other's sibling, parent or child, and together they fit."""
    if "front matter" in {block.kind for block in before.blocks}:
        return False
    shared = _shared(before.path, section.path)
    near = len(shared) >= min(len(before.path), len(section.path)) - 1
    # Half of the size, because their heading path may take the other half.
    return (
        near
        and ruler.size(section.start, section.end) < params.floor
        and ruler.size(before.start, before.end) < params.floor
        and ruler.size(before.start, section.end) <= params.chunk_size // 2
    )


def _shared(path: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(title for title, _ in takewhile(lambda pair: pair[0] == pair[1], zip(path, other, strict=False)))


def _lowered(section: Section, prefix: str, params: SectionParameters, ruler: Ruler) -> Iterator[Note]:
    """A note where it is the encoder's limit, and not the chunk size, for which a section is cut."""
    if not isinstance(ruler, TwoLimits):
        return
    both, asked = (Room(each, params.chunk_size, prefix) for each in (ruler, ruler.asked))
    if asked.fits(section.start, section.end) and not both.fits(section.start, section.end):
        yield Note("section", f"cut only because {params.encoder} reads no more than {ruler.most} word pieces")


SECTION = Strategy(
    name="section",
    label="Section",
    summary="A chunk for each section under its heading path; small ones merged, none larger than the encoder reads.",
    best_for="Documents with many headings: handbooks, policies, FAQs",
    params=SectionParameters,
    split=split,
)

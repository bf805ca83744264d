"""Paragraphs and header-led sections packed whole. Unlike sparse, a Markdown header begins a unit as well."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import cast

from chunking.packing import pack
from chunking.parts import word_parts
from chunking.strategy import Piece, SizeParameters, Strategy
from chunking.tools import Tools
from core.parameters import knob
from core.rulers import Ruler
from core.spans import Span
from core.text import is_blank
from core.types import Document

_BOUNDARY = re.compile(r"(?:\r\n){2,}|\n\n+|(?=^#{1,6}\s)", re.MULTILINE)
_SEPARATOR = "\n\n"


@dataclass(frozen=True, slots=True)
class EntityParameters(SizeParameters):
    """Sizes, and what is done with an entity larger than a chunk."""

    overflow: str = knob(
        "keep",
        label="An entity larger than a chunk",
        help="keep: stays whole in a chunk of its own, and is reported. split: is cut at words.",
        choices=("keep", "split"),
    )


def entities(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """Stripped spans of text[start:end] between blank lines and before header lines, blank ones left out."""
    end = len(text) if end is None else end
    found = []
    # One character more than the range: whether its last line is a header depends on what follows the marks.
    for boundary in _BOUNDARY.finditer(text, start, min(end + 1, len(text))):
        found.append(Span(start, boundary.start()))
        start = boundary.end()
    found.append(Span(start, end))
    stripped = (_strip(text, span) for span in found)
    return [span for span in stripped if not is_blank(text[span.start : span.end])]


def _strip(text: str, span: Span) -> Span:
    inner = text[span.start : span.end]
    start = span.start + len(inner) - len(inner.lstrip())
    return Span(start, max(start, span.start + len(inner.rstrip())))


def joined(text: str, start: int, end: int) -> str:
    """The entities of a range with one blank line between them, which is what sizes count."""
    return _SEPARATOR.join(text[span.start : span.end] for span in entities(text, start, end))


def split(document: Document, params: SizeParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece]:
    """Packs of entities; the last one is repeated where it fits the overlap."""
    settings = cast(EntityParameters, params)
    units = entities(document.text)
    gaps = (document.text[before.end : after.start] for before, after in pairwise(units))
    changed = [0, *accumulate(gap != _SEPARATOR for gap in gaps)]  # gaps before each entity that joining alters

    def size(first: int, last: int) -> int:
        if changed[first] == changed[last]:
            return ruler.size(units[first].start, units[last].end)
        return ruler.measure(_SEPARATOR.join(ruler.text[unit.start : unit.end] for unit in units[first : last + 1]))

    for first, last in pack(len(units), size, params.chunk_size, params.overlap, most_repeated=1):
        span = Span(units[first].start, units[last].end)
        too_large = size(first, last) > params.chunk_size
        if too_large and settings.overflow == "split":
            yield from (Piece(*part) for part in word_parts(span, ruler, params.chunk_size))
        else:
            yield Piece(*span, overflow=too_large)


ENTITY_BASED = Strategy(
    name="entity-based",
    label="Entity-based",
    summary="Paragraphs and header-led sections packed up to the size, the last one repeated; none is cut.",
    best_for="Markdown, technical documentation, posts",
    params=EntityParameters,
    split=split,
    render=joined,
)

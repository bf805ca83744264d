"""From ranked chunks to the passages that are handed on, within a number or a budget. Unlike search.py, ranks nothing.

A passage is a chunk, its parent, or the union of parents that overlap: siblings would otherwise fill the list with
text that is there already.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from core.spans import Span, contains, overlaps
from core.text import normalized_again
from core.tokens import count_again
from core.types import Chunk, Document, Hit, RetrievalSpec


@dataclass(frozen=True, slots=True)
class Ranked:
    """A chunk in a ranking. `channels` holds the scores of the single retrievers that found it."""

    chunk_id: str
    score: float
    score_kind: str
    channels: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Room:
    """How much fits in all, and of one document (None: no limit of its own), in what `cost` counts of a text."""

    whole: int
    each: float | None
    cost: Callable[[str], int]


@dataclass(frozen=True, slots=True, eq=False)
class _Passage:
    """A range with its best chunk and the place of that in the ranking; `grows` where it comes from a parent."""

    order: int
    ranked: Ranked
    chunk: Chunk
    span: Span
    grows: bool


def passages(
    ranking: Iterable[Ranked], chunks: Mapping[str, Chunk], documents: Mapping[str, Document], spec: RetrievalSpec
) -> list[Hit]:
    """Passages in the order of their best chunks; ranks count from 1.

    Chunks are taken in order while what they return is at most `spec.k` passages, or fits `spec.token_budget` (cl100k
    tokens); the first that does not fit ends the list. Passed over are chunks that would give one document more than
    its share, where it has a passage already, and chunks that read the same as one that was taken (white space
    apart). Parents that overlap make one passage, counted once, under the best of their chunks.
    """
    room = _room(spec)
    taken: dict[str, list[_Passage]] = {}
    sizes: dict[str, int] = {}
    readings: set[str] = set()
    for order, ranked in enumerate(ranking):
        chunk = chunks[ranked.chunk_id]
        name, text = chunk.document_id, documents[chunk.document_id].text
        span, grows = _returned(chunk, len(text), expand=spec.expand)
        there = taken.get(name, [])
        if grows and any(passage.grows and contains(passage.span, span) for passage in there):
            continue
        reading = normalized_again(text[span.start : span.end])
        if reading in readings:
            continue
        then = _joined(there, _Passage(order, ranked, chunk, span, grows))
        size = sum(room.cost(text[one.span.start : one.span.end]) for one in then)
        if there and room.each is not None and size > room.each:
            continue
        if sum(sizes.values()) - sizes.get(name, 0) + size > room.whole:
            break
        readings.add(reading)
        taken[name], sizes[name] = then, size
    chosen = sorted(chain.from_iterable(taken.values()), key=lambda passage: passage.order)
    return [_hit(rank, passage, documents) for rank, passage in enumerate(chosen, start=1)]


def _room(spec: RetrievalSpec) -> _Room:
    whole = spec.k if spec.token_budget is None else spec.token_budget
    each = spec.document_share * whole if spec.document_share < 1 else None
    if spec.token_budget is not None:
        return _Room(whole, each, count_again)
    # Rounded first, because 0.07 * 100 is a little more than 7.
    return _Room(whole, None if each is None else math.ceil(round(each, 6)), lambda text: 1)


def _returned(chunk: Chunk, length: int, *, expand: bool) -> tuple[Span, bool]:
    """The parent's range and True; the chunk's own and False where there is no parent that is a range around it."""
    own, parent = Span(chunk.start, chunk.end), chunk.parent
    if expand and parent is not None and contains(parent, own) and contains(Span(0, length), parent):
        return parent, True
    return own, False


def _joined(there: Sequence[_Passage], new: _Passage) -> list[_Passage]:
    """A document's passages with one more; those from parents that overlap it become one with it."""
    joined = [passage for passage in there if passage.grows and new.grows and overlaps(passage.span, new.span)]
    group = [*joined, new]
    span = Span(min(passage.span.start for passage in group), max(passage.span.end for passage in group))
    best = min(group, key=lambda passage: passage.order)
    return [*(passage for passage in there if passage not in joined), replace(best, span=span)]


def _hit(rank: int, passage: _Passage, documents: Mapping[str, Document]) -> Hit:
    ranked, span = passage.ranked, passage.span
    text = documents[passage.chunk.document_id].text[span.start : span.end]
    return Hit(rank, passage.chunk, ranked.score, ranked.score_kind, dict(ranked.channels), span, text)

"""From ranked chunks to the passages that are handed on, within a number or a budget. Unlike search.py, ranks nothing.

A passage is a chunk, its parent, or the union of parents that overlap: siblings would otherwise fill the list with
text that is there already.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, zip_longest

from core.sentences import sentences
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
class LeftOut:
    """A chunk that was ranked but not handed on whole, and why. `rank` is its place among all ranked chunks, from 1."""

    rank: int
    chunk: Chunk
    score: float
    score_kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class Handed:
    """What was handed on, and the chunks that were passed over on the way or came right after."""

    hits: list[Hit]
    left_out: tuple[LeftOut, ...]


# What becomes of a chunk that is offered; all but the first and the last pass it over.
TAKEN, FULL = "taken", "full"
INSIDE = "inside a passage that is there"
SAME_TEXT = "reads the same as a passage that is there"
SHARE = "its document has its share already"
BELOW = "ranked below the last passage"
_AFTERWARDS = 3


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
    tokens); the first that does not fit ends the list, of a parent with as many whole sentences around the chunk as
    fit, so that a larger limit only adds text. Passed over are chunks that would give one document more than its share,
    where it has a passage already, and chunks that read the same as one that was taken (white space apart). Parents
    that overlap make one passage, counted once, under the best of their chunks.
    """
    taken = _Taken(_room(spec), documents)
    for order, ranked in enumerate(ranking):
        passage = _passage(order, ranked, chunks[ranked.chunk_id], documents, expand=spec.expand)
        if taken.offer(passage) == FULL:
            taken.offer_part(passage)
            break
    return taken.hits()


def explained_passages(
    ranking: Iterable[Ranked], chunks: Mapping[str, Chunk], documents: Mapping[str, Document], spec: RetrievalSpec
) -> Handed:
    """The same passages, with the chunks that were passed over, the one that ended the list, and the next few."""
    taken = _Taken(_room(spec), documents)
    left_out: list[LeftOut] = []

    def note(order: int, ranked: Ranked, reason: str) -> None:
        left_out.append(LeftOut(order + 1, chunks[ranked.chunk_id], ranked.score, ranked.score_kind, reason))

    numbered = iter(enumerate(ranking))
    for order, ranked in numbered:
        passage = _passage(order, ranked, chunks[ranked.chunk_id], documents, expand=spec.expand)
        became = taken.offer(passage)
        if became == FULL:
            note(order, ranked, _full(spec, taken, parted=taken.offer_part(passage)))
            break
        if became != TAKEN:
            note(order, ranked, became)
    for order, ranked in islice(numbered, _AFTERWARDS):
        note(order, ranked, BELOW)
    return Handed(taken.hits(), tuple(left_out))


def _full(spec: RetrievalSpec, taken: _Taken, *, parted: bool) -> str:
    if spec.token_budget is None:
        return f"after the first {spec.k:,}"
    free = f"{taken.room.whole - sum(taken.sizes.values()):,} tokens are free"
    return f"only a part of it had room: {free}" if parted else f"no room: {free}"


class _Taken:
    """The passages so far, by document, and the room they take."""

    def __init__(self, room: _Room, documents: Mapping[str, Document]) -> None:
        self.room, self.documents = room, documents
        self.passages: dict[str, list[_Passage]] = {}
        self.sizes: dict[str, int] = {}
        self.readings: set[str] = set()

    def offer(self, new: _Passage) -> str:
        """Take a passage where it says something new and fits; what became of it."""
        name, text = new.chunk.document_id, self.documents[new.chunk.document_id].text
        there = self.passages.get(name, [])
        if new.grows and any(passage.grows and contains(passage.span, new.span) for passage in there):
            return INSIDE
        reading = normalized_again(text[new.span.start : new.span.end])
        if reading in self.readings:
            return SAME_TEXT
        then = _joined(there, new)
        size = sum(self.room.cost(text[one.span.start : one.span.end]) for one in then)
        if there and self.room.each is not None and size > self.room.each:
            return SHARE
        if sum(self.sizes.values()) - self.sizes.get(name, 0) + size > self.room.whole:
            return FULL
        self.readings.add(reading)
        self.passages[name], self.sizes[name] = then, size
        return TAKEN

    def offer_part(self, passage: _Passage) -> bool:
        """Take of a parent that does not fit what does: its chunk, then a sentence more on either side in turn.

        Whether anything of it was taken.
        """
        parted = False
        for part in _parts(passage, self.documents[passage.chunk.document_id].text) if passage.grows else ():
            became = self.offer(part)
            if became == FULL:
                break
            parted = parted or became == TAKEN
        return parted

    def hits(self) -> list[Hit]:
        """The passages by the places of their best chunks in the ranking."""
        chosen = sorted(chain.from_iterable(self.passages.values()), key=lambda passage: passage.order)
        return [_hit(rank, passage, self.documents) for rank, passage in enumerate(chosen, start=1)]


def _room(spec: RetrievalSpec) -> _Room:
    whole = spec.k if spec.token_budget is None else spec.token_budget
    each = spec.document_share * whole if spec.document_share < 1 else None
    if spec.token_budget is not None:
        return _Room(whole, each, count_again)
    # Rounded first, because 0.07 * 100 is a little more than 7.
    return _Room(whole, None if each is None else math.ceil(round(each, 6)), lambda text: 1)


def _passage(order: int, ranked: Ranked, chunk: Chunk, documents: Mapping[str, Document], *, expand: bool) -> _Passage:
    """The parent's range; the chunk's own where there is no parent that is a range around it."""
    own, parent = Span(chunk.start, chunk.end), chunk.parent
    whole = Span(0, len(documents[chunk.document_id].text))
    if expand and parent is not None and contains(parent, own) and contains(whole, parent):
        return _Passage(order, ranked, chunk, parent, True)
    return _Passage(order, ranked, chunk, own, False)


def _parts(passage: _Passage, text: str) -> Iterator[_Passage]:
    """The chunk, and wider and wider ranges around it up to the whole parent; each holds the one before it."""
    start, end = passage.chunk.start, passage.chunk.end
    inside = sentences(text, *passage.span)
    yield replace(passage, span=Span(start, end))
    before = [one.start for one in reversed(inside) if one.start < start]
    after = [one.end for one in inside if one.end > end]
    for left, right in zip_longest(before, after):
        if right is not None:
            end = right
            yield replace(passage, span=Span(start, end))
        if left is not None:
            start = left
            yield replace(passage, span=Span(start, end))


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

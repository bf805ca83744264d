"""Passages as they are taken, one chunk of a ranking after another, into so much room. Unlike passages.py, decides on
one chunk at a time and knows no ranking.

A passage is a chunk, its parent, or the union of parents that overlap: siblings would otherwise fill the list with
text that is there already.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest

from core.sentences import sentences
from core.spans import Span, overlaps
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


# What becomes of a chunk that is offered; all but the first and the last pass it over.
TAKEN, FULL = "taken", "full"
INSIDE = "inside a passage that is there"
SAME_TEXT = "reads the same as a passage that is there"
SHARE = "its document has its share already"


@dataclass(frozen=True, slots=True)
class Room:
    """How much fits in all, and of one document (None: no limit of its own), in what `cost` counts of a text."""

    whole: float
    each: float | None
    cost: Callable[[str], int]


@dataclass(frozen=True, slots=True, eq=False)
class Offered:
    """A range with its best chunk and the place of that in the ranking; `grows` where it comes from a parent."""

    order: int
    ranked: Ranked
    chunk: Chunk
    span: Span
    grows: bool


@dataclass(slots=True)
class Taken:
    """The passages so far, by document, and what each document's take of the room, where that is limited.

    Lists of passages are never changed, only replaced.
    """

    room: Room | None
    documents: Mapping[str, Document]
    passages: dict[str, list[Offered]]
    sizes: dict[str, int]
    readings: set[str]

    @classmethod
    def nothing(cls, room: Room | None, documents: Mapping[str, Document]) -> Taken:
        """No passages yet; without a `room` all fit."""
        return cls(room, documents, {}, {}, set())

    @property
    def size(self) -> int:
        """What all passages take of the room."""
        return sum(self.sizes.values())

    def offer(self, new: Offered) -> str:
        """Take a passage where it says something new and fits; what became of it."""
        name, (start, end) = new.chunk.document_id, new.span
        there = self.passages.get(name, [])
        # Said without a call: a walk to many passages passes over hundreds.
        if new.grows and any(one.grows and one.span[0] <= start and end <= one.span[1] for one in there):
            return INSIDE
        reading = reading_of(new, self.documents)
        if reading in self.readings:
            return SAME_TEXT
        joined = [one for one in there if one.grows and overlaps(one.span, new.span)] if new.grows else []
        whole = _union(joined, new) if joined else new
        if self.room is not None:
            own = self.sizes.get(name, 0)
            size = own + self._cost(self.room, whole) - sum(self._cost(self.room, one) for one in joined)
            if there and self.room.each is not None and size > self.room.each:
                return SHARE
            if self.size - own + size > self.room.whole:
                return FULL
            self.sizes[name] = size
        self.readings.add(reading)
        kept = [one for one in there if one not in joined] if joined else there
        self.passages[name] = [*kept, whole]
        return TAKEN

    def offer_part(self, passage: Offered) -> bool:
        """Take of a parent that does not fit what does: its chunk, then a sentence more on either side in turn.

        Whether anything of it was taken.
        """
        parted = False
        for part in parts_of(passage, self.documents) if passage.grows else ():
            became = self.offer(part)
            if became == FULL:
                break
            parted = parted or became == TAKEN
        return parted

    def hits(self) -> list[Hit]:
        """The passages by the places of their best chunks in the ranking."""
        chosen = sorted(chain.from_iterable(self.passages.values()), key=lambda passage: passage.order)
        return [_hit(rank, passage, self.documents) for rank, passage in enumerate(chosen, start=1)]

    def _cost(self, room: Room, passage: Offered) -> int:
        return room.cost(text_of(passage, self.documents))


def room_of(spec: RetrievalSpec) -> Room:
    """The room that a search has."""
    whole = spec.k if spec.token_budget is None else spec.token_budget
    each = spec.document_share * whole if spec.document_share < 1 else None
    if spec.token_budget is not None:
        return Room(whole, each, count_again)
    # Rounded first, because 0.07 * 100 is a little more than 7.
    return Room(whole, None if each is None else math.ceil(round(each, 6)), lambda text: 1)


def offered(
    ranking: Iterable[Ranked], chunks: Mapping[str, Chunk], documents: Mapping[str, Document], *, expand: bool
) -> Iterator[Offered]:
    """What each chunk would hand on: its parent; its own range where there is no parent that is a range around it."""
    for order, ranked in enumerate(ranking):
        chunk = chunks[ranked.chunk_id]
        parent = chunk.parent if expand else None
        whole = len(documents[chunk.document_id].text)
        if parent is not None and 0 <= parent.start <= chunk.start and chunk.end <= parent.end <= whole:
            yield Offered(order, ranked, chunk, parent, True)
        else:
            yield Offered(order, ranked, chunk, Span(chunk.start, chunk.end), False)


def text_of(passage: Offered, documents: Mapping[str, Document]) -> str:
    """What is handed on."""
    return documents[passage.chunk.document_id].text[passage.span.start : passage.span.end]


def reading_of(passage: Offered, documents: Mapping[str, Document]) -> str:
    """What is handed on, white space apart: passages that read the same are taken once."""
    return normalized_again(text_of(passage, documents))


def parts_of(passage: Offered, documents: Mapping[str, Document]) -> Iterator[Offered]:
    """The chunk, and wider and wider ranges around it up to the whole parent; each holds the one before it."""
    start, end = passage.chunk.start, passage.chunk.end
    inside = sentences(documents[passage.chunk.document_id].text, *passage.span)
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


def _union(joined: Sequence[Offered], new: Offered) -> Offered:
    """Passages from parents that overlap the new one, as one under the best of their chunks."""
    group = [*joined, new]
    span = Span(min(passage.span.start for passage in group), max(passage.span.end for passage in group))
    return replace(min(group, key=lambda passage: passage.order), span=span)


def _hit(rank: int, passage: Offered, documents: Mapping[str, Document]) -> Hit:
    ranked = passage.ranked
    text = text_of(passage, documents)
    return Hit(rank, passage.chunk, ranked.score, ranked.score_kind, dict(ranked.channels), passage.span, text)

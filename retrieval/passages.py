"""From ranked chunks to the passages that are handed on, within a number or a budget. Unlike search.py, ranks nothing.

How one passage after another is taken is in taken.py; the passages within many limits at once are in walk.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

from core.types import Chunk, Document, Hit, RetrievalSpec
from retrieval.taken import FULL, TAKEN, Offered, Ranked, Taken, offered, room_of


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


BELOW = "ranked below the last passage"
_AFTERWARDS = 3


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
    taken = Taken.nothing(room_of(spec), documents)
    for passage in offered(ranking, chunks, documents, expand=spec.expand):
        if taken.offer(passage) == FULL:
            taken.offer_part(passage)
            break
    return taken.hits()


def explained_passages(
    ranking: Iterable[Ranked], chunks: Mapping[str, Chunk], documents: Mapping[str, Document], spec: RetrievalSpec
) -> Handed:
    """The same passages, with the chunks that were passed over, the one that ended the list, and the next few."""
    taken = Taken.nothing(room_of(spec), documents)
    left_out: list[LeftOut] = []

    def note(passage: Offered, reason: str) -> None:
        ranked = passage.ranked
        left_out.append(LeftOut(passage.order + 1, passage.chunk, ranked.score, ranked.score_kind, reason))

    offers = offered(ranking, chunks, documents, expand=spec.expand)
    for passage in offers:
        became = taken.offer(passage)
        if became == FULL:
            note(passage, _full(spec, taken, parted=taken.offer_part(passage)))
            break
        if became != TAKEN:
            note(passage, became)
    for passage in islice(offers, _AFTERWARDS):
        note(passage, BELOW)
    return Handed(taken.hits(), tuple(left_out))


def _full(spec: RetrievalSpec, taken: Taken, *, parted: bool) -> str:
    if spec.token_budget is None:
        return f"after the first {spec.k:,}"
    free = f"{spec.token_budget - taken.size:,} tokens are free"
    return f"only a part of it had room: {free}" if parted else f"no room: {free}"

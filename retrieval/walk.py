"""The passages within any limit, from one walk down a ranking. Unlike passages.py, remembers every step.

What becomes of a chunk does not depend on the limit as long as all fits. So the walk goes as far as the largest limit
asks, and each limit returns what had been taken when it was first exceeded.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from core.tokens import count_again
from core.types import Chunk, Document, Hit, RetrievalSpec
from retrieval.passages import passages
from retrieval.taken import TAKEN, Offered, Ranked, Room, Taken, offered

By = Literal["tokens", "k"]


@dataclass(slots=True)
class Walk:
    """A ranking, read as far as was asked for. Of `spec`, how many passages are returned is left aside."""

    ranking: Iterable[Ranked]
    chunks: Mapping[str, Chunk]
    documents: Mapping[str, Document]
    spec: RetrievalSpec
    _steps: _Steps | None = None

    def within(self, by: By, limit: int) -> Sequence[Hit]:
        """What search returns within so many tokens, or as so many passages; the same object where it is the same.

        `ranking` must be one that can be read again where a document may take only a share: shares hang on the limit.
        """
        if self.spec.document_share < 1:
            return passages(self.ranking, self.chunks, self.documents, limited(self.spec, by, limit))
        if self._steps is None:
            offers = offered(self.ranking, self.chunks, self.documents, expand=self.spec.expand)
            self._steps = _Steps(offers, Taken.nothing(Room(float("inf"), None, count_again), self.documents))
        return self._steps.within(by, limit)


@dataclass(slots=True)
class _Steps:
    """What had been taken after each new passage, and the most tokens and passages that there had been until then.

    `hits` keeps what was asked for: by the step alone, or by the limit where a part of the next passage fits.
    """

    offers: Iterator[Offered]
    taken: Taken
    new: list[Offered] = field(default_factory=list)
    states: list[Taken] = field(default_factory=list)
    highest: dict[By, list[int]] = field(default_factory=lambda: {"tokens": [], "k": []})
    hits: dict[tuple[int, int], Sequence[Hit]] = field(default_factory=dict)

    def within(self, by: By, limit: int) -> Sequence[Hit]:
        highest = self.highest[by]
        while (not highest or highest[-1] <= limit) and self._go_on():
            pass
        step = bisect_right(highest, limit)  # so many passages were taken before it was exceeded
        # A part counts as a passage like a whole one, so that only tokens may have room for one.
        cut = self.new[step] if by == "tokens" and step < len(self.new) and self.new[step].grows else None
        key = (step, limit if cut else 0)
        if key not in self.hits:
            state = self.states[step - 1] if step else Taken.nothing(self.taken.room, self.taken.documents)
            self.hits[key] = tuple(_with_part(state, cut, limit).hits() if cut else state.hits())
        return self.hits[key]

    def _go_on(self) -> bool:
        """Down to the next passage that is taken; whether there is one."""
        for passage in self.offers:
            if self.taken.offer(passage) == TAKEN:
                self.new.append(passage)
                self.states.append(_copy(self.taken))
                for by, now in (("tokens", self.taken.size), ("k", sum(map(len, self.taken.passages.values())))):
                    before = self.highest[by]
                    before.append(max(now, before[-1]) if before else now)
                return True
        return False


def limited(spec: RetrievalSpec, by: By, limit: int) -> RetrievalSpec:
    """The same retrieval within so many tokens, or of so many passages."""
    return replace(spec, token_budget=limit) if by == "tokens" else replace(spec, k=limit, token_budget=None)


def limit_of(spec: RetrievalSpec) -> tuple[By, int]:
    """What limits a retrieval itself."""
    return ("k", spec.k) if spec.token_budget is None else ("tokens", spec.token_budget)


def _copy(taken: Taken) -> Taken:
    return replace(taken, passages=dict(taken.passages), sizes=dict(taken.sizes), readings=set(taken.readings))


def _with_part(state: Taken, passage: Offered, limit: int) -> Taken:
    """What of the passage that exceeded the limit still fits."""
    found = replace(_copy(state), room=replace(state.room, whole=limit))
    found.offer_part(passage)
    return found

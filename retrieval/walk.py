"""The passages within any limit, from one walk down a ranking. Unlike passages.py, remembers every step.

What becomes of a chunk does not depend on the limit as long as all fits. So the walk goes as far as the largest limit
asks, and each limit returns what had been taken when it was first exceeded.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Literal

from core.layout import LayoutRuler
from core.spans import Span
from core.tokens import count_again
from core.types import Chunk, Document, Hit, RetrievalSpec
from retrieval.passages import passages
from retrieval.taken import TAKEN, Offered, Ranked, Taken, offered, parts_of, reading_of

By = Literal["tokens", "k"]


@dataclass(slots=True)
class Walk:
    """A ranking, read as far as was asked for. Of `spec`, how many passages are returned is left aside."""

    ranking: Iterable[Ranked]
    chunks: Mapping[str, Chunk]
    documents: Mapping[str, Document]
    spec: RetrievalSpec
    # By document id, to count tokens by: worth it where the same documents are walked for many questions.
    rulers: Mapping[str, LayoutRuler] | None = None
    _counted: dict[tuple[str, Span], int] = field(default_factory=dict)
    _steps: _Steps | None = None
    # The walks over the parts of passages that do not fit, and the hits, by the steps gone on each.
    _parts: dict[int, _Steps] = field(default_factory=dict)
    _hits: dict[tuple[int, int], Sequence[Hit]] = field(default_factory=dict)

    def within(self, by: By, limit: int) -> Sequence[Hit]:
        """What search returns within so many tokens, or as so many passages; the same object where it is the same.

        `ranking` must be one that can be read again where a document may take only a share: shares hang on the limit.
        """
        if self.spec.document_share < 1:
            return passages(self.ranking, self.chunks, self.documents, limited(self.spec, by, limit))
        if self._steps is None:
            offers = offered(self.ranking, self.chunks, self.documents, expand=self.spec.expand)
            self._steps = _Steps(offers, Taken.nothing(None, self.documents), self._tokens)
        steps, parts = self._steps, None
        place, part = steps.within(by, limit), 0
        # A part counts as a passage like a whole one, so that only tokens may have room for one.
        if by == "tokens" and place < len(steps.new) and steps.new[place].grows:
            parts = self._parts_at(place, steps)
            part = parts.within(by, limit)
        if (place, part) not in self._hits:
            self._hits[place, part] = parts.hits(part) if parts else steps.hits(place)
        return self._hits[place, part]

    def _parts_at(self, place: int, steps: _Steps) -> _Steps:
        """The walk on from this step over the parts of the passage that comes next."""
        if place not in self._parts:
            parts = parts_of(steps.new[place], self.documents)
            self._parts[place] = _Steps(parts, steps.state(place), self._tokens)
        return self._parts[place]

    def tokens(self, hits: Iterable[Hit]) -> int:
        """What the hits have, each counted by itself."""
        return sum(self._tokens(hit.chunk.document_id, hit.returned) for hit in hits)

    def _tokens(self, name: str, span: Span) -> int:
        if (name, span) not in self._counted:
            text = self.documents[name].text[span.start : span.end]
            self._counted[name, span] = self.rulers[name].size(*span) if self.rulers else count_again(text)
        return self._counted[name, span]


@dataclass(slots=True)
class _Steps:
    """Each new passage, what had been taken after it, and the most tokens and passages that there had been until then.

    Tokens are counted as far as limits ask for them.
    """

    offers: Iterator[Offered]
    taken: Taken
    tokens: Callable[[str, Span], int]
    new: list[Offered] = field(default_factory=list)
    after: list[dict[str, list[Offered]]] = field(default_factory=list)
    sizes: dict[By, list[int]] = field(default_factory=dict)
    highest: dict[By, list[int]] = field(default_factory=lambda: {"tokens": [], "k": []})

    def __post_init__(self) -> None:
        self.after.append(dict(self.taken.passages))
        there = list(chain.from_iterable(self.taken.passages.values()))
        self.sizes = {by: [sum(self._cost(by, one) for one in there)] for by in self.highest}

    def within(self, by: By, limit: int) -> int:
        """How many passages were taken before the limit was exceeded."""
        highest = self.highest[by]
        while (not highest or highest[-1] <= limit) and (len(highest) < len(self.new) or self._go_on()):
            now = self._next_size(by, len(highest))
            highest.append(max(now, highest[-1]) if highest else now)
        return bisect_right(highest, limit)

    def hits(self, step: int) -> Sequence[Hit]:
        """What had been taken after so many new passages."""
        return tuple(replace(self.taken, passages=self.after[step]).hits())

    def state(self, step: int) -> Taken:
        """The same, to go on from; it may be changed."""
        beyond = {reading_of(passage, self.taken.documents) for passage in self.new[step:]}
        return replace(self.taken, passages=dict(self.after[step]), readings=self.taken.readings - beyond)

    def _next_size(self, by: By, step: int) -> int:
        """The size after one more passage, which may have joined others of its document."""
        name = self.new[step].chunk.document_id
        before, now = self.after[step].get(name, []), self.after[step + 1][name]
        gone = sum(self._cost(by, one) for one in set(before).difference(now))
        self.sizes[by].append(self.sizes[by][step] + self._cost(by, now[-1]) - gone)
        return self.sizes[by][-1]

    def _cost(self, by: By, passage: Offered) -> int:
        return 1 if by == "k" else self.tokens(passage.chunk.document_id, passage.span)

    def _go_on(self) -> bool:
        """Down to the next passage that is taken; whether there is one."""
        for passage in self.offers:
            if self.taken.offer(passage) == TAKEN:
                self.new.append(passage)
                self.after.append(dict(self.taken.passages))
                return True
        return False


def limited(spec: RetrievalSpec, by: By, limit: int) -> RetrievalSpec:
    """The same retrieval within so many tokens, or of so many passages."""
    return replace(spec, token_budget=limit) if by == "tokens" else replace(spec, k=limit, token_budget=None)


def limit_of(spec: RetrievalSpec) -> tuple[By, int]:
    """What limits a retrieval itself."""
    return ("k", spec.k) if spec.token_budget is None else ("tokens", spec.token_budget)

"""Hits within many limits, cut from those within the largest. Unlike passages.py, ranks and joins nothing.

Where no hit returns a parent, and a document may take as much as there is, each limit returns the first passages of
one list: the first that does not fit ends it. So the list is made once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, takewhile

from core.tokens import count_again
from core.types import Chunk, Document, Hit, RetrievalSpec
from retrieval.passages import Ranked, passages


@dataclass(frozen=True, slots=True)
class NestedHits:
    """Hits by any limit up to the largest ones; `longest` is None where limits do not nest."""

    ranking: Sequence[Ranked]
    chunks: Mapping[str, Chunk]
    documents: Mapping[str, Document]
    spec: RetrievalSpec
    longest: tuple[Hit, ...] | None
    sizes: tuple[int, ...]

    def within(self, *, tokens: int | None = None, k: int | None = None) -> list[Hit]:
        """What search returns within so many tokens, or as so many passages."""
        if self.longest is None:
            return passages(self.ranking, self.chunks, self.documents, _limited(self.spec, tokens, k))
        fitting = len(list(takewhile(lambda size: size <= tokens, self.sizes))) if tokens is not None else k
        return list(self.longest[:fitting])


def nested_hits(
    ranking: Sequence[Ranked],
    chunks: Mapping[str, Chunk],
    documents: Mapping[str, Document],
    spec: RetrievalSpec,
    *,
    most_tokens: int,
    most_k: int,
) -> NestedHits:
    """The hits of a ranking within any limit up to these. Of `spec`, how many passages are returned is left aside."""
    both = [
        passages(ranking, chunks, documents, _limited(spec, tokens, k))
        for tokens, k in ((most_tokens, None), (None, most_k))
    ]
    longest = max(both, key=len)
    nest = spec.document_share >= 1 and not (spec.expand and any(hit.chunk.parent is not None for hit in longest))
    sizes = tuple(accumulate(count_again(hit.text) for hit in longest)) if nest else ()
    return NestedHits(ranking, chunks, documents, spec, tuple(longest) if nest else None, sizes)


def _limited(spec: RetrievalSpec, tokens: int | None, k: int | None) -> RetrievalSpec:
    return replace(spec, token_budget=tokens) if tokens is not None else replace(spec, k=k or spec.k, token_budget=None)

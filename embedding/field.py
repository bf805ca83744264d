"""A document's word pieces as vectors, each read in its surroundings, from which any span's vector is summed.

Unlike an encoder, which reads a chunk alone and up to its limit, the document is read once in overlapping windows, and
chunks of any strategy take their vectors from that: late chunking (Günther et al. 2024, arXiv:2409.04701, sections 3.1
and 3.2), with overlapping windows blended where they meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.spans import Span
from embedding.encoder import Pieces, Places, Vectors

# Sums are kept for every so many pieces: a quarter of the states' size, and few rows to read for a span.
STEP = 16


@dataclass(frozen=True, slots=True)
class TokenField:
    """The states of n word pieces, (n, dimension) in half precision, and where the pieces lie in the text.

    `sums` holds the sum of the first 0, STEP, 2 STEP, ... states, float64. `framed` of the encoder's limit go to
    special pieces and a prefix. The arrays may be mapped files: only the rows that a span needs are read.
    """

    states: NDArray[np.float16]
    sums: NDArray[np.float64]
    starts: Places
    ends: Places
    framed: int

    @classmethod
    def of(cls, states: NDArray[np.float16], pieces: Pieces, framed: int) -> TokenField:
        """A field from the states of all pieces of a text."""
        return cls(states, step_sums(states), pieces.starts, pieces.ends, framed)

    def __len__(self) -> int:
        """How many word pieces there are."""
        return len(self.starts)

    def vectors(self, spans: Sequence[Span], limit: int | None = None) -> Vectors:
        """The mean of the states of each span's pieces, scaled to unit length: float32 (spans, dimension).

        A piece belongs to every span that it shares a character with. `limit` imitates an encoder that reads each
        span alone: only its first so many pieces, special ones counted. A span without a piece is a row of NaN.
        """
        first, last = self.pieces_in(spans)
        if limit is not None:
            last = np.minimum(last, first + max(0, limit - self.framed))
        edges, found = np.unique(np.concatenate([first, last]), return_inverse=True)
        prefixes = self._prefixes(edges)
        totals = prefixes[found[len(first) :]] - prefixes[found[: len(first)]]
        lengths = np.linalg.norm(totals, axis=1, keepdims=True)
        lengths[(last <= first) | (lengths[:, 0] == 0)] = np.nan
        vectors: Vectors = (totals / lengths).astype(np.float32)
        return vectors

    def pieces_in(self, spans: Sequence[Span]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The first piece of each span and the one after its last, int64 (spans,); equal where it has none."""
        bounds = np.array(spans, dtype=np.int64).reshape(-1, 2)
        first = np.searchsorted(self.ends, bounds[:, 0], side="right")
        last = np.searchsorted(self.starts, bounds[:, 1], side="left")
        return first, np.where(bounds[:, 0] < bounds[:, 1], np.maximum(first, last), first)

    def _prefixes(self, edges: NDArray[np.int64]) -> NDArray[np.float64]:
        """The sum of the states before each edge, float64 (edges, dimension)."""
        rest = edges % STEP
        order = np.argsort(-rest, kind="stable")  # so that those with more rows to add come first
        base, rest = (edges - rest)[order], rest[order]
        totals = self.sums[base // STEP]
        for step in range(int(rest.max(initial=0))):
            rows = np.searchsorted(-rest, -step)
            totals[:rows] += self.states[base[:rows] + step]
        placed: NDArray[np.float64] = np.empty_like(totals)
        placed[order] = totals
        return placed


def step_sums(states: NDArray[np.float16]) -> NDArray[np.float64]:
    """The sums of the first 0, STEP, 2 STEP, ... states: float64 (n // STEP + 1, dimension)."""
    whole, dimension = len(states) // STEP, states.shape[1]
    sums = np.zeros((whole + 1, dimension))
    states[: whole * STEP].reshape(whole, STEP, dimension).sum(axis=1, dtype=np.float64, out=sums[1:])
    return np.cumsum(sums, axis=0, out=sums)

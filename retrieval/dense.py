"""Ranking by vectors, exactly. Unlike an approximate index it cannot miss the nearest chunk.

Chroma's graph is approximate and depends on the order and threads of insertion, so equal recipes could give
different hits; a comparison of chunkings must not. One product over all vectors costs milliseconds up to some
hundred thousand chunks, and less than a second for a million, whose vectors are read from disk as they are needed.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from embedding.encoder import Vectors
from retrieval.ranking import LazyRanking

# Encoders differ in the seventh decimal with the batch a text was in; scores must not.
DECIMALS = 6
# Up to here a whole ranking costs less than what is done with it.
_LARGE = 5000
# Up to here vectors are held in memory, in the order of their ids; more are read where they lie.
_HELD = 100_000


class VectorIndex:
    """Vectors in memory, or in a file that is mapped into it: ids and their cosine similarities, best first."""

    def __init__(self, ids: Sequence[str], vectors: Vectors) -> None:
        """`vectors` float32 (n, dimension), rows as ids; they need not have unit length."""
        order = sorted(range(len(ids)), key=ids.__getitem__)
        self.ids = [ids[row] for row in order]
        self._vectors = np.ascontiguousarray(of_unit_length(vectors)[order], dtype=np.float32)
        self._rows: NDArray[np.int64] | None = None

    @classmethod
    def of_unit_vectors(cls, ids: list[str], vectors: Vectors, rows: NDArray[np.int64]) -> VectorIndex:
        """An index of vectors of unit length, such as a mapped file's; `ids` in order, and the row of each."""
        index = cls.__new__(cls)
        index.ids = ids
        few = len(ids) <= _HELD
        index._vectors, index._rows = (vectors[rows], None) if few else (vectors, rows)
        return index

    def rank(self, query: Vectors) -> Sequence[tuple[str, float]]:
        """All chunks by cosine similarity in [-1, 1] (1 - Chroma's cosine distance); ties by chunk id."""
        if not self.ids:
            return []
        length = float(np.linalg.norm(query)) or 1.0
        products = (self._vectors @ query).astype(np.float64)
        similarities = np.round((products if self._rows is None else products[self._rows]) / length, DECIMALS)
        ranking = LazyRanking(self.ids, similarities)
        return ranking if len(self.ids) > _LARGE else list(ranking)

    def reordered(self, order: Sequence[int]) -> VectorIndex:
        """An index of the same vectors, given in another order; it must rank alike."""
        rows = list(order) if self._rows is None else self._rows[list(order)]
        return VectorIndex([self.ids[row] for row in order], self._vectors[rows])


def of_unit_length(vectors: Vectors) -> Vectors:
    """The rows divided by their lengths; zeros stay."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1), dtype=np.float32)

"""Ranking by vectors, exactly. Unlike an approximate index it cannot miss the nearest chunk.

Chroma's graph is approximate and depends on the order and threads of insertion, so equal recipes could give
different hits; a comparison of chunkings must not. One product over all vectors costs milliseconds up to some
hundred thousand chunks.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from embedding.encoder import Vectors

# Encoders differ in the seventh decimal with the batch a text was in; scores must not.
DECIMALS = 6


class VectorIndex:
    """Vectors in memory: ids and their cosine similarities, best first."""

    def __init__(self, ids: Sequence[str], vectors: Vectors) -> None:
        """`vectors` float32 (n, dimension), rows as ids; they need not have unit length."""
        order = sorted(range(len(ids)), key=ids.__getitem__)
        self.ids = [ids[row] for row in order]
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        self._vectors = np.ascontiguousarray((vectors / np.where(lengths > 0, lengths, 1))[order], dtype=np.float32)

    def rank(self, query: Vectors) -> list[tuple[str, float]]:
        """All chunks by cosine similarity in [-1, 1] (1 - Chroma's cosine distance); ties by chunk id."""
        if not self.ids:
            return []
        length = float(np.linalg.norm(query)) or 1.0
        similarities = np.round((self._vectors @ query).astype(np.float64) / length, DECIMALS)
        order = np.argsort(-similarities, kind="stable")
        ranked = similarities[order].tolist()
        return [(self.ids[row], score) for row, score in zip(order.tolist(), ranked, strict=True)]

    def reordered(self, order: Sequence[int]) -> VectorIndex:
        """An index of the same vectors, given in another order; it must rank alike."""
        return VectorIndex([self.ids[row] for row in order], self._vectors[list(order)])

"""A collection that is only held in memory. Unlike one that was built, it has no folder, and Chroma does not know it.

Its chunks, vectors and recipe are those that a build would give, so that what is measured on it holds for the built
one. It can be sent to another process.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import numpy as np

from core.types import Chunk, Document, IndexSpec
from embedding.encoder import Role, Vectors
from retrieval.card import CollectionCard
from retrieval.collection import Collection
from retrieval.dense import VectorIndex
from retrieval.word_index import WordIndex


class KnownVectors:
    """Vectors of questions by text, in place of the cache on disk. `folder` is for arrays too large for memory."""

    folder = Path(gettempdir())

    def __init__(self, vectors: Mapping[str, Vectors]) -> None:
        self._vectors = dict(vectors)

    def get_many(self, role: Role, texts: Sequence[str]) -> dict[str, Vectors]:
        """The vectors that are known, by text; documents' are not."""
        return {text: self._vectors[text] for text in texts if role == "query" and text in self._vectors}

    def put_many(self, role: Role, vectors: Mapping[str, Vectors]) -> None:
        """Remember vectors of questions."""
        if role == "query":
            self._vectors.update(vectors)

    def close(self) -> None:
        """Nothing is held open."""


class UnsavedCollection(Collection):
    """Documents, chunks and their vectors, float32 (n, dimension) with rows as chunks; `queries` by question."""

    def __init__(
        self,
        name: str,
        recipe: IndexSpec,
        documents: Sequence[Document],
        chunks: Sequence[Chunk],
        vectors: Vectors,
        queries: Mapping[str, Vectors],
    ) -> None:
        self._given = (name, recipe, tuple(documents), tuple(chunks), vectors, dict(queries))
        self.card = CollectionCard(
            name=name,
            display=name,
            complete=True,
            recipe=recipe,
            documents=len(documents),
            chunks=len(chunks),
            encoded=len(chunks),
            created="",
        )
        self.home = self.folder = self.version = Path()
        self.documents = {document.id: document for document in documents}
        self.chunks = tuple(chunks)
        self.by_id = {chunk.id: chunk for chunk in self.chunks}

    def __reduce__(self) -> tuple[Any, ...]:
        """Indexes are made again where they are needed."""
        return type(self), self._given

    @cached_property
    def words(self) -> WordIndex:  # type: ignore[override]
        """BM25 over what the encoder reads, context included."""
        return WordIndex({chunk.id: chunk.embed_text for chunk in self.chunks})

    @cached_property
    def vectors(self) -> VectorIndex:  # type: ignore[override]
        """All vectors."""
        return VectorIndex([chunk.id for chunk in self.chunks], self._given[4])

    @cached_property
    def cache(self) -> KnownVectors:  # type: ignore[override]
        """Vectors of the questions."""
        return KnownVectors(self._given[5])

    def check_current(self) -> None:
        """It cannot be removed or changed by others."""

    def close(self) -> None:
        """Nothing is held open."""


def no_vectors(chunks: Sequence[Chunk], dimension: int) -> Vectors:
    """What a collection that is searched by words alone has in place of vectors."""
    return np.zeros((len(chunks), dimension), dtype=np.float32)

"""A collection held open for queries. Unlike collections.py, which opens it, this reads what is in it."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from core.errors import CollectionError
from core.types import Chunk, Document
from embedding.cache import VectorCache
from retrieval.card import CollectionCard, card_stamp, collections_dir, read_card
from retrieval.dense import VectorIndex
from retrieval.reading import EmbedTexts, read_content
from retrieval.server import ServerError, StoreError, StoreLost
from retrieval.vector_file import index_of
from retrieval.versions import words_of
from retrieval.word_index import WordIndex, word_index


class Collection:
    """A complete collection held open for queries. Threads may share it; close it when done."""

    def __init__(self, card: CollectionCard, stamp: tuple[int, int] | None, home: Path) -> None:
        """Read documents and chunks, of many only where they are; vectors and words are read at the first query.

        `stamp` is that of the card, taken before the card was read.
        """
        self.card = card
        self.home = home
        self.folder = collections_dir(home) / card.name
        self.version = self.folder / card.version
        self._stamp = stamp
        self._lock = threading.RLock()
        try:
            content = read_content(self.version, card.chunks)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise _damaged(card.display) from error
        if len(content.chunks) != card.chunks:
            raise _damaged(card.display)
        self.documents: Mapping[str, Document] = content.documents
        self.chunks: Sequence[Chunk] = content.chunks
        self.by_id: Mapping[str, Chunk] = content.by_id

    @property
    def words(self) -> WordIndex:
        """BM25 over what the encoder reads, context included."""
        with self._lock:
            return self._words

    @property
    def vectors(self) -> VectorIndex:
        """All vectors. Raises CollectionError when the store does not hold exactly the collection's chunks."""
        with self._lock:
            return self._vectors

    @property
    def cache(self) -> VectorCache:
        """Vectors of questions asked before."""
        with self._lock:
            return self._cache

    @cached_property
    def _words(self) -> WordIndex:
        return word_index(words_of(self.version), self.card.recipe.code_version, EmbedTexts(self.by_id))

    @cached_property
    def _vectors(self) -> VectorIndex:
        dimension = self.card.recipe.embedding.dimension
        try:
            index = index_of(self.version, self.card.name, self.card.store_files, self.by_id.keys(), dimension)
        except (ServerError, StoreLost):
            self.check_current()
            raise
        except StoreError as error:
            self.check_current()
            if not os.access(self.folder, os.W_OK):
                raise CollectionError(
                    f"Collection {self.card.display} cannot be searched by meaning, because Chroma needs to write to "
                    f"{self.folder}: allow that, or use bm25."
                ) from error
            raise _damaged(self.card.display) from error
        if index is None:
            self.check_current()
            raise _damaged(self.card.display)
        return index

    @cached_property
    def _cache(self) -> VectorCache:
        return VectorCache(self.home, self.card.recipe.embedding.alone)

    @cached_property
    def _texts(self) -> Counter[str]:
        return Counter(chunk.text for chunk in self.chunks)

    def copies(self, chunk: Chunk) -> int:
        """How many chunks of the collection have this chunk's text, itself included."""
        return self._texts[chunk.text]

    def check_current(self) -> None:
        """Raise CollectionError when the collection was removed or changed since it was opened; costs one stat."""
        stamp = card_stamp(self.folder)
        if stamp == self._stamp:
            return
        if stamp is None:
            raise CollectionError(f"Collection {self.card.display} was removed: choose another, or build it again.")
        card = read_card(self.folder)
        if card is not None and not card.complete:
            raise CollectionError(f"Collection {self.card.display} is being rebuilt: wait until that is done.")
        raise CollectionError(f"Collection {self.card.display} was rebuilt since it was opened: open it again.")

    def close(self) -> None:
        """Release what is held open."""
        with self._lock:
            if "_cache" in self.__dict__:
                self._cache.close()
                del self._cache


def _damaged(display: str) -> CollectionError:
    return CollectionError(f"Collection {display} is damaged: build it again, its vectors are still in the cache.")

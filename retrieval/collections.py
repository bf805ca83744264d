"""Collections on disk: which there are, opening one for queries, and removing one. Unlike build.py, writes nothing."""

from __future__ import annotations

import os
import secrets
import shutil
import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from core.errors import CollectionError
from core.types import Chunk, Document, EmbedSpec
from embedding.cache import VectorCache
from embedding.encoder import Encoder
from retrieval.card import (
    INDEX_VERSION,
    CollectionCard,
    card_stamp,
    collections_dir,
    read_card,
    withdraw_card,
)
from retrieval.chroma import close_stores
from retrieval.dense import VectorIndex
from retrieval.lock import writing
from retrieval.naming import safe_name
from retrieval.reading import EmbedTexts, read_content
from retrieval.server import ServerError, StoreError, StoreLost
from retrieval.stores import check_servers, drop_stores
from retrieval.vector_file import index_of
from retrieval.versions import words_of
from retrieval.word_index import WordIndex, word_index

_TRASH = ".trash"


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


def list_collections(home: Path) -> list[CollectionCard]:
    """All collections by name, unfinished ones included (`complete` tells); damaged ones are left out."""
    return sorted(_cards(home), key=lambda card: card.name)


def _cards(home: Path) -> Iterable[CollectionCard]:
    folder = collections_dir(home)
    for place in folder.iterdir() if folder.is_dir() else ():
        if place.name.startswith("."):
            continue
        try:
            card = read_card(place)
        except CollectionError:
            continue
        if card is not None:
            yield card


def find_card(name: str, home: Path) -> CollectionCard:
    """The card of a collection by its name or display name. Raises CollectionError naming those there are."""
    card = read_card(collections_dir(home) / safe_name(name))
    if card is not None:
        return card
    there = [known.display for known in list_collections(home) if known.complete]
    hint = f"There are {', '.join(there)}." if there else "There are none yet: build one first."
    raise CollectionError(f"There is no collection {name}. {hint}")


def open_collection(name: str, home: Path, encoder: Encoder | None = None) -> Collection:
    """A complete collection, ready for queries. `encoder`, where given, must be the one it was built with.

    Raises CollectionError for a collection that is absent, unfinished, damaged or of another encoder.
    """
    folder = collections_dir(home) / safe_name(name)
    while True:
        stamp = card_stamp(folder)
        card = find_card(name, home)
        if not card.complete:
            raise CollectionError(f"Collection {card.display} is {card.state}: build it again to finish it.")
        if card.recipe.code_version != INDEX_VERSION:
            raise CollectionError(f"Collection {card.display} is of another version of this program: build it again.")
        if encoder is not None:
            check_encoder(card, encoder.spec)
        try:
            return Collection(card, stamp, home)
        except CollectionError:
            # A version that a build replaced between the card and the content is gone; the next one is there.
            if card_stamp(folder) == stamp:
                raise


def check_encoder(card: CollectionCard, spec: EmbedSpec) -> None:
    """Refuse another encoder than the collection's, before anything is encoded."""
    own = card.recipe.embedding
    if own.key != spec.key:
        raise CollectionError(
            f"Collection {card.display} was built with {_named(own)} and cannot be searched with {_named(spec)}: "
            f"use {own.told}, or build a collection with {spec.told}."
        )


def delete_collection(name: str, home: Path) -> None:
    """Remove a collection from disk and from its server, finished or not.

    Raises CollectionError when it is absent, being written, or on a server that cannot be asked.
    """
    collections = collections_dir(home)
    folder = collections / safe_name(name)
    if not folder.is_dir():
        find_card(name, home)
    with writing(collections, folder.name):
        check_servers(folder)
        withdraw_card(folder)
        close_stores(folder)
        # Renamed first, so that a kill leaves nothing under the collection's own name.
        trash = collections / _TRASH / f"{folder.name}-{secrets.token_hex(4)}"
        trash.parent.mkdir(exist_ok=True)
        folder.rename(trash)
        drop_stores(trash)
    _empty(collections / _TRASH)


def _empty(trash: Path) -> None:
    """Remove what deletions left behind; what lies on a server that cannot be asked now stays until the next one."""
    for place in trash.iterdir():
        with suppress(StoreError):
            drop_stores(place)
            shutil.rmtree(place, ignore_errors=True)
    with suppress(OSError):
        trash.rmdir()


def _named(spec: EmbedSpec) -> str:
    return f"{spec.told} ({spec.dimension} dimensions, revision {spec.revision})"


def _damaged(display: str) -> CollectionError:
    return CollectionError(f"Collection {display} is damaged: build it again, its vectors are still in the cache.")

"""Where vectors lie on disk: one Chroma collection in a folder of its own. The only file that imports chromadb.

Chroma keeps ids, vectors, texts and metadata, so that other tools can read a collection; what a chunk is, is
read from content.py. A folder is used for one collection and never again after it: deleting a collection inside
a Chroma folder frees no disk, and removing a folder under an open client breaks even a new client on that path.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

import numpy as np

from core.errors import CollectionError
from core.types import Chunk
from embedding.encoder import Vectors

if TYPE_CHECKING:
    from chromadb.api import ClientAPI

_WRITE_BATCH = 1000
_READ_PAGE = 5000
_DATABASE = "chroma.sqlite3"
_opening = threading.Lock()
_open_stores: WeakSet[VectorStore] = WeakSet()


class StoreError(CollectionError):
    """A vector store that cannot be read or written: damaged, removed, or the disk is full."""


class VectorStore:
    """One collection by its folder. All stores of one folder share one client, and threads may share a store."""

    def __init__(self, folder: Path, name: str) -> None:
        """Open the collection, or make it. Raises StoreError."""
        self.folder = folder
        self.name = name
        with _opening, self._translated("opened"):
            self._client = _client(folder)
            # Vectors are ours: without an embedding function Chroma loads no model of its own.
            self._collection: Any = self._client.get_or_create_collection(
                name, configuration={"hnsw": {"space": "cosine"}}, embedding_function=None
            )
        self.write_batch = min(_WRITE_BATCH, self._client.get_max_batch_size())
        _open_stores.add(self)

    def add(self, chunks: Sequence[Chunk], vectors: Vectors) -> None:
        """Write new chunks with their vectors, float32 (n, dimension); at most `write_batch` of them."""
        with self._translated("written"):
            self._collection.add(
                ids=[chunk.id for chunk in chunks],
                embeddings=vectors,
                documents=[chunk.text for chunk in chunks],
                metadatas=[metadata(chunk) for chunk in chunks],
            )

    def move(self, chunks: Sequence[Chunk]) -> None:
        """Write the new places of chunks whose text stays; their vectors are not touched."""
        with self._translated("written"):
            for part in _parts(chunks, self.write_batch):
                self._collection.update(ids=[chunk.id for chunk in part], metadatas=[metadata(chunk) for chunk in part])

    def delete(self, ids: Sequence[str]) -> None:
        """Remove chunks by id; unknown ids are passed over."""
        with self._translated("written"):
            for part in _parts(ids, self.write_batch):
                self._collection.delete(ids=list(part))

    def vectors(self) -> tuple[list[str], Vectors]:
        """All ids and their vectors, float32 (n, dimension)."""
        ids: list[str] = []
        pages: list[Vectors] = []
        with self._translated("read"):
            while True:
                page = self._collection.get(include=["embeddings"], limit=_READ_PAGE, offset=len(ids))
                if not page["ids"]:
                    break
                ids.extend(page["ids"])
                pages.append(np.asarray(page["embeddings"], dtype=np.float32))
        return ids, np.concatenate(pages) if pages else np.empty((0, 0), dtype=np.float32)

    def close(self) -> None:
        """Release the client; the last store of a folder releases the files."""
        with _opening:
            self._client.close()

    @contextmanager
    def _translated(self, what: str) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # Chroma's Rust core raises many kinds, InternalError for most
            reason = " ".join(str(error).split())[:200]
            raise StoreError(f"The vectors of collection {self.name} cannot be {what} ({reason}).") from error


def metadata(chunk: Chunk) -> dict[str, str | int | bool]:
    """A chunk's fields for other tools. Every key is always there: Chroma's update keeps keys that are left out."""
    return {
        "document": chunk.document_id,
        "start": chunk.start,
        "end": chunk.end,
        "returned_start": chunk.returned.start,
        "returned_end": chunk.returned.end,
        "ordinal": chunk.ordinal,
        "context": chunk.context,
        "heading_path": json.dumps(chunk.heading_path, ensure_ascii=False),
    }


def graph_files(folder: Path) -> dict[str, int]:
    """Sizes in bytes of the graph's files by their path in the folder; none while the store is small.

    A graph counts from when Chroma has written its table; until then it is made anew at each opening.
    """
    parts = (part for table in folder.glob("*/index_metadata.pickle") for part in sorted(table.parent.iterdir()))
    return {part.relative_to(folder).as_posix(): part.stat().st_size for part in parts}


def open_store(folder: Path, name: str, sizes: Mapping[str, int]) -> VectorStore:
    """A store that is there, whose graph's files have these sizes. Unlike the class, makes nothing."""
    if not (folder / _DATABASE).is_file():
        raise StoreError(f"The vectors of collection {name} are gone.")
    _check_graph_files(folder, sizes)
    return VectorStore(folder, name)


def clone_store(source: Path, target: Path) -> None:
    """Copy a store that nobody writes. Raises StoreError.

    The database is copied by SQLite, which also takes into account what a killed process left unfinished.
    """
    try:
        shutil.copytree(source, target, ignore=shutil.ignore_patterns(f"{_DATABASE}*"))
        with closing(sqlite3.connect(source / _DATABASE)) as old, closing(sqlite3.connect(target / _DATABASE)) as new:
            old.backup(new)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"The vectors in {source} cannot be copied ({error}).") from error


def is_sound(folder: Path, name: str, sizes: Mapping[str, int], ids: Set[str]) -> bool:
    """Whether a store can be read and holds exactly these chunks, each with a finite vector."""
    try:
        store = open_store(folder, name, sizes)
    except StoreError:
        return False
    try:
        found, vectors = store.vectors()
    except StoreError:
        return False
    finally:
        store.close()
    return len(found) == len(ids) and set(found) == ids and bool(np.isfinite(vectors).all())


def close_stores(folder: Path) -> None:
    """Close this process's stores that lie in a folder, because the folder is about to be removed."""
    for store in [store for store in _open_stores if store.folder.is_relative_to(folder)]:
        store.close()


def _check_graph_files(folder: Path, sizes: Mapping[str, int]) -> None:
    """Raise StoreError where a file is gone or shorter than it was: Chroma's reader crashes the process on it."""
    found = graph_files(folder)
    short = [name for name, size in sizes.items() if found.get(name, -1) < size]
    if short:
        raise StoreError(f"The vectors in {folder.parent.name} are damaged ({short[0]} is not whole).")


def _client(folder: Path) -> ClientAPI:
    import chromadb
    from chromadb.config import Settings

    folder.mkdir(parents=True, exist_ok=True)
    return chromadb.PersistentClient(str(folder), Settings(anonymized_telemetry=False))


def _parts(values: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    for start in range(0, len(values), size):
        yield values[start : start + size]

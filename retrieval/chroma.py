"""Where vectors lie: one Chroma collection, in a folder of its own or on a server. The only file that imports chromadb.

Chroma keeps ids, vectors, texts and metadata, so that other tools can read a collection; what a chunk is, is
read from content.py. On a server too, each version of a collection is a Chroma collection of its own, which no build
changes once it is complete.
"""

from __future__ import annotations

import secrets
import threading
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

import numpy as np

from core.types import Chunk
from embedding.encoder import Vectors
from retrieval.payload import metadata, parts, requests
from retrieval.server import Server, StoreError, StoreLost, problem_of, read_sign, used_server, write_sign

if TYPE_CHECKING:
    from chromadb.api import ClientAPI

_WRITE_BATCH = 1000
_READ_PAGE = 5000
_ANSWER_SECONDS, _WORK_SECONDS = 10.0, 300.0
_opening = threading.Lock()
_open_stores: WeakSet[VectorStore] = WeakSet()


class VectorStore:
    """One collection by its folder, where it lies, or a sign tells on which server. Threads may share a store."""

    def __init__(self, folder: Path, name: str, *, make: bool = True) -> None:
        """Open the collection; a new one is made, unless told not to, where the settings put it. Raises StoreError."""
        self.folder = folder
        self.name = name
        self._server = _server_of(folder, name, make=make)
        with _opening, self._translated("opened"):
            self._client = _server_client(self._server) if self._server else _folder_client(folder)
            try:
                sign = read_sign(folder)
                self._collection = _collection(self._client, sign.collection if sign else name, make=make)
                self.write_batch = min(_WRITE_BATCH, self._client.get_max_batch_size())
            except Exception:
                self._client.close()
                raise
        _open_stores.add(self)

    def add(self, chunks: Sequence[Chunk], vectors: Vectors) -> None:
        """Write new chunks with their vectors, float32 (n, dimension); at most `write_batch` of them."""
        texts = [chunk.text for chunk in chunks]
        self._write([chunk.id for chunk in chunks], vectors, texts, [metadata(chunk) for chunk in chunks])

    def _write(self, ids: Sequence[str], vectors: Vectors, texts: Sequence[str], metadatas: Sequence[Any]) -> None:
        with self._translated("written"):
            for part in requests(texts, vectors.shape[-1] if len(texts) else 0):
                self._collection.add(
                    ids=list(ids[part]),
                    embeddings=vectors[part],
                    documents=list(texts[part]),
                    metadatas=metadatas[part],
                )

    def move(self, chunks: Sequence[Chunk]) -> None:
        """Write the new places of chunks whose text stays; their vectors are not touched."""
        with self._translated("written"):
            for part in parts(chunks, self.write_batch):
                self._collection.update(ids=[chunk.id for chunk in part], metadatas=[metadata(chunk) for chunk in part])

    def delete(self, ids: Sequence[str]) -> None:
        """Remove chunks by id; unknown ids are passed over."""
        with self._translated("written"):
            for part in parts(ids, self.write_batch):
                self._collection.delete(ids=list(part))

    def count(self) -> int:
        """How many chunks are there."""
        with self._translated("read"):
            return int(self._collection.count())

    def pages(self) -> Iterator[tuple[list[str], Vectors]]:
        """All ids and their vectors, float32 (n, dimension), some thousands at a time."""
        for page in self._pages(["embeddings"]):
            yield page["ids"], np.asarray(page["embeddings"], dtype=np.float32)

    def vectors(self) -> tuple[list[str], Vectors]:
        """All ids and their vectors at once."""
        ids: list[str] = []
        found: list[Vectors] = []
        for names, vectors in self.pages():
            ids.extend(names)
            found.append(vectors)
        return ids, np.concatenate(found) if found else np.empty((0, 0), dtype=np.float32)

    def fill(self, source: VectorStore) -> None:
        """Write everything that another store holds."""
        for page in source._pages(["embeddings", "documents", "metadatas"]):
            vectors = np.asarray(page["embeddings"], dtype=np.float32)
            rows = range(len(page["ids"]))
            for part in parts(rows, self.write_batch):
                cut = slice(part[0], part[-1] + 1)
                self._write(page["ids"][cut], vectors[cut], page["documents"][cut], page["metadatas"][cut])

    def _pages(self, include: list[str]) -> Iterator[Any]:
        done = 0
        while True:
            with self._translated("read"):
                page = self._collection.get(include=include, limit=_READ_PAGE, offset=done)
            if not page["ids"]:
                return
            yield page
            done += len(page["ids"])

    def close(self) -> None:
        """Release the client; the last store of a folder releases the files."""
        with _opening:
            self._client.close()

    @contextmanager
    def _translated(self, what: str) -> Iterator[None]:
        with _translated(f"The vectors of collection {self.name} cannot be {what}", self._server):
            yield


def close_stores(folder: Path) -> None:
    """Close this process's stores that lie in a folder, because the folder is about to be removed."""
    for store in [store for store in _open_stores if store.folder.is_relative_to(folder)]:
        store.close()


def check_server(server: Server) -> None:
    """Raise ServerError where the server cannot be used."""
    with _translated("The server cannot be used", server):
        _server_client(server).close()


def drop_collection(server: Server, name: str) -> None:
    """Remove a collection from a server; one that is not there is passed over. Raises StoreError."""
    with suppress(StoreLost), _translated("The vectors cannot be removed", server):
        client = _server_client(server)
        try:
            client.delete_collection(name)
        finally:
            client.close()


def _server_of(folder: Path, name: str, *, make: bool) -> Server | None:
    """The server of a store, None for one on disk. A new store on a server gets its sign first."""
    sign, used = read_sign(folder), used_server()
    if sign is None and make and used and not folder.exists():
        sign = write_sign(folder, used, f"{name}.{secrets.token_hex(8)}")
    return sign.server if sign else None


def _collection(client: ClientAPI, name: str, *, make: bool) -> Any:
    """Vectors are ours: without an embedding function Chroma loads no model of its own."""
    if not make:
        return client.get_collection(name, embedding_function=None)
    return client.get_or_create_collection(name, configuration={"hnsw": {"space": "cosine"}}, embedding_function=None)


def _folder_client(folder: Path) -> ClientAPI:
    import chromadb
    from chromadb.config import Settings

    folder.mkdir(parents=True, exist_ok=True)
    return chromadb.PersistentClient(str(folder), Settings(anonymized_telemetry=False))


def _server_client(server: Server) -> ClientAPI:
    """A client of its own, which does not wait for ever, as Chroma's does by itself."""
    import chromadb
    from chromadb.config import Settings

    _await_answer(server)
    client = chromadb.HttpClient(
        host=server.url,
        headers=dict(server.headers),
        settings=Settings(anonymized_telemetry=False),
        tenant=server.tenant,
        database=server.database,
    )
    session: Any = client._server._session
    session.timeout = _WORK_SECONDS
    return client


def _await_answer(server: Server) -> None:
    """Raise TimeoutError where nobody says anything. What is wrong else, Chroma's client says better."""
    try:
        urllib.request.urlopen(f"{server.url}/api/v2/heartbeat", timeout=_ANSWER_SECONDS).close()
    except TimeoutError:
        raise
    except (OSError, HTTPException) as error:
        if isinstance(getattr(error, "reason", None), TimeoutError):
            raise TimeoutError from error


@contextmanager
def _translated(what: str, server: Server | None) -> Iterator[None]:
    try:
        yield
    except StoreError:
        raise
    except Exception as error:  # Chroma's Rust core raises many kinds, InternalError for most
        problem = problem_of(server, error) if server else None
        reason = " ".join(str(error).split())[:200]
        raise problem or StoreError(f"{what} ({reason}).") from error

"""A version's documents and chunks as a collection holds them: all in memory, or read one by one where they are many.

Unlike content.py, which knows what a line holds, this knows which lines are needed.
"""

from __future__ import annotations

import json
import mmap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, overload
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from core.types import Chunk, Document
from retrieval.content import CHUNKS, DOCUMENTS, PLACES, chunk_of, read_chunks, read_documents

# Up to here everything fits into some hundred megabytes, and is quicker at hand.
_WHOLE = 100_000
_DOCUMENTS_KEPT, _CHUNKS_KEPT = 1000, 10_000


@dataclass(frozen=True, slots=True)
class Content:
    """What a version holds; `chunks` in the order of the corpus."""

    documents: Mapping[str, Document]
    chunks: Sequence[Chunk]
    by_id: Mapping[str, Chunk]


class EmbedTexts(Mapping[str, str]):
    """What is indexed of each chunk, by its id."""

    def __init__(self, chunks: Mapping[str, Chunk]) -> None:
        self._chunks = chunks

    def __getitem__(self, chunk_id: str) -> str:
        return self._chunks[chunk_id].embed_text

    def __iter__(self) -> Iterator[str]:
        return iter(self._chunks)

    def __len__(self) -> int:
        return len(self._chunks)


def read_content(folder: Path, chunks: int) -> Content:
    """The content of a version with that many chunks. Raises OSError, ValueError, KeyError or TypeError."""
    if chunks > _WHOLE and (folder / PLACES).is_file():
        try:
            return _many(folder)
        except (BadZipFile, EOFError) as error:
            raise ValueError(f"{folder / PLACES} is not whole") from error
    documents = read_documents(folder)
    held = tuple(read_chunks(folder, documents))
    return Content(documents, held, {chunk.id: chunk for chunk in held})


def _many(folder: Path) -> Content:
    with np.load(folder / PLACES) as places:
        names = json.loads(places["document_ids"].tobytes())
        documents = _Documents(_Lines(folder / DOCUMENTS, places["documents"]), names)
        chunks = _Chunks(_Lines(folder / CHUNKS, places["chunks"]), documents)
        return Content(documents, chunks, _ChunksById(chunks, places["chunk_ids"]))


class _Lines:
    """Lines of JSON by number, of a file that is mapped into memory."""

    def __init__(self, path: Path, places: NDArray[np.int64]) -> None:
        """Raises ValueError where the file is not as long as the places say."""
        self._places = places
        with path.open("rb") as file:
            self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        if len(self._bytes) != places[-1]:
            raise ValueError(f"{path} is not whole")

    def __len__(self) -> int:
        return len(self._places) - 1

    def __getitem__(self, number: int) -> dict[str, Any]:
        row: dict[str, Any] = json.loads(self._bytes[self._places[number] : self._places[number + 1]])
        return row


class _Documents(Mapping[str, Document]):
    """Documents by id; those asked for last are kept."""

    def __init__(self, lines: _Lines, ids: Sequence[str]) -> None:
        self._numbers = {name: number for number, name in enumerate(ids)}
        self._read = lru_cache(_DOCUMENTS_KEPT)(lambda number: Document(**lines[number]))

    def __getitem__(self, name: str) -> Document:
        return self._read(self._numbers[name])

    def __contains__(self, name: object) -> bool:
        return name in self._numbers

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


class _Chunks(Sequence[Chunk]):
    """Chunks by their number; those asked for last are kept."""

    def __init__(self, lines: _Lines, documents: _Documents) -> None:
        self._lines, self._documents = lines, documents
        self._kept = lru_cache(_CHUNKS_KEPT)(self._read)

    @overload
    def __getitem__(self, number: int) -> Chunk: ...
    @overload
    def __getitem__(self, number: slice) -> tuple[Chunk, ...]: ...
    def __getitem__(self, number: int | slice) -> Chunk | tuple[Chunk, ...]:
        numbers = range(len(self))[number]
        return tuple(map(self._read, numbers)) if isinstance(numbers, range) else self._kept(numbers)

    def __iter__(self) -> Iterator[Chunk]:
        return map(self._read, range(len(self)))

    def __len__(self) -> int:
        return len(self._lines)

    def _read(self, number: int) -> Chunk:
        row = self._lines[number]
        return chunk_of(row, self._documents[row["document_id"]].text)


class _ChunksById(Mapping[str, Chunk]):
    """Chunks by id. Which number an id has is found by halving, because a million entries would be a lot to hold."""

    def __init__(self, chunks: _Chunks, ids: NDArray[np.bytes_]) -> None:
        self._chunks, self._ids = chunks, ids
        self._order = np.argsort(ids)
        self._sorted = ids[self._order]

    def __getitem__(self, chunk_id: str) -> Chunk:
        name = chunk_id.encode("utf-8", "replace")
        place = int(np.searchsorted(self._sorted, name))
        if place == len(self._sorted) or self._sorted[place] != name:
            raise KeyError(chunk_id)
        return self._chunks[int(self._order[place])]

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids.astype(str).tolist())

    def __len__(self) -> int:
        return len(self._ids)

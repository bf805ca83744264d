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
from typing import Any, Protocol, TypeVar, overload
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from core.types import Chunk, Document
from retrieval.content import CHUNKS, DOCUMENTS, PLACES, chunk_of, read_chunks, read_documents, read_rows

# Up to here everything fits into some hundred megabytes, and is quicker at hand.
_WHOLE = 100_000
_DOCUMENTS_KEPT, _CHUNKS_KEPT = 1000, 10_000


T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class _Numbered(Protocol[T_co]):
    """What is found by a number."""

    def __getitem__(self, number: int, /) -> T_co: ...


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
        return _many(folder)
    documents = read_documents(folder)
    held = tuple(read_chunks(folder, documents))
    return Content(documents, held, {chunk.id: chunk for chunk in held})


def read_stored_rows(folder: Path, chunks: int) -> tuple[Mapping[str, Document], Mapping[str, Mapping[str, Any]]]:
    """Documents, and chunks as they are written, by id. Raises as read_content does."""
    if chunks > _WHOLE and (folder / PLACES).is_file():
        documents, lines, ids = _places(folder)
        return documents, _ById(lines, ids)
    return read_documents(folder), read_rows(folder)


def _many(folder: Path) -> Content:
    documents, lines, ids = _places(folder)
    chunks = _Chunks(lines, documents)
    return Content(documents, chunks, _ById(chunks, ids))


def _places(folder: Path) -> tuple[_Documents, _Lines, NDArray[np.bytes_]]:
    """Documents, the lines of chunks, and the chunks' ids in their order."""
    try:
        with np.load(folder / PLACES) as places:
            names = json.loads(places["document_ids"].tobytes())
            documents = _Documents(_Lines(folder / DOCUMENTS, places["documents"]), names)
            return documents, _Lines(folder / CHUNKS, places["chunks"]), places["chunk_ids"]
    except (BadZipFile, EOFError) as error:
        raise ValueError(f"{folder / PLACES} is not whole") from error


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


class _ById(Mapping[str, T]):
    """What has an id, by it. Which number an id has is found by halving, because a million entries would be a lot."""

    def __init__(self, numbered: _Numbered[T], ids: NDArray[np.bytes_]) -> None:
        self._numbered, self._ids = numbered, ids
        self._order = np.argsort(ids)
        self._sorted = ids[self._order]

    def __getitem__(self, name: str) -> T:
        number = self._number(name)
        if number is None:
            raise KeyError(name)
        return self._numbered[number]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._number(name) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids.astype(str).tolist())

    def __len__(self) -> int:
        return len(self._ids)

    def _number(self, name: str) -> int | None:
        wanted = name.encode("utf-8", "replace")
        place = int(np.searchsorted(self._sorted, wanted))
        there = place < len(self._sorted) and self._sorted[place] == wanted
        return int(self._order[place]) if there else None

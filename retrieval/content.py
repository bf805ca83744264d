"""A version's documents and chunks as lines of JSON: what a chunk is, without its vector.

Chunks are stored as ranges and their text is cut from the document, so the two can never disagree. Beside the lines
lies where each begins, for reading.py, which reads single ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.files import write_atomic
from core.hashing import sha256
from core.spans import Span
from core.types import Chunk, Document

DOCUMENTS, CHUNKS, PLACES = "documents.jsonl", "chunks.jsonl", "places.npz"


def write_content(folder: Path, documents: Sequence[Document], chunks: Sequence[Chunk]) -> None:
    """Write both files, and where their lines begin."""
    of_documents = _write_lines(folder / DOCUMENTS, (_document_row(document) for document in documents))
    of_chunks = _write_lines(folder / CHUNKS, (chunk_row(chunk) for chunk in chunks))
    names = json.dumps([document.id for document in documents]).encode("ascii")
    np.savez(
        folder / PLACES,
        documents=of_documents,
        document_ids=np.frombuffer(names, dtype=np.uint8),
        chunks=of_chunks,
        chunk_ids=np.array([chunk.id for chunk in chunks], dtype="S"),
    )


def read_documents(folder: Path) -> dict[str, Document]:
    """Documents by id, in the order of the corpus. Raises OSError, ValueError, KeyError or TypeError."""
    return {row["id"]: Document(**row) for row in _rows(folder / DOCUMENTS)}


def read_chunks(folder: Path, documents: Mapping[str, Document]) -> list[Chunk]:
    """Chunks in the order of the corpus. Raises OSError, ValueError, KeyError or TypeError."""
    return [chunk_of(row, documents[row["document_id"]].text) for row in _rows(folder / CHUNKS)]


def read_rows(folder: Path) -> dict[str, dict[str, Any]]:
    """The stored rows by chunk id, to compare with `chunk_row`. Raises OSError, ValueError, KeyError or TypeError."""
    return {row["id"]: row for row in _rows(folder / CHUNKS)}


def chunk_row(chunk: Chunk) -> dict[str, Any]:
    """A chunk as stored. `text_key` tells texts apart that share an id, which ignores white space."""
    return {
        "id": chunk.id,
        "document_id": chunk.document_id,
        "start": chunk.start,
        "end": chunk.end,
        "context": chunk.context,
        "parent": list(chunk.parent) if chunk.parent else None,
        "heading_path": list(chunk.heading_path),
        "ordinal": chunk.ordinal,
        "overflow": chunk.overflow,
        "summary": chunk.summary,
        "text_key": sha256(chunk.text)[:16],
    }


def chunk_of(row: Mapping[str, Any], text: str) -> Chunk:
    """The chunk of a stored row and its document's text."""
    parent = Span(*row["parent"]) if row["parent"] else None
    return Chunk(
        id=row["id"],
        document_id=row["document_id"],
        start=row["start"],
        end=row["end"],
        text=text[row["start"] : row["end"]],
        context=row["context"],
        parent=parent,
        heading_path=tuple(row["heading_path"]),
        ordinal=row["ordinal"],
        overflow=row["overflow"],
        summary=row["summary"],
    )


def _document_row(document: Document) -> dict[str, Any]:
    return {
        "id": document.id,
        "name": document.name,
        "media_type": document.media_type,
        "meta": dict(document.meta),
        "sha256": document.sha256,
        "text": document.text,
    }


def _write_lines(path: Path, rows: Iterable[dict[str, Any]]) -> NDArray[np.int64]:
    """Write rows as lines; where each begins, in bytes, and the end."""
    places = [0]

    def lines() -> Iterator[bytes]:
        for row in rows:
            # ASCII only, because str.splitlines also splits at separators that JSON may hold as they are.
            line = f"{json.dumps(row, default=str)}\n".encode("ascii")
            places.append(places[-1] + len(line))
            yield line

    write_atomic(path, lines())
    return np.array(places, dtype=np.int64)


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)

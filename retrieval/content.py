"""A version's documents and chunks as lines of JSON: what a chunk is, without its vector.

Chunks are stored as ranges and their text is cut from the document, so the two can never disagree.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from core.files import write_atomic
from core.hashing import sha256
from core.spans import Span
from core.types import Chunk, Document

_DOCUMENTS = "documents.jsonl"
_CHUNKS = "chunks.jsonl"


def write_content(folder: Path, documents: Sequence[Document], chunks: Sequence[Chunk]) -> None:
    """Write both files."""
    write_atomic(folder / _DOCUMENTS, _lines(_document_row(document) for document in documents))
    write_atomic(folder / _CHUNKS, _lines(chunk_row(chunk) for chunk in chunks))


def read_documents(folder: Path) -> dict[str, Document]:
    """Documents by id, in the order of the corpus. Raises OSError, ValueError, KeyError or TypeError."""
    return {row["id"]: Document(**row) for row in _rows(folder / _DOCUMENTS)}


def read_chunks(folder: Path, documents: Mapping[str, Document]) -> list[Chunk]:
    """Chunks in the order of the corpus. Raises OSError, ValueError, KeyError or TypeError."""
    return [_chunk(row, documents[row["document_id"]].text) for row in _rows(folder / _CHUNKS)]


def read_rows(folder: Path) -> dict[str, dict[str, Any]]:
    """The stored rows by chunk id, to compare with `chunk_row`. Raises OSError, ValueError, KeyError or TypeError."""
    return {row["id"]: row for row in _rows(folder / _CHUNKS)}


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


def _chunk(row: dict[str, Any], text: str) -> Chunk:
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


def _lines(rows: Iterable[dict[str, Any]]) -> bytes:
    # ASCII only, because str.splitlines also splits at separators that JSON may hold as they are.
    return "".join(f"{json.dumps(row, default=str)}\n" for row in rows).encode("ascii")


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)

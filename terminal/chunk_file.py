"""Chunks as JSONL for other programs. Unlike a collection, no vectors and no documents: offsets refer to them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.files import write_atomic
from core.types import Chunk

if TYPE_CHECKING:
    from retrieval.chunked import Chunked


def write_chunks(path: Path, chunks: Sequence[Chunk]) -> None:
    """One object a line, the file whole or not there at all."""
    lines = (json.dumps(chunk_row(chunk), ensure_ascii=False) + "\n" for chunk in chunks)
    write_atomic(path, "".join(lines).encode("utf-8", "replace"))


def written_json(path: Path, cut: Chunked, notices: Sequence[str]) -> dict[str, Any]:
    """What `chunks --out FILE --json` shows."""
    return {
        "out": str(path),
        "documents": len(cut.documents),
        "chunks": len(cut.chunks),
        "warnings": [*notices, *cut.warnings],
    }


def chunk_row(chunk: Chunk) -> dict[str, Any]:
    """The six fields that every chunk has, then those that some strategies fill."""
    return {
        "id": chunk.id,
        "document": chunk.document_id,
        "start": chunk.start,
        "end": chunk.end,
        "text": chunk.text,
        "context": chunk.context,
        "parent": list(chunk.parent) if chunk.parent else None,
        "heading_path": list(chunk.heading_path),
        "overflow": chunk.overflow,
        "summary": chunk.summary,
    }

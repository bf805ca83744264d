"""What is sent to Chroma: a chunk's fields, and how much in one request. Unlike chroma.py, sends nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from core.types import Chunk

# Servers refuse requests of more than some 40 MB; a decimal and its comma take 12 bytes or less.
_REQUEST_BYTES = 16_000_000
_BYTES_A_NUMBER = 12


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


def requests(texts: Sequence[str], dimension: int) -> Iterator[slice]:
    """Ranges of rows that a server takes in one request."""
    start, size = 0, 0
    for row, text in enumerate(texts):
        size += dimension * _BYTES_A_NUMBER + 4 * len(text)
        if size > _REQUEST_BYTES and row > start:
            yield slice(start, row)
            start, size = row, dimension * _BYTES_A_NUMBER + 4 * len(text)
    if start < len(texts):
        yield slice(start, len(texts))


def parts(values: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    """The values in order, at most `size` at a time."""
    for start in range(0, len(values), size):
        yield values[start : start + size]

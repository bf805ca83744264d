"""The documents that a run searched, as long as its collection is still the one that it was made with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st

from core.errors import ChunkTraceError
from core.types import Chunk, Document
from evaluation.plans import chunk_set_key
from evaluation.runs import LoadedRun
from retrieval.collections import Collection
from ui import resources


@dataclass(frozen=True, slots=True)
class Searched:
    """Documents by id, and the chunks; `reason` says why there are none."""

    documents: Mapping[str, Document] = field(default_factory=dict)
    chunks: Sequence[Chunk] = ()
    reason: str = ""


def searched_by(run: LoadedRun) -> Searched:
    """What the run searched; nothing, with a reason, where the collection is gone or was rebuilt with other chunks."""
    try:
        collection = resources.collection(run.plan["collection"]["name"])
    except ChunkTraceError as error:
        return Searched(reason=str(error))
    if _chunk_set(collection.card.name, collection.card.version, collection) != run.plan["collection"]["chunk_set"]:
        return Searched(reason="the collection was rebuilt with other chunks since")
    return Searched(collection.documents, collection.chunks)


@st.cache_data(max_entries=64, show_spinner=False)
def _chunk_set(name: str, version: str, _collection: Collection) -> str:
    return chunk_set_key(_collection.chunks)


def edges_of(chunks: Sequence[Chunk], document: str, start: int, end: int) -> list[int]:
    """Where chunks of a document begin or end inside a range of it."""
    own = [chunk for chunk in chunks if chunk.document_id == document and chunk.start <= end and chunk.end >= start]
    return sorted({edge for chunk in own for edge in (chunk.start, chunk.end) if start < edge < end})

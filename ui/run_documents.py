"""The documents that a run searched, as long as they are still those: of its collection, or of its sweep's plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st

from config import settings
from core.errors import ChunkTraceError
from core.files import read_json
from core.types import Chunk, Document
from corpus.questions import RAGBENCH
from corpus.types import Corpus
from evaluation.plans import chunk_set_key
from evaluation.runs import LoadedRun
from experiments.material import load_asked
from experiments.saved import open_sweep, plan_of_sweep
from experiments.sweep import SWEEP
from retrieval.collection import Collection
from ui import resources, sweep_work

# The documents of a folder may change meanwhile.
_SECONDS = 300


@dataclass(frozen=True, slots=True)
class Searched:
    """Documents by id, and the chunks; `reason` says why there are none."""

    documents: Mapping[str, Document] = field(default_factory=dict)
    chunks: Sequence[Chunk] = ()
    reason: str = ""


def searched_by(run: LoadedRun) -> Searched:
    """What the run searched; nothing, with a reason, where that is gone or has changed."""
    if run.sweep:
        return _of_sweep(run)
    try:
        collection = resources.collection(run.plan["collection"]["name"])
    except ChunkTraceError as error:
        return Searched(reason=str(error))
    if _chunk_set(collection.card.name, collection.card.version, collection) != run.plan["collection"]["chunk_set"]:
        return Searched(reason="the collection was rebuilt with other chunks since")
    return Searched(collection.documents, collection.chunks)


def _of_sweep(run: LoadedRun) -> Searched:
    """A sweep keeps no collections, so that its documents are loaded again; where chunks ended is not known."""
    folder = run.folder.parent.parent
    try:
        wanted = str(read_json(folder / SWEEP)["marks"]["documents"])
        corpus = _corpus(run.sweep, wanted)
    except (ChunkTraceError, KeyError, TypeError) as error:
        return Searched(reason=str(error))
    if corpus is None or corpus.key != wanted:
        return Searched(reason="the sweep's documents are not here any more, or have changed since")
    return Searched({document.id: document for document in corpus.documents})


@st.cache_resource(max_entries=3, ttl=_SECONDS, show_spinner="Loading the documents…")
def _corpus(sweep: str, documents: str) -> Corpus | None:
    """The documents of a sweep's plan; None where they would have to be fetched. Raises LoadError."""
    saved = open_sweep(sweep, resources.home())
    plan = plan_of_sweep(saved).plan
    if plan.data.startswith(RAGBENCH) and settings().ragbench is None:
        return None
    return load_asked(plan, sweep_work.surroundings({}), saved.folder).corpus


@st.cache_data(max_entries=64, show_spinner=False)
def _chunk_set(name: str, version: str, _collection: Collection) -> str:
    return chunk_set_key(_collection.chunks)


def edges_of(chunks: Sequence[Chunk], document: str, start: int, end: int) -> list[int]:
    """Where chunks of a document begin or end inside a range of it."""
    own = [chunk for chunk in chunks if chunk.document_id == document and chunk.start <= end and chunk.end >= start]
    return sorted({edge for chunk in own for edge in (chunk.start, chunk.end) if start < edge < end})

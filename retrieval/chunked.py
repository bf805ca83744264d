"""A whole corpus cut by one strategy. Unlike chunking, one document that fails does not stop the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeVar

from chunking.engine import Cut
from chunking.strategy import Note
from chunking.tools import Tools
from chunking_strategies import cut_document, local_tools, prepare
from core.counted import counted
from core.errors import ChunkTraceError, CollectionError, SettingError
from core.events import Progress
from core.types import Chunk, ChunkSpec, Document
from corpus.types import Corpus

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Chunked:
    """The documents that could be cut, their chunks in order, what to beware of, and what the strategy tells."""

    documents: tuple[Document, ...]
    chunks: tuple[Chunk, ...]
    warnings: tuple[str, ...]
    notes: tuple[str, ...] = ()


def chunk_corpus(corpus: Corpus, spec: ChunkSpec, tools: Tools | None = None) -> Generator[Progress, None, Chunked]:
    """Yield progress in documents; returns what was cut. Raises CollectionError when that is nothing.

    `tools` are by default those of this machine's settings.
    """
    tools = tools or local_tools()
    documents: list[Document] = []
    chunks: list[Chunk] = []
    warnings: list[str] = []
    notes: Counter[Note] = Counter()
    yield from prepare(corpus.documents, spec, tools)
    yield Progress("Chunking", 0, len(corpus.documents))
    for done, document in enumerate(corpus.documents, start=1):
        found = _cut(document, spec, tools)
        if isinstance(found, Cut):
            documents.append(document)
            chunks.extend(found.chunks)
            notes.update(found.notes)
        else:
            warnings.append(found)
        yield Progress("Chunking", done, len(corpus.documents), document.name)
    if not chunks:
        reason = warnings[0] if warnings else "no document holds visible text."
        raise CollectionError(f"There is nothing to index in {corpus.name}: {reason}")
    large = sum(chunk.overflow and not chunk.summary for chunk in chunks)
    if large:
        warnings.append(
            f"{large:,} of {len(chunks):,} chunks exceed the chunk size: each is one unit that is kept whole."
        )
    return Chunked(tuple(documents), tuple(chunks), tuple(warnings), tuple(map(_sentence, notes.items())))


def finished(stage: Generator[Progress, None, Result]) -> Result:
    """Run a stage to its end without showing its progress."""
    while True:
        try:
            next(stage)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def _cut(document: Document, spec: ChunkSpec, tools: Tools) -> Cut | str:
    """The document cut, or the reason why it could not be."""
    try:
        return cut_document(document, spec, tools)
    except SettingError:
        raise
    except ChunkTraceError as error:
        return str(error)
    except Exception as error:  # a strategy at fault must not take the other documents with it
        return f"{document.name}: the strategy {spec.strategy} failed ({type(error).__name__}: {error})."


def _sentence(told: tuple[Note, int]) -> str:
    note, count = told
    return f"{counted(count, note.subject)} {note.outcome}"

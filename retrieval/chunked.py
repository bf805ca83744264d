"""A whole corpus cut by one strategy. Unlike chunking, one document that fails does not stop the others."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeVar

from chunking_strategies import chunk_document
from core.errors import ChunkTraceError, CollectionError, SettingError
from core.events import Progress
from core.types import Chunk, ChunkSpec, Document
from corpus.types import Corpus

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Chunked:
    """The documents that could be cut, their chunks in order, and what the reader should know."""

    documents: tuple[Document, ...]
    chunks: tuple[Chunk, ...]
    warnings: tuple[str, ...]


def chunk_corpus(corpus: Corpus, spec: ChunkSpec) -> Generator[Progress, None, Chunked]:
    """Yield progress in documents; returns what was cut. Raises CollectionError when that is nothing."""
    documents: list[Document] = []
    chunks: list[Chunk] = []
    warnings: list[str] = []
    yield Progress("Chunking", 0, len(corpus.documents))
    for done, document in enumerate(corpus.documents, start=1):
        found, failure = _cut(document, spec)
        if failure:
            warnings.append(failure)
        else:
            documents.append(document)
            chunks.extend(found)
        yield Progress("Chunking", done, len(corpus.documents), document.name)
    if not chunks:
        reason = warnings[0] if warnings else "no document holds visible text."
        raise CollectionError(f"There is nothing to index in {corpus.name}: {reason}")
    large = sum(chunk.overflow for chunk in chunks)
    if large:
        warnings.append(
            f"{large:,} of {len(chunks):,} chunks exceed the chunk size: each is one unit that is kept whole."
        )
    return Chunked(tuple(documents), tuple(chunks), tuple(warnings))


def finished(stage: Generator[Progress, None, Result]) -> Result:
    """Run a stage to its end without showing its progress."""
    while True:
        try:
            next(stage)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def _cut(document: Document, spec: ChunkSpec) -> tuple[list[Chunk], str]:
    """The document's chunks, or the reason why there are none."""
    try:
        return chunk_document(document, spec), ""
    except SettingError:
        raise
    except ChunkTraceError as error:
        return [], str(error)
    except Exception as error:  # a strategy at fault must not take the other documents with it
        return [], f"{document.name}: the strategy {spec.strategy} failed ({type(error).__name__}: {error})."

"""From a corpus to a complete collection. Work that was done is kept, and nothing half-done is ever offered.

Vectors go to the cache batch by batch. A collection is written as a new version beside the old one, which stays in
use until the card names the new one, last and at once. Before there is a complete version, the card says
"unfinished".
"""

from __future__ import annotations

import time
from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from chunking.tools import Tools
from chunking_strategies import STRATEGIES
from core.errors import CollectionError
from core.events import Finished, Progress
from core.types import ChunkSpec, Document
from corpus.types import Corpus
from embedding.cache import VectorCache
from embedding.chunks import context_remark, encode_chunks
from embedding.encoder import Encoder
from embedding.encoding import Encoded
from embedding.limits import LimitReport, limit_report
from retrieval.card import CollectionCard, collections_dir, read_card, write_card
from retrieval.chunked import Chunked, chunk_corpus
from retrieval.content import write_content
from retrieval.difference import ChunkChanges
from retrieval.embedded import graph_files
from retrieval.history import Change, read_history, write_history
from retrieval.lock import writing
from retrieval.plan import Target, locate
from retrieval.update import change_of, update_of, write_vectors
from retrieval.versions import new_version, tidied, vectors_of, words_of
from retrieval.word_index import WordIndex

# The stage whose note says what a build keeps, adds and deletes, before it does.
COMPARING = "Comparing"
_NAMED_IDS = 5
# How often, at most, an unfinished card is written anew: each time costs as much as some dozens of vectors.
_TOLD_TIMES = 200


@dataclass(frozen=True, slots=True)
class BuildResult:
    """What a build did. `encoded` counts texts sent to the encoder, or of late vectors the chunks of documents that it
    read; `reused` are chunks whose vector was there.
    """

    collection: str
    display: str
    documents: int
    chunks: int
    encoded: int
    reused: int
    beyond_limit_chunks: int
    beyond_limit_share: float
    seconds: float
    warnings: tuple[str, ...]
    notes: tuple[str, ...] = ()


BuildEvents = Iterator[Progress | Finished[BuildResult]]


def build(
    corpus: Corpus,
    chunk_spec: ChunkSpec,
    encoder: Encoder,
    home: Path,
    name: str | None = None,
    tools: Tools | None = None,
) -> BuildEvents:
    """Yield progress of the stages Chunking, Encoding and Writing, then the result; Comparing comes before Encoding
    where a collection is there.

    Closing the generator cancels; building again goes on from there. The same recipe over edited documents is
    a set difference, and over the same documents does nothing. Raises CollectionError where the name is held by
    another recipe, somebody else builds the collection, or there is nothing to index; EncodingError (after all
    that could be encoded is kept) where the encoder fails.
    """
    started = time.perf_counter()
    target = locate(corpus, chunk_spec, encoder.spec, home, name)
    with writing(collections_dir(home), target.name):
        if read_card(target.folder) != target.card:
            raise CollectionError(f"Collection {target.display} has just been changed elsewhere: build it again.")
        with tidied(target.folder):
            chunked = yield from chunk_corpus(corpus, chunk_spec, tools)
            card, encoded = yield from _index(target, chunked, encoder, home)
    yield Finished(_result(card, encoded, time.perf_counter() - started))


def _index(
    target: Target, chunked: Chunked, encoder: Encoder, home: Path
) -> Generator[Progress, None, tuple[CollectionCard, int]]:
    """Encode and write what is new; the card and the number of texts sent to the encoder."""
    update = update_of(target, chunked)
    same = not (update.chunks or update.documents) and target.card and target.card.recipe.key == target.recipe.key
    if target.card and update.base and same:
        return target.card, 0
    if update.base:
        yield Progress(COMPARING, 0, 0, f"{target.display} {update.sentence}.")
    draft = _draft(target, chunked)
    encoded = yield from _encode(target, draft, update.chunks, chunked.documents, encoder, home)
    unreadable = {update.chunks.add[row].id for row in encoded.missing}
    chunks = tuple(chunk for chunk in chunked.chunks if chunk.id not in unreadable)
    if not chunks:
        raise CollectionError(f"Collection {target.display}: the encoder gave no valid vector for any chunk.")
    limit = limit_report(encoder, chunks)
    card = replace(
        draft,
        chunks=len(chunks),
        encoded=len(chunks),
        limit=limit,
        notes=(*chunked.notes, *filter(None, [context_remark(encoder.spec, chunks)])),
        warnings=tuple(filter(None, (*chunked.warnings, _invalid(unreadable, draft.chunks), limit.sentence))),
    )
    version = target.folder / card.version
    yield from write_vectors(card, version, update, encoded)
    write_content(version, chunked.documents, chunks)
    texts = {chunk.id: chunk.embed_text for chunk in chunks}
    WordIndex(texts).save(words_of(version), card.recipe.code_version)
    write_history(version, (*_history(target), change_of(update, card, encoded)))
    card = replace(card, complete=True, store_files=graph_files(vectors_of(version)))
    write_card(target.folder, card)
    return card, encoded.encoded


def _history(target: Target) -> tuple[Change, ...]:
    return read_history(target.version) if target.version else ()


def _draft(target: Target, chunked: Chunked) -> CollectionCard:
    strategy = STRATEGIES[target.recipe.chunking.strategy]
    return CollectionCard(
        name=target.name,
        display=target.display,
        complete=False,
        recipe=target.recipe,
        documents=len(chunked.documents),
        chunks=len(chunked.chunks),
        encoded=0,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        version=new_version(),
        default_retriever=strategy.default_retriever,
        default_document_share=strategy.default_document_share,
    )


def _encode(
    target: Target,
    draft: CollectionCard,
    changes: ChunkChanges,
    documents: Sequence[Document],
    encoder: Encoder,
    home: Path,
) -> Generator[Progress, None, Encoded]:
    """Vectors of the added chunks. Where no complete collection is in use, its card tells how far this one is."""
    first = target.card is None or not target.card.complete
    if first:
        write_card(target.folder, draft)
    places = {document.id: document for document in documents}
    told: int | None = None
    with VectorCache(home, encoder.spec.alone) as cache:
        for event in encode_chunks(encoder, changes.add, places, cache):
            if isinstance(event, Finished):
                return event.result
            if first and (told is None or event.done - told >= event.total / _TOLD_TIMES):
                write_card(target.folder, replace(draft, encoded=draft.chunks - (event.total - event.done)))
                told = event.done
            yield event
    raise AssertionError("encode_chunks ends with Finished")


def _invalid(ids: Collection[str], chunks: int) -> str:
    if not ids:
        return ""
    named = ", ".join(sorted(ids)[:_NAMED_IDS]) + (", ..." if len(ids) > _NAMED_IDS else "")
    return f"{len(ids):,} of {chunks:,} chunks left out because their embedding is invalid: {named}."


def _result(card: CollectionCard, encoded: int, seconds: float) -> BuildResult:
    limit = card.limit or LimitReport(card.recipe.embedding.max_pieces, card.chunks, 0, 0.0)
    return BuildResult(
        collection=card.name,
        display=card.display,
        documents=card.documents,
        chunks=card.chunks,
        encoded=encoded,
        reused=card.chunks - encoded,
        beyond_limit_chunks=limit.beyond_chunks,
        beyond_limit_share=limit.beyond_share,
        seconds=seconds,
        warnings=card.warnings,
        notes=card.notes,
    )

"""From a corpus to a complete collection. Work that was done is kept, and nothing half-done is ever offered.

The order makes this so: vectors go to the cache batch by batch; a card says "unfinished" before the first chunk
is written to Chroma and is replaced last. An unfinished collection's Chroma folder is not trusted: the next build
writes a new one from the cache.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection, Generator, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from chunking.tools import Tools
from chunking_strategies import STRATEGIES
from core.errors import CollectionError
from core.events import Finished, Progress
from core.types import ChunkSpec
from corpus.types import Corpus
from embedding.cache import VectorCache
from embedding.encoder import Encoder
from embedding.encoding import Encoded, encode_cached
from embedding.limits import LimitReport, limit_report
from retrieval.card import CollectionCard, collections_dir, read_card, write_card
from retrieval.chroma import StoreError, VectorStore, check_graph_files, graph_files, remove_folder
from retrieval.chunked import Chunked, chunk_corpus
from retrieval.content import holds, write_content
from retrieval.lock import writing
from retrieval.plan import Difference, Target, difference, locate, stored_rows

_NAMED_IDS = 5


@dataclass(frozen=True, slots=True)
class BuildResult:
    """What a build did. `encoded` counts texts sent to the encoder, `reused` chunks whose vector was there."""

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
    """Yield progress of the stages Chunking, Encoding and Writing, then the result.

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
        chunked = yield from chunk_corpus(corpus, chunk_spec, tools)
        store = _sound_store(target)
        try:
            card, encoded = yield from _index(target, chunked, encoder, home, store)
        finally:
            if store is not None:
                store.close()
    yield Finished(_result(card, encoded, time.perf_counter() - started))


def _sound_store(target: Target) -> VectorStore | None:
    """The store of a complete collection if it holds exactly the stored chunks; None where it is to be made anew."""
    rows = stored_rows(target)
    if target.card is None or not rows or not (target.folder / target.card.store).is_dir():
        return None
    store = None
    try:
        check_graph_files(target.folder / target.card.store, target.card.store_files)
        store = VectorStore(target.folder / target.card.store, target.name)
        ids, vectors = store.vectors()
        if set(ids) == rows.keys() and np.isfinite(vectors).all():
            return store
    except StoreError:
        pass  # whatever is wrong with it, the vectors are in the cache
    if store is not None:
        store.close()
    return None


def _index(
    target: Target, chunked: Chunked, encoder: Encoder, home: Path, store: VectorStore | None
) -> Generator[Progress, None, tuple[CollectionCard, int]]:
    """Encode and write what is new; the card and the number of texts sent to the encoder."""
    changes = difference(chunked.chunks, stored_rows(target) if store else {})
    same_chunks = store is not None and not (changes.add or changes.delete or changes.moved)
    if target.card and same_chunks and target.unchanged_corpus and holds(target.folder, chunked.documents):
        return target.card, 0
    draft = _draft(target, chunked)
    if store is None:
        write_card(target.folder, draft)
    encoded = yield from _encode(target, draft, changes, encoder, home, announce=store is None)
    unreadable = {changes.add[row].id for row in encoded.missing}
    chunks = tuple(chunk for chunk in chunked.chunks if chunk.id not in unreadable)
    if not chunks:
        raise CollectionError(f"Collection {target.display}: the encoder gave no valid vector for any chunk.")
    limit = limit_report(encoder, chunks)
    card = replace(
        draft,
        chunks=len(chunks),
        encoded=len(chunks),
        store=target.card.store if target.card and store else draft.store,
        limit=limit,
        notes=chunked.notes,
        warnings=tuple(filter(None, (*chunked.warnings, _invalid(unreadable, draft.chunks), limit.sentence))),
    )
    yield from _write(target, card, changes, encoded, store)
    write_content(target.folder, chunked.documents, chunks)
    card = replace(card, complete=True, store_files=graph_files(target.folder / card.store))
    write_card(target.folder, card)
    return card, encoded.encoded


def _draft(target: Target, chunked: Chunked) -> CollectionCard:
    return CollectionCard(
        name=target.name,
        display=target.display,
        complete=False,
        recipe=target.recipe,
        documents=len(chunked.documents),
        chunks=len(chunked.chunks),
        encoded=0,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        store=f"chroma-{secrets.token_hex(4)}",
        default_retriever=STRATEGIES[target.recipe.chunking.strategy].default_retriever,
    )


def _encode(
    target: Target, draft: CollectionCard, changes: Difference, encoder: Encoder, home: Path, *, announce: bool
) -> Generator[Progress, None, Encoded]:
    """Vectors of the added chunks. With `announce` the card tells how far the unfinished collection is."""
    with VectorCache(home, encoder.spec) as cache:
        for event in encode_cached(encoder, [chunk.embed_text for chunk in changes.add], cache):
            if isinstance(event, Finished):
                return event.result
            if announce:
                write_card(target.folder, replace(draft, encoded=draft.chunks - (event.total - event.done)))
            yield event
    raise AssertionError("encode_cached ends with Finished")


def _write(
    target: Target, card: CollectionCard, changes: Difference, encoded: Encoded, store: VectorStore | None
) -> Iterator[Progress]:
    """Bring the store to the new chunks: a sound one by the difference, else a new one in a new folder."""
    rows = [row for row in range(len(changes.add)) if row not in encoded.missing]
    yield Progress("Writing", 0, len(rows))
    write_card(target.folder, card)
    if store is None:
        for stale in target.folder.glob("chroma-*"):
            remove_folder(stale)
    writer = store or VectorStore(target.folder / card.store, target.name)
    try:
        writer.delete(changes.delete)
        writer.move(changes.moved)
        for start in range(0, len(rows), writer.write_batch):
            part = rows[start : start + writer.write_batch]
            writer.add([changes.add[row] for row in part], encoded.vectors[part])
            yield Progress("Writing", start + len(part), len(rows))
        if len(writer) != card.chunks:
            raise StoreError(
                f"Collection {target.display} holds {len(writer)} of {card.chunks} vectors: build it again."
            )
    finally:
        writer.close()


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

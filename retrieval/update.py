"""What is new in a corpus, and how its vectors get into a version. Unlike difference.py, it looks at vectors too."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from pathlib import Path

from core.arrays import release
from core.events import Progress
from embedding.encoding import Encoded
from retrieval.card import CollectionCard
from retrieval.chroma import VectorStore
from retrieval.chunked import Chunked
from retrieval.difference import ChunkChanges, DocumentChanges, chunk_changes, document_changes, in_words
from retrieval.history import Change
from retrieval.plan import Target
from retrieval.server import StoreError, lies_where_new_ones_go
from retrieval.stores import clone_store, is_sound
from retrieval.vector_file import keep_vectors
from retrieval.versions import vectors_of


@dataclass(frozen=True, slots=True)
class Update:
    """What is new. `base` is the folder of the old version, None where there is none that can be brought up to date;
    `before` counts the chunks there.
    """

    base: Path | None
    documents: DocumentChanges
    chunks: ChunkChanges
    before: int

    @property
    def sentence(self) -> str:
        """What it will do, in the reader's words."""
        changes = self.chunks
        counts = (len(changes.keep), len(changes.add), len(changes.delete), changes.anew)
        return in_words(*counts, self.documents)


def update_of(target: Target, chunked: Chunked) -> Update:
    """The corpus, chunked, against what the target holds."""
    stored, base = target.stored, target.version
    if base and not _can_be_copied(vectors_of(base), target, stored.rows.keys()):
        base = None  # whatever is wrong with its vectors, they are in the cache
    documents = document_changes(chunked.documents, stored.documents)
    return Update(
        base=base,
        documents=documents,
        chunks=chunk_changes(chunked.chunks, stored.rows if base else {}, target.recipe.embedding, documents),
        before=len(stored.rows),
    )


def write_vectors(card: CollectionCard, version: Path, update: Update, encoded: Encoded) -> Iterator[Progress]:
    """The vectors of a new version: a copy of the old version's brought up to date, or all of them.

    Raises StoreError where they cannot be written, or are not exactly those of the chunks afterwards.
    """
    changes = update.chunks
    rows = [row for row in range(len(changes.add)) if row not in encoded.missing]
    yield Progress("Writing", 0, len(rows))
    if update.base is not None:
        clone_store(vectors_of(update.base), vectors_of(version), card.name)
    store = VectorStore(vectors_of(version), card.name)
    try:
        store.delete(changes.delete)
        store.move(changes.moved)
        for start in range(0, len(rows), store.write_batch):
            part = rows[start : start + store.write_batch]
            store.add([changes.add[row] for row in part], encoded.vectors[part])
            release(encoded.vectors)
            yield Progress("Writing", start + len(part), len(rows))
    finally:
        store.close()
    wanted = {chunk.id for chunk in changes.keep} | {changes.add[row].id for row in rows}
    if not keep_vectors(version, card.name, wanted):
        raise StoreError(f"Collection {card.display} could not be written whole: build it again.")


def _can_be_copied(folder: Path, target: Target, ids: Set[str]) -> bool:
    """Whether a store is whole, and lies where the new one goes. Raises ServerError where a server cannot be asked."""
    return lies_where_new_ones_go(folder) and is_sound(folder, target.name, target.store_files, ids)


def change_of(update: Update, card: CollectionCard, encoded: Encoded) -> Change:
    """What the build did, for the history."""
    kept = len(update.chunks.keep)
    return Change(card.created, update.documents, kept, card.chunks - kept, update.before - kept, encoded.encoded)

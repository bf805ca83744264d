"""What a build finds changed: new documents and chunks against those that a complete collection holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.types import Chunk, Document, EmbedSpec
from embedding.limits import read_alone
from retrieval.content import chunk_row
from retrieval.reading import read_stored_rows

_NAMED = 3


@dataclass(frozen=True, slots=True)
class Stored:
    """What a collection holds, by id: documents, and chunks as they are written."""

    documents: Mapping[str, Document] = field(default_factory=dict)
    rows: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DocumentChanges:
    """Ids of documents, in order."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """How many documents differ, and the first of each kind by name; empty where none does."""
        kinds = {"added": self.added, "changed": self.changed, "removed": self.removed}
        return ", ".join(
            f"{len(names):,} {kind} ({', '.join(names[:_NAMED])}{', ...' if len(names) > _NAMED else ''})"
            for kind, names in kinds.items()
            if names
        )

    def __bool__(self) -> bool:
        """Whether anything is different."""
        return bool(self.added or self.changed or self.removed)


@dataclass(frozen=True, slots=True)
class ChunkChanges:
    """`keep` are chunks whose id and very text are there; `moved` those of them whose place or order differs.

    `anew` counts those of `add` that are there too, but whose late vectors are others in changed surroundings.
    """

    keep: tuple[Chunk, ...]
    add: tuple[Chunk, ...]
    moved: tuple[Chunk, ...]
    delete: tuple[str, ...]
    anew: int = 0

    def __bool__(self) -> bool:
        """Whether anything is different."""
        return bool(self.add or self.moved or self.delete)


def in_words(keep: int, add: int, delete: int, anew: int, documents: DocumentChanges) -> str:
    """What a build is about to do with a collection that is there, without the full stop."""
    chunks = f"keeps {keep:,} chunks, adds {add:,}, deletes {delete:,}"
    again = f" ({anew:,} of them again, because late vectors change with the document around them)" if anew else ""
    return f"{chunks}{again}; documents: {documents.sentence or 'none is different'}"


def read_stored(version: Path, chunks: int) -> Stored:
    """What a version's folder, with that many chunks, holds; nothing where it cannot be read."""
    try:
        return Stored(*read_stored_rows(version, chunks))
    except (OSError, ValueError, KeyError, TypeError):
        return Stored()


def document_changes(documents: Sequence[Document], stored: Mapping[str, Document]) -> DocumentChanges:
    """Documents against stored ones; a document is changed when its text is."""
    texts = {document.id: document.text for document in documents}
    return DocumentChanges(
        added=tuple(sorted(texts.keys() - stored.keys())),
        changed=tuple(sorted(key for key in texts.keys() & stored.keys() if texts[key] != stored[key].text)),
        removed=tuple(sorted(stored.keys() - texts.keys())),
    )


def chunk_changes(
    chunks: Sequence[Chunk], stored: Mapping[str, Mapping[str, Any]], spec: EmbedSpec, documents: DocumentChanges
) -> ChunkChanges:
    """Chunks against stored rows. A late vector is kept only where the whole document is what it was."""
    changed = frozenset(documents.changed)
    keep, add, moved, anew = [], [], [], 0
    for chunk in chunks:
        row, old = chunk_row(chunk), stored.get(chunk.id)
        if old is None or old.get("text_key") != row["text_key"]:
            add.append(chunk)
            continue
        place = (chunk.document_id, chunk.start, chunk.end)
        elsewhere = chunk.document_id in changed or place != (old["document_id"], old["start"], old["end"])
        if elsewhere and not read_alone(spec, chunk):
            add.append(chunk)
            anew += 1
            continue
        keep.append(chunk)
        if old != row:
            moved.append(chunk)
    gone = stored.keys() - {chunk.id for chunk in keep}
    return ChunkChanges(tuple(keep), tuple(add), tuple(moved), tuple(sorted(gone)), anew)

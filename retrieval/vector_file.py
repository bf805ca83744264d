"""All vectors of a version in one file, in the order of the chunks' ids: what rankings read, mapped into memory.

Unlike Chroma's files it is written once, from what the finished store gives back, and holds nothing but unit vectors.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.arrays import release
from embedding.encoder import Vectors
from retrieval.dense import VectorIndex, of_unit_length
from retrieval.stores import open_store
from retrieval.versions import vectors_of

_IDS, _VECTORS = "vector_ids.npy", "vectors.npy"


def keep_vectors(version: Path, name: str, ids: Set[str]) -> bool:
    """Write the file from a store that has just been finished; whether that holds exactly these chunks.

    Raises StoreError where it cannot be read.
    """
    store = open_store(vectors_of(version), name, {})
    try:
        return write_vector_file(version, ids, store.pages())
    finally:
        store.close()


def write_vector_file(version: Path, ids: Set[str], pages: Iterable[tuple[list[str], Vectors]]) -> bool:
    """Write vectors that come in any order; whether they were exactly those of the ids, each finite."""
    ordered = np.array(sorted(ids), dtype="S")
    written = np.zeros(len(ordered), dtype=bool)
    target: Vectors | None = None
    for names, vectors in pages:
        rows = _rows(ordered, names)
        if rows is None or written[rows].any() or not np.isfinite(vectors).all():
            return False
        if target is None:
            shape = (len(ordered), vectors.shape[1])
            target = np.lib.format.open_memmap(version / _VECTORS, mode="w+", dtype=np.float32, shape=shape)
        target[rows] = of_unit_length(vectors)
        written[rows] = True
        release(target)
    if target is None or not written.all():
        return False
    target.flush()  # type: ignore[attr-defined]
    np.save(version / _IDS, ordered)
    return True


def index_of(version: Path, name: str, sizes: Mapping[str, int], ids: Set[str], dimension: int) -> VectorIndex | None:
    """The vectors of a version, ready for rankings; None where they are not exactly those of these chunks.

    What is mapped into memory is used once the store says that it still holds as many. Raises StoreError.
    """
    store = open_store(vectors_of(version), name, sizes)
    try:
        mapped = read_vector_file(version, len(ids), dimension)
        if mapped is not None:
            return mapped if store.count() == len(ids) and mapped.ids == sorted(ids) else None
        found, vectors = store.vectors()
    finally:
        store.close()
    sound = vectors.shape == (len(ids), dimension) and np.isfinite(vectors).all() and set(found) == ids
    return VectorIndex(found, vectors) if sound else None


def read_vector_file(version: Path, chunks: int, dimension: int) -> VectorIndex | None:
    """The index of a version; None where the file is not there, or not one of that many chunks and that dimension."""
    try:
        ids = np.load(version / _IDS)
        vectors = np.load(version / _VECTORS, mmap_mode="r")
    except (OSError, ValueError):
        return None
    if ids.shape != (chunks,) or vectors.shape != (chunks, dimension) or vectors.dtype != np.float32:
        return None
    return VectorIndex.of_ordered(ids.astype(str).tolist(), vectors)


def _rows(ordered: NDArray[np.bytes_], names: list[str]) -> NDArray[np.int64] | None:
    """Where the names are; None where one is not there, or twice among them."""
    wanted = np.array(names, dtype="S")
    rows = np.searchsorted(ordered, wanted)
    there = rows < len(ordered)
    if not there.all() or (ordered[rows] != wanted).any() or len(np.unique(rows)) < len(rows):
        return None
    return rows

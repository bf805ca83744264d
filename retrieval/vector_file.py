"""All vectors of a version in one file, which rankings read: mapped into memory, as far as they are needed.

Unlike Chroma's files it is written once, from what the finished store gives back, and holds nothing but unit vectors.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Set
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from embedding.encoder import Vectors
from retrieval.dense import VectorIndex, of_unit_length
from retrieval.stores import open_store
from retrieval.versions import vectors_of

_VECTORS, _ROWS = "vectors.npy", "vector_rows.npz"


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
    """Write vectors in the order in which they come; whether they were exactly those of the ids, each finite."""
    names: list[str] = []
    with (version / _VECTORS).open("wb") as file:
        for page, vectors in pages:
            if not np.isfinite(vectors).all():
                return False
            if not names:
                shape = {"descr": "<f4", "fortran_order": False, "shape": (len(ids), vectors.shape[1])}
                np.lib.format.write_array_header_1_0(file, shape)
            file.write(of_unit_length(vectors).astype("<f4").tobytes())
            names.extend(page)
        file.flush()
        os.fsync(file.fileno())
    if len(names) != len(ids) or set(names) != ids:
        return False
    found = np.array(names, dtype="S")
    rows = np.argsort(found)
    np.savez(version / _ROWS, ids=found[rows], rows=rows)
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
        with np.load(version / _ROWS) as placed:
            ids, rows = placed["ids"], placed["rows"]
        vectors = np.load(version / _VECTORS, mmap_mode="r")
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
    if ids.shape != (chunks,) or vectors.shape != (chunks, dimension) or vectors.dtype != np.float32:
        return None
    return VectorIndex.of_unit_vectors(ids.astype(str).tolist(), vectors, rows)

"""The vectors of one version as a whole: opened, copied, checked, dropped. Unlike chroma.py, knows no Chroma."""

from __future__ import annotations

from collections.abc import Mapping, Set
from pathlib import Path

import numpy as np

from retrieval.chroma import VectorStore, check_server, drop_collection
from retrieval.embedded import check_files, copy_files
from retrieval.server import ServerError, StoreError, read_sign, signed_folders


def open_store(folder: Path, name: str, sizes: Mapping[str, int]) -> VectorStore:
    """A store that is there; in a folder, its graph's files have these sizes. Unlike the class, makes nothing."""
    if read_sign(folder) is None:
        check_files(folder, name, sizes)
    return VectorStore(folder, name, make=False)


def clone_store(source: Path, target: Path, name: str) -> None:
    """Copy a store that nobody writes to where it lies itself, on disk or on the server. Raises StoreError."""
    if read_sign(source) is None:
        copy_files(source, target)
        return
    old = VectorStore(source, name, make=False)
    try:
        new = VectorStore(target, name)
        try:
            new.fill(old)
        finally:
            new.close()
    finally:
        old.close()


def is_sound(folder: Path, name: str, sizes: Mapping[str, int], ids: Set[str]) -> bool:
    """Whether a store can be read and holds exactly these chunks, each with a finite vector.

    Raises ServerError where that cannot be known, because the server cannot be asked.
    """
    found = 0
    try:
        store = open_store(folder, name, sizes)
        try:
            for names, vectors in store.pages():
                if not (ids >= set(names) and np.isfinite(vectors).all()):
                    return False
                found += len(names)
        finally:
            store.close()
    except ServerError:
        raise
    except StoreError:
        return False
    return found == len(ids)


def check_servers(folder: Path) -> None:
    """Raise ServerError where a server that holds vectors of a folder, at any depth, cannot be asked to drop them."""
    for server in {sign.server for signed in signed_folders(folder) if (sign := read_sign(signed))}:
        check_server(server)


def drop_stores(folder: Path) -> None:
    """Remove what a folder, at any depth, has on a server, because the folder is about to go. Raises StoreError."""
    for signed in signed_folders(folder):
        if sign := read_sign(signed):
            drop_collection(sign.server, sign.collection)

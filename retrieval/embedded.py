"""The files that Chroma has in a folder: whether they are whole, and how they are copied. Unlike chroma.py, opens none.

A folder is used for one collection and never again after it: deleting a collection inside a Chroma folder frees no
disk, and removing a folder under an open client breaks even a new client on that path.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from retrieval.server import StoreError

_DATABASE = "chroma.sqlite3"


def graph_files(folder: Path) -> dict[str, int]:
    """Sizes in bytes of the graph's files by their path in the folder; none while the store is small.

    A graph counts from when Chroma has written its table; until then it is made anew at each opening.
    """
    parts = (part for table in folder.glob("*/index_metadata.pickle") for part in sorted(table.parent.iterdir()))
    return {part.relative_to(folder).as_posix(): part.stat().st_size for part in parts}


def check_files(folder: Path, name: str, sizes: Mapping[str, int]) -> None:
    """Raise StoreError where a file is gone or shorter than it was: Chroma's reader crashes the process on it."""
    if not (folder / _DATABASE).is_file():
        raise StoreError(f"The vectors of collection {name} are gone.")
    found = graph_files(folder)
    short = [name for name, size in sizes.items() if found.get(name, -1) < size]
    if short:
        raise StoreError(f"The vectors in {folder.parent.name} are damaged ({short[0]} is not whole).")


def copy_files(source: Path, target: Path) -> None:
    """Copy a store that nobody writes. Raises StoreError.

    The database is copied by SQLite, which also takes into account what a killed process left unfinished.
    """
    try:
        shutil.copytree(source, target, ignore=shutil.ignore_patterns(f"{_DATABASE}*"))
        with closing(sqlite3.connect(source / _DATABASE)) as old, closing(sqlite3.connect(target / _DATABASE)) as new:
            old.backup(new)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"The vectors in {source} cannot be copied ({error}).") from error

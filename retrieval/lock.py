"""One writer per collection, across threads and processes.

The lock is an exclusive SQLite transaction on an empty file: the operating system drops it with the process
that holds it, so there is no stale lock to detect after a kill, and it works on every platform.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import CollectionError


@contextmanager
def writing(collections: Path, name: str) -> Iterator[None]:
    """Hold the collection for writing. Raises CollectionError at once when somebody else does."""
    folder = collections / ".locks"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        # A build may be closed by another thread than the one that began it.
        database = sqlite3.connect(folder / name, timeout=0, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise CollectionError(f"Collection {name} cannot be locked in {folder} ({error}).") from error
    try:
        try:
            database.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if error.sqlite_errorname == "SQLITE_BUSY":
                raise CollectionError(
                    f"Collection {name} is being built or changed elsewhere: wait until it is done, or cancel it there."
                ) from error
            raise CollectionError(f"Collection {name} cannot be locked in {folder} ({error}).") from error
        yield
    finally:
        database.close()

"""One holder of a file at a time, across threads and processes.

The lock is an exclusive SQLite transaction on an empty file: the operating system drops it with the process
that holds it, so there is no stale lock to detect after a kill, and it works on every platform.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import ChunkTraceError


@contextmanager
def locked(path: Path, busy: ChunkTraceError, wait: float = 0.0) -> Iterator[None]:
    """Hold the file, which is made where there is none. Raises `busy` when somebody else still holds it after `wait`
    seconds, and an error of the same kind where it cannot be locked at all.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # What holds it may be closed by another thread than the one that began it.
        database = sqlite3.connect(path, timeout=wait, isolation_level=None, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        raise type(busy)(f"{path} cannot be locked ({getattr(error, 'strerror', None) or error}).") from error
    try:
        try:
            database.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if error.sqlite_errorname == "SQLITE_BUSY":
                raise busy from error
            raise type(busy)(f"{path} cannot be locked ({error}).") from error
        yield
    finally:
        database.close()

"""One SQLite file that threads and processes share. Unlike files.py, which replaces whole files, rows are added to it.

Its rows are a cache: whoever opens it can make them again.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import ChunkTraceError


class Database:
    """A file with one table. Each transaction is one entry of a write-ahead log, so a killed process leaves all of it
    or nothing. `called` names it for the reader ("vector cache").
    """

    def __init__(self, path: Path, table: str, called: str) -> None:
        self._path = path
        self._called = called
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, timeout=60, isolation_level=None, check_same_thread=False)
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute("PRAGMA synchronous=NORMAL")
            self._connection.execute(table)
        except (OSError, sqlite3.Error) as error:
            raise self._unusable(error) from error

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The file for one thread at a time. Raises ChunkTraceError where it is damaged or the disk full."""
        with self._lock:
            try:
                yield self._connection
            except sqlite3.Error as error:
                raise self._unusable(error) from error

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """The same as one transaction: what is written inside is kept as a whole or not at all."""
        with self.reading() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # a full disk ends the transaction by itself
                    connection.execute("ROLLBACK")
                raise

    def close(self) -> None:
        """Release the file."""
        with self._lock:
            self._connection.close()

    def _unusable(self, error: Exception) -> ChunkTraceError:
        return ChunkTraceError(
            f"The {self._called} {self._path} cannot be used ({error}): delete that file, or free space for it."
        )

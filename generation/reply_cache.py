"""Replies of language models on disk by what was asked. Unlike the vector cache, one file for all models."""

from __future__ import annotations

from pathlib import Path

from core.database import Database

_TABLE = """
CREATE TABLE IF NOT EXISTS replies (
    model TEXT NOT NULL, prompt_key TEXT NOT NULL, reply TEXT NOT NULL, PRIMARY KEY (model, prompt_key)
) WITHOUT ROWID
"""


class ReplyCache:
    """Replies found by (name of the model, hash of all that was asked). Threads and processes may share it.

    `kind` tells what the replies are ("contexts", "judgements"); each kind has a file of its own, so that one can be
    deleted without the other.
    """

    def __init__(self, home: Path, kind: str) -> None:
        self._database = Database(home / f"{kind}.sqlite", _TABLE, f"cache of {kind}")

    def get(self, model: str, prompt_key: str) -> str | None:
        """The reply as the model gave it; None where it was never asked."""
        query = "SELECT reply FROM replies WHERE model = ? AND prompt_key = ?"
        with self._database.reading() as database:
            row = database.execute(query, [model, prompt_key]).fetchone()
        return None if row is None else str(row[0])

    def put(self, model: str, prompt_key: str, reply: str) -> None:
        """Keep a reply, on disk when this returns."""
        with self._database.writing() as database:
            database.execute("INSERT OR REPLACE INTO replies VALUES (?, ?, ?)", [model, prompt_key, reply])

    def close(self) -> None:
        """Release the file."""
        self._database.close()

"""Vectors on disk by text, so that no text is encoded twice by the same encoder.

One SQLite file holds the vectors of one encoder. Unlike a collection, it knows nothing of chunks or documents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

import numpy as np

from core.database import Database
from core.hashing import sha256
from core.types import EmbedSpec
from embedding.encoder import Role, Vectors

_LOOKUP = 500  # SQLite builds of old allow 999 variables in a statement
_TABLE = """
CREATE TABLE IF NOT EXISTS vectors (
    role TEXT NOT NULL, text_sha256 TEXT NOT NULL, vector BLOB NOT NULL, PRIMARY KEY (role, text_sha256)
) WITHOUT ROWID
"""


class VectorCache:
    """The vectors of one encoder, found by (role, SHA-256 of the text). Threads and processes may share it.

    The file is named by `spec.key`, which covers the model, its revision and dimension and both prefixes. Each
    `put_many` is one transaction in a write-ahead log, so a killed process leaves whole batches or nothing.
    """

    def __init__(self, home: Path, spec: EmbedSpec) -> None:
        self.spec = spec
        self.folder = home / "vectors"
        self._database = Database(self.folder / f"{spec.key}.sqlite", _TABLE, "vector cache")

    def __enter__(self) -> VectorCache:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def get_many(self, role: Role, texts: Sequence[str]) -> dict[str, Vectors]:
        """The vectors that are known, float32 (dimension,) each, by text; a vector of another size is not known."""
        by_hash = {sha256(text): text for text in texts}
        hashes = list(by_hash)
        found: dict[str, Vectors] = {}
        for start in range(0, len(hashes), _LOOKUP):
            part = hashes[start : start + _LOOKUP]
            marks = ",".join("?" * len(part))
            query = f"SELECT text_sha256, vector FROM vectors WHERE role = ? AND text_sha256 IN ({marks})"
            with self._database.reading() as database:
                rows = database.execute(query, [role, *part]).fetchall()
            for text_hash, blob in rows:
                vector = np.frombuffer(blob, dtype="<f4")
                if vector.shape == (self.spec.dimension,):
                    found[by_hash[text_hash]] = vector.astype(np.float32, copy=False)
        return found

    def put_many(self, role: Role, vectors: Mapping[str, Vectors]) -> None:
        """Keep vectors by text, all or none. The caller leaves out what is not finite."""
        rows = [(role, sha256(text), vector.astype("<f4").tobytes()) for text, vector in vectors.items()]
        with self._database.writing() as database:
            database.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)

    def __len__(self) -> int:
        """Number of vectors, both roles together."""
        with self._database.reading() as database:
            return int(database.execute("SELECT COUNT(*) FROM vectors").fetchone()[0])

    def close(self) -> None:
        """Release the file."""
        self._database.close()

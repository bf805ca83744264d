"""One writer per collection, across threads and processes."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

from core.errors import CollectionError
from core.locked import locked


def writing(collections: Path, name: str) -> AbstractContextManager[None]:
    """Hold the collection for writing. Raises CollectionError at once when somebody else does."""
    busy = f"Collection {name} is being built or changed elsewhere: wait until it is done, or cancel it there."
    return locked(collections / ".locks" / name, CollectionError(busy))

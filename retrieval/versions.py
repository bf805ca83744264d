"""Where the versions of a collection lie on disk, side by side. Unlike card.py, which names the one that counts.

A version is a folder with documents, chunks, vectors, words and history. It is complete before the card names it, and
no build changes it after, so whoever reads finds the old version or the new one, whole.
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from retrieval.card import CARD, read_card
from retrieval.chroma import close_stores
from retrieval.server import StoreError
from retrieval.stores import drop_stores


def new_version() -> str:
    """The name of a version that is still to be written."""
    return f"version-{secrets.token_hex(4)}"


def vectors_of(version: Path) -> Path:
    """The folder that Chroma has in a version's folder."""
    return version / "vectors"


def words_of(version: Path) -> Path:
    """The folder of the word index in a version's folder."""
    return version / "words"


@contextmanager
def tidied(folder: Path) -> Iterator[None]:
    """Before and after, remove whatever lies in a collection's folder beside its card and the version that this names.

    The one who enters holds the collection for writing. A version that is named by an unfinished card goes too.
    """
    _tidy(folder)
    try:
        yield
    finally:
        _tidy(folder)


def _tidy(folder: Path) -> None:
    card = read_card(folder)
    kept = {CARD, card.version} if card and card.complete else {CARD}
    for place in folder.iterdir() if folder.is_dir() else ():
        if place.name in kept:
            continue
        if place.is_dir():
            close_stores(place)
            with suppress(StoreError):  # what a server cannot remove now, or another process holds open, ...
                drop_stores(place)
                shutil.rmtree(place, ignore_errors=True)  # ... stays until the next build
        else:
            place.unlink(missing_ok=True)

"""Collections on disk: which there are, opening one for queries, and removing one. Unlike build.py, writes nothing."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import CollectionError
from core.types import EmbedSpec
from retrieval.card import (
    INDEX_VERSION,
    CollectionCard,
    card_stamp,
    collections_dir,
    read_card,
    withdraw_card,
)
from retrieval.lock import writing
from retrieval.naming import safe_name
from retrieval.server import StoreError

if TYPE_CHECKING:
    from embedding.encoder import Encoder
    from retrieval.collection import Collection

_TRASH = ".trash"


def list_collections(home: Path) -> list[CollectionCard]:
    """All collections by name, unfinished ones included (`complete` tells); damaged ones are left out."""
    return sorted(_cards(home), key=lambda card: card.name)


def _cards(home: Path) -> Iterable[CollectionCard]:
    folder = collections_dir(home)
    for place in folder.iterdir() if folder.is_dir() else ():
        if place.name.startswith("."):
            continue
        try:
            card = read_card(place)
        except CollectionError:
            continue
        if card is not None:
            yield card


def find_card(name: str, home: Path) -> CollectionCard:
    """The card of a collection by its name or display name. Raises CollectionError naming those there are."""
    card = read_card(collections_dir(home) / safe_name(name))
    if card is not None:
        return card
    there = [known.display for known in list_collections(home) if known.complete]
    hint = f"There are {', '.join(there)}." if there else "There are none yet: build one first."
    raise CollectionError(f"There is no collection {name}. {hint}")


def open_collection(name: str, home: Path, encoder: Encoder | None = None) -> Collection:
    """A complete collection, ready for queries. `encoder`, where given, must be the one it was built with.

    Raises CollectionError for a collection that is absent, unfinished, damaged or of another encoder.
    """
    # Here and below, because a list of collections need not wait for what reads or removes one.
    from retrieval.collection import Collection

    folder = collections_dir(home) / safe_name(name)
    while True:
        stamp = card_stamp(folder)
        card = find_card(name, home)
        if not card.complete:
            raise CollectionError(f"Collection {card.display} is {card.state}: build it again to finish it.")
        if card.recipe.code_version != INDEX_VERSION:
            raise CollectionError(f"Collection {card.display} is of another version of this program: build it again.")
        if encoder is not None:
            check_encoder(card, encoder.spec)
        try:
            return Collection(card, stamp, home)
        except CollectionError:
            # A version that a build replaced between the card and the content is gone; the next one is there.
            if card_stamp(folder) == stamp:
                raise


def check_encoder(card: CollectionCard, spec: EmbedSpec) -> None:
    """Refuse another encoder than the collection's, before anything is encoded."""
    own = card.recipe.embedding
    if own.key != spec.key:
        raise CollectionError(
            f"Collection {card.display} was built with {_named(own)} and cannot be searched with {_named(spec)}: "
            f"use {own.told}, or build a collection with {spec.told}."
        )


def delete_collection(name: str, home: Path) -> None:
    """Remove a collection from disk and from its server, finished or not.

    Raises CollectionError when it is absent, being written, or on a server that cannot be asked.
    """
    from retrieval.chroma import close_stores
    from retrieval.stores import check_servers, drop_stores

    collections = collections_dir(home)
    folder = collections / safe_name(name)
    if not folder.is_dir():
        find_card(name, home)
    with writing(collections, folder.name):
        check_servers(folder)
        withdraw_card(folder)
        close_stores(folder)
        # Renamed first, so that a kill leaves nothing under the collection's own name.
        trash = collections / _TRASH / f"{folder.name}-{secrets.token_hex(4)}"
        trash.parent.mkdir(exist_ok=True)
        folder.rename(trash)
        drop_stores(trash)
    _empty(collections / _TRASH)


def _empty(trash: Path) -> None:
    """Remove what deletions left behind; what lies on a server that cannot be asked now stays until the next one."""
    from retrieval.stores import drop_stores

    for place in trash.iterdir():
        with suppress(StoreError):
            drop_stores(place)
            shutil.rmtree(place, ignore_errors=True)
    with suppress(OSError):
        trash.rmdir()


def _named(spec: EmbedSpec) -> str:
    return f"{spec.told} ({spec.dimension} dimensions, revision {spec.revision})"

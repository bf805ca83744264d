"""What is known of a collection without opening it: its recipe, its counts, and whether it is complete."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from core.errors import CollectionError
from core.files import write_json
from core.parameters import Value
from core.types import ChunkSpec, EmbedSpec, IndexSpec, Mode
from embedding.limits import LimitReport

# Raised when older collections can no longer be read or would be chunked otherwise.
INDEX_VERSION = "2"
CARD = "collection.json"


@dataclass(frozen=True, slots=True)
class CollectionCard:
    """A collection's collection.json. `name` is safe as a folder, `display` is what the user called it.

    `encoded` of `chunks` are done while it is unfinished. `version` names the folder of what it holds, `store_files`
    the sizes of the vectors' files there that must be whole.
    """

    name: str
    display: str
    complete: bool
    recipe: IndexSpec
    documents: int
    chunks: int
    encoded: int
    created: str
    version: str = ""
    default_retriever: Mode = "dense"
    default_document_share: float = 1.0
    limit: LimitReport | None = None
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    store_files: Mapping[str, int] = field(default_factory=dict)

    @property
    def strategy(self) -> str:
        """Name of the chunking strategy."""
        return self.recipe.chunking.strategy

    @property
    def parameters(self) -> dict[str, Value]:
        """All parameters of the strategy."""
        return dict(self.recipe.chunking.parameters)

    @property
    def encoder(self) -> str:
        """Short name of the encoder."""
        return self.recipe.embedding.encoder

    @property
    def encoding(self) -> str:
        """The encoder and, where it is not the usual one, the method: what tells collections apart for a reader."""
        return self.recipe.embedding.told

    @property
    def embedding(self) -> str:
        """How vectors are made: standard or late."""
        return self.recipe.embedding.method

    @property
    def state(self) -> str:
        """The state in the reader's words."""
        return "complete" if self.complete else f"unfinished ({self.encoded:,} of {self.chunks:,})"


def collections_dir(home: Path) -> Path:
    """The folder of all collections below the product's own folder."""
    return home / "collections"


def read_card(folder: Path) -> CollectionCard | None:
    """The card in a collection's folder; None where there is none. Raises CollectionError when it is damaged."""
    try:
        fields = json.loads((folder / CARD).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise _damaged(folder) from error
    try:
        return _card(fields)
    except (KeyError, TypeError, ValueError) as error:
        raise _damaged(folder) from error


def write_card(folder: Path, card: CollectionCard) -> None:
    """Replace the card at once, so that a reader finds the old or the new one."""
    fields = asdict(card) | {"fingerprint": card.recipe.key}
    write_json(folder / CARD, fields)


def card_stamp(folder: Path) -> tuple[int, int] | None:
    """Changes whenever the card is replaced; None when it is gone. Cheap enough for every query."""
    try:
        state = (folder / CARD).stat()
    except OSError:
        return None
    return state.st_ino, state.st_mtime_ns


def withdraw_card(folder: Path) -> None:
    """Take the card away: from here on the collection is not offered."""
    (folder / CARD).unlink(missing_ok=True)


def _card(fields: dict[str, Any]) -> CollectionCard:
    # What older programs did not write has its default; open_collection refuses those cards in words.
    values = {name: fields[name] for name in CollectionCard.__slots__ if name in fields}
    recipe = dict(values["recipe"])
    chunking = recipe["chunking"]
    parameters = tuple((name, value) for name, value in chunking["parameters"])
    recipe["chunking"] = ChunkSpec(chunking["strategy"], parameters)
    recipe["embedding"] = EmbedSpec(**recipe["embedding"])
    values["recipe"] = IndexSpec(**recipe)
    values["limit"] = LimitReport(**values["limit"]) if values.get("limit") else None
    for name in ("warnings", "notes"):
        values[name] = tuple(values.get(name, ()))
    return CollectionCard(**values)


def _damaged(folder: Path) -> CollectionError:
    return CollectionError(
        f"Collection {folder.name} is damaged ({CARD} cannot be read): delete it and build it again."
    )

"""The versions that a collection went through: when each was built, and what it changed.

The history lies in the folder of the version that it ends with, so it is there or not there together with it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from core.errors import CollectionError
from core.files import write_atomic
from retrieval.card import collections_dir
from retrieval.collections import find_card
from retrieval.difference import DocumentChanges

_FILE = "history.jsonl"


@dataclass(frozen=True, slots=True)
class Change:
    """One build that wrote something. `when` is in ISO 8601; chunks are counted, `encoded` are texts."""

    when: str
    documents: DocumentChanges
    kept: int
    added: int
    deleted: int
    encoded: int


def history(name: str, home: Path) -> tuple[Change, ...]:
    """A collection's versions, oldest first. Raises CollectionError where there is no such complete collection."""
    card = find_card(name, home)
    if not card.complete:
        raise CollectionError(f"Collection {card.display} is {card.state}: it has no history yet.")
    return read_history(collections_dir(home) / card.name / card.version)


def read_history(version: Path) -> tuple[Change, ...]:
    """The history in a version's folder; empty where there is none that can be read."""
    try:
        lines = (version / _FILE).read_text(encoding="ascii").splitlines()
        return tuple(_change(json.loads(line)) for line in lines)
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def write_history(version: Path, changes: Sequence[Change]) -> None:
    """Write the history into a version's folder."""
    write_atomic(version / _FILE, "".join(f"{json.dumps(asdict(one))}\n" for one in changes).encode("ascii"))


def _change(fields: dict[str, Any]) -> Change:
    documents = {kind: tuple(names) for kind, names in fields["documents"].items()}
    return Change(**fields | {"documents": DocumentChanges(**documents)})

"""Folders that users name, below home/library: found, made whole, renamed, removed. What they hold is not known here.

A name that a user gives is kept as a title; the folder is called by its plain form (corpus_name), so that no title is
ever a path. Writers take turns, across threads and processes.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from core.errors import LoadError
from core.files import read_json, write_json
from core.locked import locked
from core.text import is_blank
from corpus.names import corpus_name, printable

SAVED = "saved:"
CARD = "saved.json"
Kind = Literal["corpora", "questions"]
_TURNS = threading.RLock()
# The home folders that the thread whose turn it is holds already.
_HELD: set[Path] = set()
# Far longer than writing a corpus takes.
_WAIT_SECONDS = 20.0
_CALLED: dict[Kind, str] = {"corpora": "corpus", "questions": "question set"}
_LONGEST_TITLE = 80
# Windows gives these names to devices.
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}


def now() -> str:
    """This second in ISO 8601, UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


@contextmanager
def writing(home: Path) -> Iterator[None]:
    """Be the only writer below the home folder; may be nested. What is read inside is what will be replaced.

    Raises LoadError where another process does not let go, or nothing can be written there.
    """
    with _TURNS:
        if home in _HELD:
            yield
            return
        busy = LoadError("Something is being saved elsewhere on this machine: try again in a moment.")
        with locked(home / "library" / ".lock", busy, _WAIT_SECONDS):
            _HELD.add(home)
            try:
                yield
            except OSError as error:
                reason = error.strerror or error
                raise LoadError(f"What is saved in {home / 'library'} cannot be changed ({reason}).") from error
            finally:
                _HELD.discard(home)


def plain_title(given: str) -> str:
    """A title in one line, at most 80 characters. Raises LoadError for one that shows nothing."""
    title = " ".join(printable(given).split())[:_LONGEST_TITLE].strip()
    if is_blank(title):
        raise LoadError("A name is needed: give at least one letter or digit.")
    return title


def name_of(title: str) -> str:
    """What the folder of a title is called, and what follows saved: on the command line.

    >>> name_of("Sales 2024")
    'sales-2024'
    """
    name = corpus_name(title)
    return f"{name}-1" if name in _DEVICES else name


def kept_below(home: Path | None, source: str) -> Path:
    """The home folder, where the caller has one. Raises LoadError for a saved source without."""
    if home is None:
        raise LoadError(f"{source}: what is saved by name lies below a home folder, and none is given here")
    return home


def names(kind: Kind, home: Path) -> list[str]:
    """All names of that kind, sorted."""
    shelf = _shelf(kind, home)
    return sorted(path.parent.name for path in shelf.glob(f"*/{CARD}") if not path.parent.name.startswith("."))


def find(kind: Kind, name: str, home: Path) -> Path:
    """The folder of that name. Raises LoadError, naming those there are."""
    known = names(kind, home)
    if name not in known:
        there = f"there are {', '.join(known)}" if known else "none is saved yet"
        raise LoadError(f"There is no saved {_CALLED[kind]} {name!r}; {there}.")
    return _shelf(kind, home) / name


def make(kind: Kind, title: str, home: Path, fill: Callable[[Path], None]) -> str:
    """A new folder, there only once it is filled; its name. Raises LoadError where the name is taken."""
    with writing(home):
        place = _free(kind, title, home)
        beside = place.with_name(f".{place.name}.{os.getpid()}.tmp")
        shutil.rmtree(beside, ignore_errors=True)
        try:
            beside.mkdir(parents=True)
            fill(beside)
            beside.rename(place)
        except OSError as error:
            raise LoadError(f"{title} cannot be saved in {place.parent} ({error.strerror or error}).") from error
        finally:
            shutil.rmtree(beside, ignore_errors=True)
        return place.name


def rename(kind: Kind, name: str, title: str, home: Path) -> str:
    """Another title, and the folder called by it; its new name. Raises LoadError where that is taken."""
    with writing(home):
        folder = find(kind, name, home)
        titled = plain_title(title)
        if name_of(titled) != name:
            folder = folder.rename(_free(kind, titled, home))
        write_json(folder / CARD, {**read_json(folder / CARD), "title": titled})
        return folder.name


def delete(kind: Kind, name: str, home: Path) -> None:
    """Remove a folder: at once from the list, then from disk. Raises LoadError where there is none."""
    with writing(home):
        folder = find(kind, name, home)
        trash = folder.with_name(f".{name}.{os.getpid()}.deleted")
        shutil.rmtree(trash, ignore_errors=True)
        folder.rename(trash)
        shutil.rmtree(trash, ignore_errors=True)


def read_card(kind: Kind, name: str, home: Path) -> dict[str, Any]:
    """What the folder's card holds. Raises LoadError where it is damaged."""
    card = read_json(_shelf(kind, home) / name / CARD)
    if not isinstance(card, dict):
        raise LoadError(f"The saved {_CALLED[kind]} {name} is damaged ({CARD} holds no object): delete it.")
    return card


def _free(kind: Kind, title: str, home: Path) -> Path:
    name = name_of(plain_title(title))
    place = _shelf(kind, home) / name
    if place.exists():
        raise LoadError(f"There is a saved {_CALLED[kind]} {name} already: choose another name.")
    return place


def _shelf(kind: Kind, home: Path) -> Path:
    return home / "library" / kind

"""Names of files and corpora as text: made presentable and unique, never used as paths."""

from __future__ import annotations

import re
import unicodedata
from pathlib import PurePosixPath

from core.hashing import key_of

UNNAMED = "unnamed"
_LONGEST = 120
_SEPARATORS = re.compile(r"[/\\]")
_UNSAFE = re.compile(r"[^a-z0-9-_]+")


def display_name(given: str) -> str:
    r"""The last part of a name that came from outside, without control characters, at most 120 characters.

    >>> display_name("..\\..\\x.txt")
    'x.txt'
    """
    base = printable(_SEPARATORS.split(given)[-1]).strip()
    if not base.strip("."):
        return UNNAMED
    if len(base) <= _LONGEST:
        return base
    suffix = PurePosixPath(base).suffix[:16]
    return base[: _LONGEST - len(suffix) - 1] + "…" + suffix


def printable(name: str) -> str:
    """NFC without control, format and surrogate characters, so that one name has one spelling."""
    composed = unicodedata.normalize("NFC", name.encode("utf-8", "replace").decode("utf-8"))
    return "".join(character for character in composed if unicodedata.category(character) not in ("Cc", "Cf", "Cs"))


def unique_name(name: str, taken: set[str]) -> str:
    """The name, or the name with a number where another file already has it: a.txt, a (2).txt."""
    path = PurePosixPath(name)
    candidate, number = name, 1
    while candidate in taken:
        number += 1
        candidate = str(path.with_name(f"{path.stem} ({number}){path.suffix}"))
    taken.add(candidate)
    return candidate


def corpus_name(given: str) -> str:
    """A corpus name of a-z, 0-9, hyphen and underscore; a hash stands for a name of which nothing is left.

    >>> corpus_name("Müller & Söhne")
    'muller-sohne'
    """
    plain = unicodedata.normalize("NFKD", given).encode("ascii", "ignore").decode("ascii").lower()
    return _UNSAFE.sub("-", plain).strip("-_")[:60] or f"corpus-{key_of(given.encode('utf-8', 'replace').hex())[:6]}"

"""Names of collections: readable recipes by default, and any name the user likes, mapped to one that is safe.

A safe name serves as a folder on every system and as a name in Chroma.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from ipaddress import IPv4Address

from core.errors import SettingError
from core.hashing import sha256
from core.text import is_blank
from core.types import Method

_SAFE = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9._-]{1,}[a-zA-Z0-9]")
_UNSAFE = re.compile(r"[^a-zA-Z0-9]+")
_LONGEST = 100
_HASH_DIGITS = 8
# Windows gives these names to devices, whatever follows the first dot.
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}


def collection_name(
    corpus: str, strategy: str, encoder: str, taken: Container[str] = (), method: Method = "standard"
) -> str:
    """The recipe as a name, with a suffix where other recipes hold the name already.

    >>> collection_name("covidqa", "row-based", "mpnet", taken=["covidqa_row_based_mpnet"])
    'covidqa_row_based_mpnet_2'
    """
    parts = (corpus, strategy.replace("-", "_"), encoder, *([] if method == "standard" else [method]))
    base = safe_name("_".join(parts))
    name, number = base, 1
    while name in taken:
        number += 1
        name = f"{base}_{number}"
    return name


def safe_name(display: str) -> str:
    """The name itself where it is safe, else what is left of it and a hash of the whole. Raises SettingError if blank.

    >>> safe_name("Sales 2024")
    'Sales_2024-ef87a32b'
    """
    if is_blank(display):
        raise SettingError("The collection needs a name: give at least one letter or digit.")
    if _is_safe(display):
        return display
    plain = unicodedata.normalize("NFKD", display).encode("ascii", "ignore").decode("ascii")
    kept = _UNSAFE.sub("_", plain).strip("_")[: _LONGEST - _HASH_DIGITS - 1].strip("_")
    digits = sha256(display)[:_HASH_DIGITS]
    return f"{kept or 'collection'}-{digits}"


def _is_safe(name: str) -> bool:
    return (
        _SAFE.fullmatch(name) is not None
        and len(name) <= _LONGEST
        and ".." not in name
        and not _is_address(name)
        and name.partition(".")[0].lower() not in _DEVICES
    )


def _is_address(name: str) -> bool:
    try:
        IPv4Address(name)
    except ValueError:
        return False
    return True

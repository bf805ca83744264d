"""Stable hashes of texts and of settings: the same inputs give the same key on every machine."""

from __future__ import annotations

import hashlib
import json
from typing import Any

# Made once: json.dumps makes one a call, which costs more than a chunk's settings take to write.
_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def sha256(text: str) -> str:
    """Hex digest of the text as UTF-8; lone surrogates are kept apart rather than refused."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def canonical(value: Any) -> str:
    """JSON with sorted keys and no blanks, so that equal settings are equal strings."""
    return _CANONICAL.encode(value)


def key_of(value: Any) -> str:
    """16 hex digits that name a JSON-like value."""
    return sha256(canonical(value))[:16]

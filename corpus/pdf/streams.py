"""Is a PDF safe to open? Unlike archive.py, there is no directory to ask: its streams are unpacked and thrown away.

Only deflated streams are looked at, by far the usual ones; those of an encrypted file cannot be told from noise.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from core.errors import LoadError
from corpus.archive import HIGHEST_RATIO, TIMES_LIMIT

# Readers are lenient about what ends the line, and what else stands on it.
_STREAM = re.compile(rb"(?<!end)stream[^\r\n]*(?:\r\n|\r|\n)")
_WINDOW = 65_536
_RATIO_FROM_BYTES = 1_000_000
# A stream may be deflated twice; a bomb gains nothing from more.
_DEEPEST = 3


@dataclass(slots=True)
class _Unpacked:
    """One stream so far: bytes read of it, and bytes that came out of all layers; `most` ends the unpacking."""

    most: int
    packed: int = 0
    size: int = 0


def check_streams(content: bytes, limit_mb: int) -> None:
    """Raise LoadError where streams that unpack to more than 200 times their size come to 4 times the limit in all, or
    where streams lie inside each other, which would be unpacked again and again.
    """
    most = TIMES_LIMIT * limit_mb * 2**20
    total = read = 0
    for found in _STREAM.finditer(content):
        if not _is_deflated(content[found.end() : found.end() + 2]):
            continue
        one = _Unpacked(most - total)
        for _ in _inflated(_windows(content, found.end(), one), one, _DEEPEST):
            pass
        read += max(0, one.packed - _WINDOW)
        if one.size > max(_RATIO_FROM_BYTES, HIGHEST_RATIO * one.packed):
            total += one.size
        if total >= most:
            raise LoadError(f"refused, it would unpack to more than {TIMES_LIMIT * limit_mb:,} MB; a bomb?")
        if read > 2 * len(content):
            raise LoadError("refused, its streams lie inside each other; a bomb?")


def _windows(content: bytes, start: int, one: _Unpacked) -> Iterator[bytes]:
    for place in range(start, len(content), _WINDOW):
        window = content[place : place + _WINDOW]
        one.packed += len(window)
        yield window


def _inflated(packed: Iterator[bytes], one: _Unpacked, layers: int) -> Iterator[bytes]:
    """What the windows unpack to, as long as it is deflated; what comes out may be so again."""
    first = next(packed, b"")
    if layers and _is_deflated(first):
        yield from _inflated(_once(first, packed, one, outer=layers == _DEEPEST), one, layers - 1)
        return
    yield first
    yield from packed


def _once(first: bytes, packed: Iterator[bytes], one: _Unpacked, *, outer: bool) -> Iterator[bytes]:
    """One layer; of the outer one, what it did not use of the last window was not read."""
    inflate, pending = zlib.decompressobj(), first
    while pending and not inflate.eof and one.size < one.most:
        try:
            window = inflate.decompress(pending, _WINDOW)
        except zlib.error:
            break
        one.size += len(window)
        if window:
            yield window
        pending = inflate.unconsumed_tail or (b"" if inflate.eof else next(packed, b""))
    if outer:
        one.packed -= len(inflate.unused_data) if inflate.eof else len(pending)


def _is_deflated(start: bytes) -> bool:
    """The two bytes that begin a zlib stream (RFC 1950)."""
    return len(start) > 1 and start[0] & 0x0F == 8 and int.from_bytes(start[:2], "big") % 31 == 0

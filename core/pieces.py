"""Word pieces of an encoder, which is what its own limit counts. Unlike tokens.py, knows no tokenizer by itself."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Protocol, cast, runtime_checkable

from core.layout import Counting, Layout, remembering

# Only these: tokenizers take some other blanks for control characters, and join what stands beside them.
_WORD_EDGE = re.compile(r"(?<=\S)[ \t\n\r]|(?<=[ \t\n\r])\S")
_WORD_START = re.compile(r"(?<!\S)\S")
# A text is laid out by blocks of about this many characters, because tokenizers take much memory for each.
_BLOCK = 100_000


class PieceCounter(Protocol):
    """An encoder that can say how many word pieces it would read."""

    def count_pieces(self, texts: Sequence[str]) -> list[int]:
        """Word pieces of each text, special pieces and prefix included."""
        ...


@runtime_checkable
class PiecePlacer(PieceCounter, Protocol):
    """An encoder that can also say where they are, so that a text need not be counted range by range."""

    def piece_starts(self, text: str) -> list[int] | None:
        """Where each word piece of a text begins; None unless the pieces are those of its words one by one."""
        ...


def pieces_of(counter: PieceCounter) -> Counting:
    """How to count the pieces of an encoder exactly, as `counter.count_pieces` does."""
    return _counting(cast(Hashable, counter))


@lru_cache(maxsize=16)
def _counting(counter: PieceCounter) -> Counting:
    (added,) = counter.count_pieces([""])

    def count(text: str) -> int:
        return counter.count_pieces([text])[0] - added

    return Counting(remembering(count), partial(_layout, counter), added)


def _layout(counter: PieceCounter, text: str) -> Layout:
    """The pieces of a text with every edge of a word as a seam; only its words where the encoder cannot say more."""
    import numpy as np  # here, because what counts no pieces need not wait for it

    starts: list[int] = []
    for block_start, block in blocks(text):
        found = counter.piece_starts(block) if isinstance(counter, PiecePlacer) else None
        if found is None:
            words = np.array([match.start() for match in _WORD_START.finditer(text)], dtype=np.int32)
            return Layout.of(words, words[:0], words[:0])
        starts.extend(block_start + start for start in found)
    seams = np.array([match.start() for match in _WORD_EDGE.finditer(text)], dtype=np.int32)
    begins = np.array(starts, dtype=np.int32)
    return Layout.of(begins, seams, np.searchsorted(begins, seams))


def blocks(text: str) -> Iterator[tuple[int, str]]:
    """Parts of a text with their places, divided at edges of words, because tokenizers take much memory for each
    character.
    """
    start = 0
    while start < len(text):
        edge = _WORD_EDGE.search(text, start + _BLOCK)
        end = edge.start() if edge else len(text)
        yield start, text[start:end]
        start = end

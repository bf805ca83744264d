"""Small stand-ins whose results a reader can compute by hand."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from chunking.tools import Tools
from chunking_strategies import STRATEGIES
from core.events import Event, Finished
from core.types import EmbedSpec
from embedding.encoder import Frame, Pieces


class HashEncoder:
    """A bag of words hashed into `dimension` buckets, scaled to unit length. Equal words, equal vectors.

    A word is a word piece and its state does not depend on its surroundings, so a chunk of whole words has the same
    vector whether it is read alone or with its document.
    """

    averages = True

    def __init__(self, name: str = "hash", dimension: int = 64, max_pieces: int = 256) -> None:
        self.spec = EmbedSpec(name, "1", dimension, max_pieces)
        self.frame = Frame((dimension,), (dimension,))
        self.encoded: list[str] = []
        self.read: list[list[int]] = []

    def encode_documents(self, texts: Sequence[str]) -> np.ndarray:
        """One unit vector a text, float32 (n, dimension); remembers what it was asked to encode."""
        self.encoded.extend(texts)
        return np.array([self._vector(text) for text in texts], dtype=np.float32).reshape(-1, self.spec.dimension)

    def encode_queries(self, texts: Sequence[str]) -> np.ndarray:
        """The same vectors as documents; queries are not remembered."""
        return np.array([self._vector(text) for text in texts], dtype=np.float32).reshape(-1, self.spec.dimension)

    def count_pieces(self, texts: Sequence[str]) -> list[int]:
        """Words plus the two special pieces."""
        return [len(text.split()) + 2 for text in texts]

    def pieces(self, text: str) -> Pieces:
        """The words; their numbers are their buckets."""
        words = list(re.finditer(r"\S+", text))
        numbers, starts, ends = (
            np.array(values, dtype=np.int32)
            for values in (
                [self._bucket(word.group()) for word in words],
                [word.start() for word in words],
                [word.end() for word in words],
            )
        )
        return Pieces(numbers, starts, ends)

    def states(self, texts: Sequence[Sequence[int]]) -> Iterator[tuple[int, np.ndarray]]:
        """A one in the word's bucket; nothing for special pieces. Remembers what it was asked to read."""
        known = np.eye(self.spec.dimension + 1, self.spec.dimension, dtype=np.float32)
        for place, numbers in enumerate(texts):
            assert len(numbers) <= self.spec.max_pieces
            self.read.append(list(numbers))
            yield place, known[list(numbers)]

    def _bucket(self, word: str) -> int:
        digest = hashlib.sha256(word.casefold().strip(".,;:!?").encode()).digest()
        return int.from_bytes(digest[:4], "big") % self.spec.dimension

    def _vector(self, text: str) -> np.ndarray:
        vector = np.zeros(self.spec.dimension, dtype=np.float32)
        for word in text.split():
            vector[self._bucket(word)] += 1.0
        length = float(np.linalg.norm(vector))
        return vector / length if length else np.full_like(vector, self.spec.dimension**-0.5)


def hash_tools(encoder: HashEncoder | None = None) -> Tools:
    """What strategies may use, with a bag-of-words encoder under every name."""
    hashed = encoder or HashEncoder()
    return Tools(encoder=lambda name: hashed, strategies=STRATEGIES)


def result_of(events: Iterable[Event[Any]]) -> Any:
    """Run a job to its end and return its result."""
    for event in events:
        if isinstance(event, Finished):
            return event.result
    raise AssertionError("the job ended without a result")

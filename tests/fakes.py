"""Small stand-ins whose results a reader can compute by hand."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from chunking.tools import Tools
from chunking_strategies import STRATEGIES
from core.events import Event, Finished
from core.types import EmbedSpec


class HashEncoder:
    """A bag of words hashed into `dimension` buckets, scaled to unit length. Equal words, equal vectors."""

    def __init__(self, name: str = "hash", dimension: int = 64, max_pieces: int = 256) -> None:
        self.spec = EmbedSpec(name, "1", dimension, max_pieces)
        self.encoded: list[str] = []

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

    def _vector(self, text: str) -> np.ndarray:
        vector = np.zeros(self.spec.dimension, dtype=np.float32)
        for word in text.casefold().split():
            bucket = int.from_bytes(hashlib.sha256(word.strip(".,;:!?").encode()).digest()[:4], "big")
            vector[bucket % self.spec.dimension] += 1.0
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

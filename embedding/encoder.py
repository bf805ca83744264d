"""What an encoder is. Unlike a re-ranker, it reads each text on its own and gives it a vector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from core.types import EmbedSpec

Vectors = NDArray[np.float32]
Role = Literal["document", "query"]


class Encoder(Protocol):
    """Turns texts into vectors of unit length, so that their dot product is the cosine similarity."""

    @property
    def spec(self) -> EmbedSpec:
        """Everything that changes a vector; `spec.key` names the vector cache."""
        ...

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        """Vectors of passages, float32 (n, dimension), in the order of the texts."""
        ...

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of questions, float32 (n, dimension); some models prefix them differently."""
        ...

    def count_pieces(self, texts: Sequence[str]) -> list[int]:
        """Word pieces of each text as a passage, special pieces included, before anything is cut off."""
        ...

"""What an encoder is. Unlike a re-ranker, it reads each text on its own and gives it a vector."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from core.types import EmbedSpec

Vectors = NDArray[np.float32]
Places = NDArray[np.int32]
Role = Literal["document", "query"]


@dataclass(frozen=True, slots=True)
class Pieces:
    """The word pieces of a text without special ones: their numbers, and the characters [start, end) that each
    stands for, int32 (n,). Starts and ends never decrease.
    """

    numbers: Places
    starts: Places
    ends: Places

    def __len__(self) -> int:
        """How many there are."""
        return len(self.numbers)


@dataclass(frozen=True, slots=True)
class Frame:
    """What a model reads around a passage's pieces: special ones and the passage prefix."""

    before: tuple[int, ...]
    after: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many of the encoder's limit they take."""
        return len(self.before) + len(self.after)


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


class PieceReader(Encoder, Protocol):
    """An encoder that gives the states of word pieces too."""

    @property
    def averages(self) -> bool:
        """Whether the vector of a text is the mean of its pieces' states; only then can those be used instead."""
        ...

    @property
    def frame(self) -> Frame:
        """What is read around each passage."""
        ...

    def pieces(self, text: str) -> Pieces:
        """All word pieces of a text and their places, before anything is cut off."""
        ...

    def states(self, texts: Sequence[Sequence[int]]) -> Iterator[tuple[int, Vectors]]:
        """Each text's place and the states of its pieces, float32 (pieces, dimension), in any order.

        A text is the numbers of its pieces, the frame included, at most `spec.max_pieces`.
        """
        ...

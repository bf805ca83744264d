"""What a strategy may use besides the text: encoders, language models, and the other strategies.

Chunking declares what it needs; whoever starts the work hands it in, so that nothing here loads a model.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from chunking.strategy import Strategy
from core.types import EmbedSpec


class TextEncoder(Protocol):
    """Turns texts into vectors, and remembers them."""

    @property
    def spec(self) -> EmbedSpec:
        """Its name, revision and limit."""
        ...

    def encode_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors, float32 (n, dimension), in the order of the texts."""
        ...

    def count_pieces(self, texts: Sequence[str]) -> list[int]:
        """Word pieces of each text, special pieces included."""
        ...


@dataclass(frozen=True, slots=True)
class Tools:
    """Encoders by name (minilm, mpnet, a folder, a hub name), and strategies by name.

    `encoder` raises SettingError or ModelMissing where there is no such encoder.
    """

    encoder: Callable[[str], TextEncoder]
    strategies: Mapping[str, Strategy]

"""An encoder that remembers. Unlike encode_cached, it shows no progress: for many small calls on texts that recur."""

from __future__ import annotations

from collections.abc import Sequence

from core.events import Finished
from core.pieces import PiecePlacer
from core.types import EmbedSpec
from embedding.cache import VectorCache
from embedding.encoder import Encoder, Role, Vectors
from embedding.encoding import EncodingError, encode_cached


class CachedEncoder:
    """The encoder behind a vector cache; sentences that were encoded before cost a look-up."""

    def __init__(self, encoder: Encoder, cache: VectorCache) -> None:
        self.encoder = encoder
        self.cache = cache

    @property
    def spec(self) -> EmbedSpec:
        """What changes a vector: the encoder's own spec."""
        return self.encoder.spec

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32 (n, dimension). Raises EncodingError where a text has none."""
        return self._encode(texts, "document")

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """The same for questions."""
        return self._encode(texts, "query")

    def count_pieces(self, texts: Sequence[str]) -> list[int]:
        """Word pieces of each text, untruncated."""
        return self.encoder.count_pieces(texts)

    def piece_starts(self, text: str) -> list[int] | None:
        """Where the word pieces begin, where the encoder can say so."""
        return self.encoder.piece_starts(text) if isinstance(self.encoder, PiecePlacer) else None

    def _encode(self, texts: Sequence[str], role: Role) -> Vectors:
        for event in encode_cached(self.encoder, texts, self.cache, role=role):
            if isinstance(event, Finished):
                if event.result.missing:
                    raise EncodingError(f"The encoder {self.spec.encoder} gave no vector for a text.")
                return event.result.vectors
        raise EncodingError(f"The encoder {self.spec.encoder} ended without a result.")

"""An encoder for late chunking. Unlike the encoder within, its vectors of chunks come from whole documents' fields.

Questions, and texts without a place in a document, are read alone, as they always are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from core.pieces import PiecePlacer
from core.types import EmbedSpec
from embedding.encoder import PieceReader, Vectors
from embedding.field_store import FieldStore, refuse_unless_averages


class LateEncoder:
    """What reads texts alone, and a store of what it reads of documents."""

    def __init__(self, encoder: PieceReader, home: Path) -> None:
        """Raises SettingError where the encoder's vectors are not means of word pieces."""
        refuse_unless_averages(encoder)
        self.encoder = encoder
        self.fields = FieldStore(home, encoder)

    @property
    def spec(self) -> EmbedSpec:
        """The encoder's, with the method."""
        return replace(self.encoder.spec, method="late")

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts that stand in no document, such as summaries: each is read alone."""
        return self.encoder.encode_documents(texts)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """See Encoder.encode_queries."""
        return self.encoder.encode_queries(texts)

    def count_pieces(self, texts: Sequence[str]) -> list[int]:
        """See Encoder.count_pieces."""
        return self.encoder.count_pieces(texts)

    def piece_starts(self, text: str) -> list[int] | None:
        """Where the word pieces begin, where the encoder can say so."""
        return self.encoder.piece_starts(text) if isinstance(self.encoder, PiecePlacer) else None

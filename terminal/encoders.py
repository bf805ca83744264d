"""Which encoder a search needs: the one its collection was built with, or none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.types import RetrievalSpec
from embedding.sources import load_again

if TYPE_CHECKING:
    from embedding.encoder import Encoder
    from retrieval.card import CollectionCard


def encoder_of(card: CollectionCard, spec: RetrievalSpec, home: Path) -> Encoder | None:
    """The collection's encoder; None for bm25, which then works without the model on this machine."""
    return None if spec.mode == "bm25" else load_again(card.recipe.embedding, home)

"""The strategies by name, one line each, and the factory that makes a chunker of any of them.

This module is what other programs import, so it is an edge: it tells tiktoken where the bundled ranks are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from chunking.dense import DENSE
from chunking.engine import chunks_of, shown_text
from chunking.entity_based import ENTITY_BASED
from chunking.fixed_size import FIXED_SIZE
from chunking.hybrid import HYBRID
from chunking.re_ranking import RE_RANKING
from chunking.recursive import RECURSIVE
from chunking.row_based import ROW_BASED
from chunking.sparse import SPARSE
from chunking.strategy import Strategy
from config import settings
from core.parameters import parse_parameters
from core.registry import Registry
from core.tokens import use_ranks_from
from core.types import Chunk, ChunkSpec, Document

use_ranks_from(settings().home)

STRATEGIES: Registry[Strategy] = Registry(
    "strategy",
    {part.name: part for part in (DENSE, SPARSE, HYBRID, RE_RANKING, ROW_BASED, ENTITY_BASED, FIXED_SIZE, RECURSIVE)},
)


def chunk_spec(strategy: str, values: Mapping[str, Any]) -> ChunkSpec:
    """The checked spec of a strategy with these parameters, defaults filled in. Raises SettingError."""
    part = STRATEGIES[strategy]
    params = parse_parameters(part.params, values, f"the strategy {part.name}")
    return ChunkSpec(part.name, tuple(sorted(asdict(params).items())))


def chunk_document(document: Document, spec: ChunkSpec) -> list[Chunk]:
    """The chunks of one document in order, laws checked; none where the document shows nothing."""
    part = STRATEGIES[spec.strategy]
    params = parse_parameters(part.params, dict(spec.parameters), f"the strategy {part.name}")
    return chunks_of(document, part, params, spec)


class Chunker:
    """One strategy with its settings; sizes may be given with each call."""

    def __init__(self, strategy: Strategy, settings: Mapping[str, Any]) -> None:
        self.strategy = strategy
        self.settings = dict(settings)

    def chunk(self, document: Document, chunk_size: int | None = None, overlap: int | None = None) -> list[Chunk]:
        """Chunks as spans of the document. Sizes left out are the factory's, else 512 and 50."""
        given = {"chunk_size": chunk_size, "overlap": overlap}
        values = self.settings | {name: value for name, value in given.items() if value is not None}
        return chunk_document(document, chunk_spec(self.strategy.name, values))

    def chunk_text(self, text: str, chunk_size: int | None = None, overlap: int | None = None) -> list[str]:
        """The same chunks as the texts that the strategy's description shows."""
        document = Document.from_text(text)
        chunks = self.chunk(document, chunk_size, overlap)
        return [shown_text(document.text, chunk.start, chunk.end, self.strategy) for chunk in chunks]


class ChunkingFactory:
    """Makes chunkers by strategy name."""

    STRATEGIES = STRATEGIES

    @staticmethod
    def create_chunker(name: str, **params: Any) -> Chunker:
        """A chunker; hyphens and underscores in the name are the same. Raises SettingError on unknown names."""
        chunk_spec(name, params)
        return Chunker(STRATEGIES[name], params)

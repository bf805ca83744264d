"""What a question was searched in and what it lost: all that a search without one cause of loss needs to know.

Unlike counterfactuals.py, changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from core.spans import Span, intersect
from core.types import Chunk, Hit, Question, RetrievalSpec
from embedding.limits import characters_read, read_alone
from evaluation.curves import Ground, ground_of
from retrieval.changed_words import ChangedWords
from retrieval.passages import passages
from retrieval.search import ranked
from retrieval.taken import Ranked
from retrieval.word_index import WordIndex

if TYPE_CHECKING:
    from embedding.encoder import Encoder
    from retrieval.collection import Collection


@dataclass(frozen=True)
class Scene:
    """What all questions of a run are searched in, and how."""

    collection: Collection
    encoder: Encoder | None
    retrieval: RetrievalSpec

    @cached_property
    def ground(self) -> Ground:
        """Chunks, documents, and what could be returned of them."""
        return ground_of(self.collection, self.retrieval)

    def returned(self, chunk: Chunk) -> Span:
        """What a hit on the chunk would hand on."""
        return chunk.returned if self.retrieval.expand else Span(chunk.start, chunk.end)

    @property
    def limit(self) -> int:
        """Word pieces that the encoder reads of a text; 0 where there is no encoder."""
        return self.encoder.spec.max_pieces if self.encoder else 0

    def read_of(self, chunk: Chunk) -> int:
        """How many characters of the chunk's own text the encoder reads."""
        place = (chunk.id, chunk.start, chunk.end)
        if place not in self._read and self.encoder is not None:
            self._read[place] = len(chunk.text)
            if read_alone(self.encoder.spec, chunk):
                (read,) = characters_read(self.encoder, [chunk.embed_text])
                self._read[place] = max(0, read - (len(chunk.embed_text) - len(chunk.text)))
        return self._read[place]

    @cached_property
    def _read(self) -> dict[tuple[str, int, int], int]:
        return {}


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search found: the whole ranking, the hits, and what it could have returned."""

    ranking: Sequence[Ranked]
    hits: Sequence[Hit]
    returnable: Mapping[str, Sequence[Span]]


@dataclass(frozen=True, slots=True)
class Case:
    """A question that lost evidence: its ranking, and what was lost by document."""

    question: Question
    scene: Scene
    ranking: Sequence[Ranked]
    lost: Mapping[str, Sequence[Span]]

    def holds_lost(self, chunk: Chunk) -> bool:
        """Whether a hit on the chunk would return lost evidence."""
        return bool(intersect(self.lost.get(chunk.document_id, ()), [self.scene.returned(chunk)]))


@dataclass(frozen=True)
class ChangedChunks:
    """A collection with some chunks joined, as far as retrievers look into it."""

    collection: Collection
    by_id: Mapping[str, Chunk]
    joined: Mapping[str, Chunk]

    @cached_property
    def words(self) -> ChangedWords:
        """BM25 over these chunks."""
        gone = {name: chunk.embed_text for name, chunk in self.collection.by_id.items() if name not in self.by_id}
        return ChangedWords(
            self.collection.words, gone, {name: chunk.embed_text for name, chunk in self.joined.items()}
        )


@dataclass(frozen=True)
class OtherChunks:
    """A collection with other chunks, indexed anew."""

    by_id: Mapping[str, Chunk]

    @cached_property
    def words(self) -> WordIndex:
        """BM25 over these chunks."""
        return WordIndex({name: chunk.embed_text for name, chunk in self.by_id.items()})


def as_it_is(question: Question, scene: Scene) -> Searched:
    """The run's own search."""
    ranking = list(ranked(scene.collection, scene.encoder, question.text, scene.retrieval))
    ground = scene.ground
    hits = passages(ranking, ground.chunks, ground.documents, scene.retrieval)
    return Searched(ranking, hits, ground.returnable)

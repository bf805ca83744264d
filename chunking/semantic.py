"""Sentences that mean alike stay together. Unlike sparse, a chunk ends where the topic turns, not where room ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, cast

from chunking.sentence_packs import packs_of_sentences
from chunking.strategy import Note, Piece, SizeParameters, Strategy, TokenParameters
from chunking.tools import Tools
from chunking.vectors import embedding_knob, part_vectors, vectors_ahead
from core.events import Progress
from core.parameters import knob
from core.rulers import Ruler
from core.sentences import sentences
from core.spans import Span
from core.types import Document

if TYPE_CHECKING:
    from chunking.vectors import Vectors

_SIMILARITY = "Cosine similarity from -1 (opposite) to 1 (the same). Higher makes more and smaller chunks."


@dataclass(frozen=True, slots=True)
class SemanticParameters(TokenParameters):
    """Sizes, whose vectors are compared, and when a sentence begins a new chunk."""

    encoder: str = knob(
        "minilm",
        label="Encoder of the sentences",
        help="The encoder whose vectors are compared: minilm, mpnet, a folder, or a hub name.",
        setting="embedding_model",
    )
    embedding: str = embedding_knob("sentence")
    mode: str = knob(
        "adjacent",
        label="A sentence is compared with",
        help="adjacent: the sentence before it. running: the mean of the chunk so far.",
        choices=("adjacent", "running"),
    )
    threshold: float = knob(
        0.5,
        label="Neighbors belong together from",
        help=_SIMILARITY,
        low=-1,
        high=1,
        when=("mode", "adjacent"),
        setting="semantic_threshold",
    )
    min_sentences: int = knob(
        5,
        label="Fewest sentences",
        help="A chunk does not end before it has these, unless the document does.",
        low=1,
        when=("mode", "adjacent"),
        setting="semantic_min_chunk_size",
    )
    running_threshold: float = knob(
        0.7, label="A sentence joins the chunk from", help=_SIMILARITY, low=-1, high=1, when=("mode", "running")
    )
    max_sentences: int = knob(
        10, label="Most sentences", help="A chunk with these is full.", low=1, when=("mode", "running")
    )


def split(document: Document, params: SizeParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece | Note]:
    """Runs of sentences of one topic. The size is applied last: a run that is larger is packed by its sentences."""
    settings = cast(SemanticParameters, params)
    spans = sentences(document.text)
    vectors, notes = part_vectors(document, spans, settings.encoder, settings.embedding, tools, "sentence")
    yield from notes
    begin = _adjacent if settings.mode == "adjacent" else _running
    for first, end in pairwise([*begin(vectors, settings), len(spans)]):
        yield from _within_size(spans[first:end], params, ruler)


def prepare(documents: Sequence[Document], params: SizeParameters, tools: Tools) -> Iterator[Progress]:
    """Encode the sentences of all documents."""
    settings = cast(SemanticParameters, params)
    yield from vectors_ahead(documents, sentences, settings.encoder, settings.embedding, tools, "sentence")


def _adjacent(vectors: Vectors, params: SemanticParameters) -> list[int]:
    """Where chunks begin: at a sentence unlike the one before it, once the chunk has enough of them."""
    alike = (vectors[:-1] * vectors[1:]).sum(axis=1)
    begins = [0]
    for sentence in range(1, len(vectors)):
        if alike[sentence - 1] < params.threshold and sentence - begins[-1] >= params.min_sentences:
            begins.append(sentence)
    return begins


def _running(vectors: Vectors, params: SemanticParameters) -> list[int]:
    """Where chunks begin: at a sentence unlike the mean of the chunk so far, or where the chunk is full."""
    import numpy as np  # here, because most strategies compare no vectors

    begins, total = [0], vectors[0].astype(np.float64)
    for sentence in range(1, len(vectors)):
        # The sentence has length 1, so only the mean's length is divided out; the mean points where the sum does.
        length = float(np.linalg.norm(total))
        alike = float(total @ vectors[sentence]) / length if length else 0.0
        if alike < params.running_threshold or sentence - begins[-1] >= params.max_sentences:
            begins.append(sentence)
            total = np.zeros_like(total)
        total = total + vectors[sentence]
    return begins


def _within_size(spans: Sequence[Span], params: SizeParameters, ruler: Ruler) -> Iterator[Piece]:
    start, end = spans[0].start, spans[-1].end
    if ruler.size(start, end) <= params.chunk_size:
        yield Piece(start, end)
    else:
        yield from (Piece(*span) for span in packs_of_sentences(spans, ruler, params))


SEMANTIC = Strategy(
    name="semantic",
    label="Semantic",
    summary="Sentences of like meaning stay together; a chunk ends where the topic turns, or at the size.",
    best_for="Running text whose topics change without headings",
    params=SemanticParameters,
    split=split,
    prepare=prepare,
)

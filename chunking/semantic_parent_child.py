"""Paragraphs are searched, their surroundings are returned. Unlike semantic, a topic is a parent, not a chunk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from chunking.sentence_packs import packed_sentences
from chunking.strategy import Note, Piece, SizeParameters, Strategy, TokenParameters
from chunking.tools import Tools
from chunking.vectors import embedding_knob, part_vectors, vectors_ahead
from core.events import Progress
from core.parameters import knob
from core.rulers import Ruler
from core.sentences import paragraphs
from core.spans import Span
from core.types import Document

if TYPE_CHECKING:
    from chunking.vectors import Vectors


@dataclass(frozen=True, slots=True)
class ParentChildParameters(TokenParameters):
    """Sizes of children and parents, whose vectors are compared, and which paragraphs belong together."""

    encoder: str = knob(
        "minilm",
        label="Encoder of the paragraphs",
        help="The encoder whose vectors are compared: minilm, mpnet, a folder, or a hub name.",
        setting="embedding_model",
    )
    embedding: str = embedding_knob("paragraph")
    threshold: float = knob(
        0.5,
        label="Neighbors belong together from",
        help="Cosine similarity of neighboring paragraphs, from -1 to 1. Higher makes more and smaller parents.",
        low=-1,
        high=1,
        setting="semantic_threshold",
    )
    parent_size: int = knob(
        2048,
        label="Parent size",
        help="The largest a parent may be, in the same unit; never less than the chunk size.",
        low=1,
        high=1_000_000_000,
    )

    @property
    def parent_limit(self) -> int:
        """A parent holds its children, so it may be as large as one."""
        return max(self.parent_size, self.chunk_size)


def split(document: Document, params: SizeParameters, ruler: Ruler, tools: Tools) -> Iterator[Piece | Note]:
    """Children in order: a paragraph each, cut at sentences where it is too large. Each knows its parent's span."""
    settings = cast(ParentChildParameters, params)
    spans = paragraphs(document.text)
    vectors, notes = part_vectors(document, spans, settings.encoder, settings.embedding, tools, "paragraph")
    yield from notes
    for family in _families(spans, vectors, settings, ruler):
        parent = Span(family[0].start, family[-1].end)
        for child in family:
            yield from _children(child, parent, params, ruler)


def prepare(documents: Sequence[Document], params: SizeParameters, tools: Tools) -> Iterator[Progress]:
    """Encode the paragraphs of all documents."""
    settings = cast(ParentChildParameters, params)
    yield from vectors_ahead(documents, paragraphs, settings.encoder, settings.embedding, tools, "paragraph")


def _families(
    spans: Sequence[Span], vectors: Vectors, params: ParentChildParameters, ruler: Ruler
) -> Iterator[list[Span]]:
    """Runs of paragraphs alike that fit a parent; a paragraph larger than a parent becomes several families."""
    alike = (vectors[:-1] * vectors[1:]).sum(axis=1)
    family: list[Span] = []
    for number, span in enumerate(spans):
        joins = number and alike[number - 1] >= params.threshold
        if family and not (joins and ruler.size(family[0].start, span.end) <= params.parent_limit):
            yield family
            family = []
        if ruler.size(*span) <= params.parent_limit:
            family.append(span)
        else:
            yield from ([part] for part in _parts(span, params, ruler))
    if family:
        yield family


def _parts(paragraph: Span, params: ParentChildParameters, ruler: Ruler) -> Iterator[Span]:
    """A paragraph larger than a parent, cut at sentences without overlap into parts that fit one."""
    whole = replace(params, chunk_size=params.parent_limit, overlap=0)
    return (Span(*part) for part in packed_sentences(paragraph, ruler, whole))


def _children(span: Span, parent: Span, params: SizeParameters, ruler: Ruler) -> Iterator[Piece]:
    if ruler.size(*span) <= params.chunk_size:
        yield Piece(*span, parent=parent)
        return
    yield from (Piece(*part, parent=parent) for part in packed_sentences(span, ruler, params))


SEMANTIC_PARENT_CHILD = Strategy(
    name="semantic-parent-child",
    label="Semantic parent-child",
    summary="Each paragraph is searched on its own; what is returned is the run of like paragraphs around it.",
    best_for="Flat documents whose answers need their surroundings",
    params=ParentChildParameters,
    split=split,
    prepare=prepare,
)

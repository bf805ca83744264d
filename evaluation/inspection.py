"""One document under one strategy: each chunk measured, and what becomes of each passage of evidence.

Unlike the doctor, which counts over a whole corpus, this says it of every single chunk and passage.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from chunking.engine import indexed_size
from chunking_strategies import ruler_of_spec
from core.rulers import Ruler, ruler_for
from core.spans import Span, contains, intersect, length, subtract
from core.types import Chunk, ChunkSpec, Document, Evidence, Question
from embedding.encoder import Encoder
from embedding.limits import read_alone
from evaluation.checks.limit import unread_parts

Fate = Literal["whole", "parent", "severed", "outside"]


@dataclass(frozen=True, slots=True)
class Measured:
    """A chunk with the size of what is indexed of it: in the unit of its spec, and in all the usual ones.

    `pieces` is None without an encoder. `unread` is what the encoder never sees of it, in the source; None where it
    reads all, and where a summary stands for the text. `shared` are the characters that the chunk before holds too.
    """

    chunk: Chunk
    size: int
    characters: int
    tokens: int
    pieces: int | None
    unread: Span | None
    shared: int

    @property
    def sizes(self) -> Mapping[str, int | None]:
        """By unit."""
        return {"chars": self.characters, "tokens": self.tokens, "pieces": self.pieces}


@dataclass(frozen=True, slots=True)
class EvidenceFate:
    """What becomes of a passage of evidence.

    whole: one chunk holds it. parent: only what is returned for a chunk does. severed: nothing that a search can
    return holds all of it. outside: no chunk holds any of it. `chunks` are the ordinals of those that touch it, `cuts`
    the places inside where one begins or ends, `unread` its characters that no vector stands for.
    """

    question: Question
    evidence: Evidence
    fate: Fate
    chunks: tuple[int, ...]
    cuts: tuple[int, ...]
    unread: int

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.evidence.start, self.evidence.end)


@dataclass(frozen=True, slots=True)
class Inspection:
    """`unread` are the ranges that some chunk holds but no vector stands for; `reads` is the encoder's limit in word
    pieces, None where it is not known or chunks are not read alone.
    """

    document: Document
    spec: ChunkSpec
    chunks: tuple[Measured, ...]
    fates: tuple[EvidenceFate, ...]
    unread: tuple[Span, ...]
    reads: int | None

    def at(self, chunk_id: str) -> Measured | None:
        """The chunk of an id, None where there is none."""
        return next((one for one in self.chunks if one.chunk.id == chunk_id), None)

    def chunk_at(self, place: int) -> Measured | None:
        """The last chunk that begins at or before a place; the first one where none does."""
        before = bisect_right(self.chunks, place, key=lambda one: one.chunk.start)
        return self.chunks[max(0, before - 1)] if self.chunks else None


def inspect(
    document: Document,
    chunks: Sequence[Chunk],
    spec: ChunkSpec,
    questions: Sequence[Question] = (),
    encoder: Encoder | None = None,
) -> Inspection:
    """Measure the chunks of a document, in order, and follow the questions' evidence in it.

    Takes time in proportion to the text. Raises as the encoder does.
    """
    counted = [indexed_size(ruler_of_spec(spec, document.text), chunk) for chunk in chunks]
    tokens = [indexed_size(ruler_for("tokens", document.text), chunk) for chunk in chunks]
    pieces: list[int | None] = [None] * len(chunks)
    unread: dict[int, Span] = {}
    if encoder is not None:
        ruler = ruler_for("pieces", document.text, encoder)
        known = [indexed_size(ruler, chunk) for chunk in chunks]
        pieces, unread = list(known), _unread(chunks, known, ruler, encoder)
    shared = [0, *(max(0, before.end - after.start) for before, after in pairwise(chunks))]
    measured = tuple(
        Measured(chunk, counted[n], len(chunk.embed_text), tokens[n], pieces[n], unread.get(n), shared[n])
        for n, chunk in enumerate(chunks)
    )
    never = _never_read(chunks, unread)
    limited = encoder is not None and any(read_alone(encoder.spec, chunk) for chunk in chunks)
    return Inspection(
        document,
        spec,
        measured,
        tuple(_fates(document, chunks, questions, never)),
        tuple(never),
        encoder.spec.max_pieces if encoder is not None and limited else None,
    )


def _unread(chunks: Sequence[Chunk], pieces: Sequence[int], ruler: Ruler, encoder: Encoder) -> dict[int, Span]:
    """By ordinal, what is beyond the limit. The ruler knows where in a text that is; before a context it does not."""
    most = encoder.spec.max_pieces
    beyond = [n for n, count in enumerate(pieces) if count > most and read_alone(encoder.spec, chunks[n])]
    framed = [n for n in beyond if chunks[n].context or chunks[n].summary]
    parts = unread_parts([chunks[n] for n in framed], [pieces[n] for n in framed], encoder)
    found = {framed[part.index]: part.span for part in parts if part.span is not None}
    for n in set(beyond).difference(framed):
        chunk = chunks[n]
        found[n] = Span(ruler.reach(chunk.start, chunk.end, most), chunk.end)
    return found


def _never_read(chunks: Sequence[Chunk], unread: Mapping[int, Span]) -> list[Span]:
    """What is unread in each chunk that holds it, because what one does not read the next may."""
    if not unread:
        return []
    read = [
        Span(chunk.start, unread[number].start if number in unread else chunk.end)
        for number, chunk in enumerate(chunks)
    ]
    return subtract(unread.values(), read)


def _fates(
    document: Document, chunks: Sequence[Chunk], questions: Sequence[Question], never: Sequence[Span]
) -> list[EvidenceFate]:
    """In the order of their places."""
    found = [
        _fate(question, evidence, chunks, never)
        for question in questions
        for evidence in question.evidence
        if evidence.document_id == document.id and evidence.end > evidence.start
    ]
    return sorted(found, key=lambda fate: (*fate.span, fate.question.id))


def _fate(question: Question, evidence: Evidence, chunks: Sequence[Chunk], never: Sequence[Span]) -> EvidenceFate:
    span = Span(evidence.start, evidence.end)
    # Starts and ends ascend from chunk to chunk, so those that touch stand in a row.
    first = bisect_right(chunks, span.start, key=lambda chunk: chunk.end)
    last = bisect_left(chunks, span.end, key=lambda chunk: chunk.start)
    touching = chunks[first:last]
    edges = {edge for chunk in touching for edge in (chunk.start, chunk.end) if span.start < edge < span.end}
    fate: Fate = "severed" if touching else "outside"
    if any(contains(Span(chunk.start, chunk.end), span) for chunk in touching):
        fate = "whole"
    elif any(chunk.parent is not None and contains(chunk.parent, span) for chunk in chunks):
        fate = "parent"
    unread = length(intersect([span], never)) if never else 0
    return EvidenceFate(
        question, evidence, fate, tuple(chunk.ordinal for chunk in touching), tuple(sorted(edges)), unread
    )

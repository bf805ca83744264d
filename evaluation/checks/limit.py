"""What of the chunks the encoder never reads. Unlike embedding/limits.py, says where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.spans import Span
from core.types import Chunk
from embedding.encoder import Encoder
from embedding.limits import characters_read, read_alone
from evaluation.checks.anatomy import Specimen
from evaluation.checks.finding import Finding, Place, found, place, unmeasured

_UNKNOWN = "no encoder is at hand, so its limit is not known"


@dataclass(frozen=True, slots=True)
class Unread:
    """A chunk that is not read to its end: its place in the list, its word pieces, the characters of what is indexed
    that are not read, and where these stand in the source; None where they stand in no document, as with a summary.
    """

    index: int
    pieces: int
    characters: int
    span: Span | None


def unread_parts(chunks: Sequence[Chunk], pieces: Sequence[int], encoder: Encoder) -> list[Unread]:
    """The chunks beyond the encoder's limit; `pieces` counts those of each as it is indexed.

    Of chunks that are not read alone nothing is beyond it.
    """
    most = encoder.spec.max_pieces
    beyond = [n for n, count in enumerate(pieces) if count > most and read_alone(encoder.spec, chunks[n])]
    texts = [chunks[index].embed_text for index in beyond]
    parts = []
    for index, text, read in zip(beyond, texts, characters_read(encoder, texts), strict=True):
        chunk = chunks[index]
        # A context stands before the text; of a summary no place in the source can be shown.
        start = chunk.start + max(0, read - (len(text) - len(chunk.text)))
        span = Span(start, chunk.end) if start < chunk.end and not chunk.summary else None
        parts.append(Unread(index, pieces[index], len(text) - read, span))
    return parts


def limit(specimens: Sequence[Specimen], encoder: Encoder | None) -> tuple[Finding, Finding]:
    """Chunks beyond the encoder's limit, and the characters beyond it, counted on what is encoded."""
    if encoder is None:
        return unmeasured("beyond_limit", _UNKNOWN), unmeasured("unread", _UNKNOWN)
    pairs = [(specimen.document, chunk) for specimen in specimens for chunk in specimen.chunks]
    texts = [chunk.embed_text for _, chunk in pairs]
    parts = unread_parts([chunk for _, chunk in pairs], encoder.count_pieces(texts), encoder)
    examples: list[Place] = []
    for part in parts:
        if part.span is not None:
            note = f"{part.pieces:,} word pieces, of which {encoder.spec.max_pieces:,} are read"
            examples.append(place(pairs[part.index][0], *part.span, note=note))
    unread = sum(part.characters for part in parts)
    return (
        found("beyond_limit", len(parts), len(texts), examples, "there are no chunks"),
        found("unread", unread, sum(map(len, texts)), examples, "there are no chunks"),
    )

"""How much of the chunks the encoder never sees, because they are longer than it reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.types import Chunk, EmbedSpec

if TYPE_CHECKING:
    from embedding.encoder import Encoder


def read_alone(spec: EmbedSpec, chunk: Chunk) -> bool:
    """Whether the encoder reads this chunk by itself, up to its limit; if not, it reads the document, all of it.

    A summary stands in no document, so it is always read alone.
    """
    return spec.method == "standard" or bool(chunk.summary)


@dataclass(frozen=True, slots=True)
class LimitReport:
    """`limit` in word pieces of the encoder; `beyond_share` is the share of characters past it, over all chunks."""

    limit: int
    chunks: int
    beyond_chunks: int
    beyond_share: float

    @property
    def sentence(self) -> str:
        """The warning in the reader's words; empty when everything is read."""
        if not self.beyond_chunks:
            return ""
        return (
            f"{self.beyond_chunks:,} of {self.chunks:,} chunks exceed the {self.limit} word pieces that the encoder "
            f"reads: {self.beyond_share:.1%} of the text is not in the vectors. Lower the chunk size to avoid this."
        )


def limit_report(encoder: Encoder, chunks: Sequence[Chunk]) -> LimitReport:
    """Counts over what is encoded, that is `chunk.embed_text`. Chunks that are not read alone have no limit."""
    texts = [chunk.embed_text for chunk in chunks if read_alone(encoder.spec, chunk)]
    limit = encoder.spec.max_pieces
    beyond = [text for text, pieces in zip(texts, encoder.count_pieces(texts), strict=True) if pieces > limit]
    unread = sum(len(text) for text in beyond) - sum(characters_read(encoder, beyond))
    total = sum(len(chunk.embed_text) for chunk in chunks)
    return LimitReport(limit, len(chunks), len(beyond), unread / total if total else 0.0)


def characters_read(encoder: Encoder, texts: Sequence[str]) -> list[int]:
    """How many leading characters of each text the encoder reads.

    Encoders that know the place of their pieces say so at once; for others it is found by halving.
    """
    exact = getattr(encoder, "characters_read", None)
    if exact is not None:
        return list(exact(texts))
    return [_by_halving(encoder, text) for text in texts]


def _by_halving(encoder: Encoder, text: str) -> int:
    """The longest beginning that fits, taken as if pieces never became fewer with more text."""
    limit = encoder.spec.max_pieces
    if encoder.count_pieces([text])[0] <= limit:
        return len(text)
    fits, exceeds = 0, len(text)
    while exceeds - fits > 1:
        middle = (fits + exceeds) // 2
        if encoder.count_pieces([text[:middle]])[0] <= limit:
            fits = middle
        else:
            exceeds = middle
    return fits

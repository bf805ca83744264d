"""Vectors of chunks from the token fields of their documents, to score configurations. Unlike prepare.py, encodes none.

With standard embedding the encoder's limit is imitated: of each chunk only the pieces count that it would read. A
context's pieces are not in the document, so its own vector is blended in, by its share of the pieces. Late vectors are
those of a late collection: they have no limit, and leave contexts out. A summary stands for its chunk and is encoded
as it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from core.spans import Span
from core.types import Chunk, Document
from embedding.encoder import PieceReader, Vectors
from embedding.field import TokenField

Encode = Callable[[Sequence[str]], Vectors]


def chunk_vectors(
    chunks: Sequence[Chunk],
    documents: Mapping[str, Document],
    field: Callable[[Document], TokenField],
    encoder: PieceReader,
    encode: Encode,
    *,
    imitate: bool,
) -> Vectors:
    """Unit vectors, float32 (chunks, dimension); NaN for a chunk without a piece. `encode` gives texts' own vectors."""
    vectors: Vectors = np.full((len(chunks), encoder.spec.dimension), np.nan, dtype=np.float32)
    rows: defaultdict[str, list[int]] = defaultdict(list)
    for row, chunk in enumerate(chunks):
        if not chunk.summary:
            rows[chunk.document_id].append(row)
    room = encoder.spec.max_pieces - encoder.frame.size
    contexts = _contexts(chunks, encoder, encode) if imitate else {}
    for document_id, own in rows.items():
        found = field(documents[document_id])
        vectors[own] = _of_document([chunks[row] for row in own], found, contexts, room if imitate else None)
    if summarized := [row for row, chunk in enumerate(chunks) if chunk.summary]:
        vectors[summarized] = encode([chunks[row].summary for row in summarized])
    return vectors


def _contexts(chunks: Sequence[Chunk], encoder: PieceReader, encode: Encode) -> dict[str, tuple[int, Vectors]]:
    """Each distinct context's number of pieces, the frame aside, and its vector."""
    texts = list(dict.fromkeys(chunk.context for chunk in chunks if chunk.context and not chunk.summary))
    if not texts:
        return {}
    counts = [count - encoder.frame.size for count in encoder.count_pieces(texts)]
    return dict(zip(texts, zip(counts, encode(texts), strict=True), strict=True))


def _of_document(
    chunks: Sequence[Chunk], field: TokenField, contexts: Mapping[str, tuple[int, Vectors]], room: int | None
) -> Vectors:
    spans = [Span(chunk.start, chunk.end) for chunk in chunks]
    before = np.array([contexts[chunk.context][0] if chunk.context in contexts else 0 for chunk in chunks])
    left = np.full(len(chunks), -1) if room is None else np.maximum(0, room - before)
    vectors = np.empty((len(chunks), field.states.shape[1]), dtype=np.float32)
    for limit in np.unique(left):
        at = np.flatnonzero(left == limit)
        cut = None if limit < 0 else int(limit) + field.framed
        vectors[at] = field.vectors([spans[place] for place in at], cut)
    if not before.any():
        return vectors
    first, last = field.pieces_in(spans)
    own = last - first if room is None else np.minimum(last - first, left)
    return _blended(
        vectors, own, before, [contexts[chunk.context][1] if chunk.context in contexts else None for chunk in chunks]
    )


def _blended(
    vectors: Vectors, own: NDArray[np.int64], before: NDArray[np.int64], contexts: Sequence[Vectors | None]
) -> Vectors:
    """The means of both parts' pieces, taken as if all states were of one length; chunks without context stay."""
    for row, context in enumerate(contexts):
        if context is not None:
            text = np.nan_to_num(vectors[row]) * own[row] if own[row] else 0.0
            total = text + context * before[row]
            vectors[row] = total / np.linalg.norm(total)
    return vectors

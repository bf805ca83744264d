"""The vectors of chunks, as an encoder's spec says: each read alone, or taken from its document's token field.

Unlike encoding.py and field.py, which do the one and the other, this knows chunks and their documents.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence

import numpy as np

from core.arrays import release, room_for
from core.counted import counted
from core.events import Finished, Progress
from core.spans import Span
from core.text import is_blank
from core.types import Chunk, Document, EmbedSpec
from embedding.cache import VectorCache
from embedding.encoder import Encoder
from embedding.encoding import Encoded, EncodingError, encode_cached
from embedding.late import LateEncoder
from embedding.limits import read_alone

STAGE = "Encoding"


def context_remark(spec: EmbedSpec, chunks: Sequence[Chunk]) -> str:
    """What late vectors leave out, in the reader's words without the full stop; empty where that is nothing.

    A context tells an encoder that reads a chunk alone what surrounds it. A late vector has the surroundings
    themselves, and the context's words are in no place of the document from which it could be cut.
    """
    number = sum(bool(chunk.context) and not read_alone(spec, chunk) for chunk in chunks)
    if not number:
        return ""
    return (
        f"{counted(number, 'chunk')} with added context: late vectors are of the chunk's own words in their document, "
        "so the context counts for BM25 alone"
    )


def encode_chunks(
    encoder: Encoder, chunks: Sequence[Chunk], documents: Mapping[str, Document], cache: VectorCache
) -> Iterator[Progress | Finished[Encoded]]:
    """Yield progress in chunks (standard: in distinct new texts), then the vectors in the order of the chunks.

    Of late vectors, `Encoded.encoded` counts the chunks of documents that were read now, `reused` the others; rows
    without a word piece are `invalid`. What is done is kept on disk. Raises as encode_cached and FieldStore do.
    """
    if isinstance(encoder, LateEncoder):
        yield from _late(encoder, chunks, documents, cache)
        return
    yield from encode_cached(encoder, [chunk.embed_text for chunk in chunks], cache)


def chunk_vectors(
    encoder: Encoder, chunks: Sequence[Chunk], documents: Mapping[str, Document], cache: VectorCache
) -> Encoded:
    """The same at once, for few chunks."""
    for event in encode_chunks(encoder, chunks, documents, cache):
        if isinstance(event, Finished):
            return event.result
    raise EncodingError(f"The encoder {encoder.spec.encoder} ended without a result.")


def _late(
    encoder: LateEncoder, chunks: Sequence[Chunk], documents: Mapping[str, Document], cache: VectorCache
) -> Generator[Progress | Finished[Encoded], None, None]:
    rows: dict[str, list[int]] = {}
    alone: list[int] = []
    for row, chunk in enumerate(chunks):
        if read_alone(encoder.spec, chunk):
            alone.append(row)
        else:
            rows.setdefault(chunk.document_id, []).append(row)
    read = [documents[name] for name in rows]
    unread = {document.id for document in encoder.fields.missing(read)}
    yield from _reading(encoder, read, sum(len(rows[name]) for name in unread))
    vectors = room_for(len(chunks), encoder.spec.dimension, cache.folder)
    blank, invalid, encoded = [], [], 0
    for document in read:
        own = rows[document.id]
        found = encoder.fields.vectors(document, [Span(chunks[row].start, chunks[row].end) for row in own])
        visible = [not is_blank(chunks[row].text) for row in own]
        found[np.logical_not(visible)] = np.nan
        known = [bool(np.isfinite(vector).all()) for vector in found]
        vectors[own] = found
        blank += [row for row, seen in zip(own, visible, strict=True) if not seen]
        invalid += [row for row, seen, vector in zip(own, visible, known, strict=True) if seen and not vector]
        encoded += sum(known) if document.id in unread else 0
        release(vectors)
    summaries = yield from _alone(encoder, [chunks[row].summary for row in alone], cache)
    vectors[alone] = summaries.vectors
    blank += [alone[row] for row in summaries.blank]
    invalid += [alone[row] for row in summaries.invalid]
    encoded += summaries.encoded
    reused = len(chunks) - len(blank) - len(invalid) - encoded
    yield Finished(Encoded(vectors, encoded, reused, tuple(sorted(blank)), tuple(sorted(invalid))))


def _reading(encoder: LateEncoder, documents: Sequence[Document], chunks: int) -> Iterator[Progress]:
    """Read what is new, with progress as this share of so many chunks."""
    last = -1
    for event in encoder.fields.prepare(documents):
        done = chunks * event.done // event.total if event.total else chunks
        if done != last:
            yield Progress(STAGE, done, chunks, event.note)
        last = done


def _alone(encoder: LateEncoder, texts: Sequence[str], cache: VectorCache) -> Generator[Progress, None, Encoded]:
    for event in encode_cached(encoder, texts, cache):
        if isinstance(event, Finished):
            return event.result
        if texts:
            yield event
    raise EncodingError(f"The encoder {encoder.spec.encoder} ended without a result.")

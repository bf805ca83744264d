"""Texts to vectors through the cache: each distinct text once, in batches by length, kept on disk as they come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.arrays import release, room_for
from core.errors import ChunkTraceError
from core.events import Finished, Progress
from core.text import is_blank
from embedding.cache import VectorCache
from embedding.encoder import Encoder, Role, Vectors

BATCH = 64
# Texts looked up at once, and batches after which what was written may leave the memory.
_LOOKUP, _RELEASED = 10_000, 100
_FAILURES_IN_A_ROW = 3


class EncodingError(ChunkTraceError):
    """Texts that the encoder could not read. What it could read is in the cache and not encoded again."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """Vectors in the order of the texts, float32 (n, dimension).

    Rows named in `blank` (no visible text, never sent) and `invalid` (the encoder gave something that is not
    a finite vector) hold NaN: there is no vector, and none is made up. `encoded` counts distinct texts that
    were encoded now, `reused` the other rows with a vector.
    """

    vectors: Vectors
    encoded: int
    reused: int
    blank: tuple[int, ...] = ()
    invalid: tuple[int, ...] = ()

    @property
    def missing(self) -> frozenset[int]:
        """Rows without a vector."""
        return frozenset(self.blank + self.invalid)


def encode_cached(
    encoder: Encoder, texts: Sequence[str], cache: VectorCache, *, role: Role = "document", batch: int = BATCH
) -> Iterator[Progress | Finished[Encoded]]:
    """Yield progress in distinct new texts, then the vectors of all texts.

    A batch that fails does not stop the later ones (three in a row do); EncodingError is raised at the end
    and says how many texts are still to be done. Calling again encodes only those.
    """
    first: dict[str, int] = {}
    for row, text in enumerate(texts):
        if not is_blank(text):
            first.setdefault(text, row)
    vectors = room_for(len(texts), encoder.spec.dimension, cache.folder)
    known = _fill(vectors, first, cache, role)
    # Batches of like lengths pad little; the longest first, so that the time left is not underestimated.
    new = sorted((text for text in first if text not in known), key=lambda text: (-len(text), text))
    note = f"{len(known):,} known already" if known else ""
    yield Progress("Encoding", 0, len(new), note)
    done, failures, in_a_row, reason = 0, 0, 0, ""
    for start in range(0, len(new), batch):
        part = new[start : start + batch]
        try:
            found = _checked(encoder, part, role)
        except ChunkTraceError:
            raise
        except Exception as error:  # whatever a model raises: the other batches are still worth keeping
            failures, in_a_row, reason = failures + len(part), in_a_row + 1, f"{type(error).__name__}: {error}"
            if in_a_row == _FAILURES_IN_A_ROW:
                break
            continue
        in_a_row = 0
        cache.put_many(role, {text: vector for text, vector in found.items() if np.isfinite(vector).all()})
        for text, vector in found.items():
            vectors[first[text]] = vector
        if start // batch % _RELEASED == 0:
            release(vectors)
        done += len(part)
        yield Progress("Encoding", done, len(new), note)
    if failures:
        raise EncodingError(
            f"The encoder {encoder.spec.encoder} failed on {len(new) - done} of {len(new)} texts ({reason}). "
            f"The other {done} are kept: start again to encode only what is missing."
        )
    yield Finished(_completed(vectors, texts, first, set(new)))


def encode_query(encoder: Encoder, text: str, cache: VectorCache) -> Vectors:
    """The vector of one question, float32 (dimension,). Raises EncodingError where the encoder gives none."""
    known = cache.get_many("query", [text]).get(text)
    if known is not None:
        return known
    vector = _checked(encoder, [text], "query")[text]
    if not np.isfinite(vector).all():
        raise EncodingError(f"The encoder {encoder.spec.encoder} gave no valid vector for this question.")
    cache.put_many("query", {text: vector})
    return vector


def _checked(encoder: Encoder, texts: list[str], role: Role) -> dict[str, Vectors]:
    encode = encoder.encode_documents if role == "document" else encoder.encode_queries
    vectors = np.asarray(encode(texts), dtype=np.float32)
    wanted = (len(texts), encoder.spec.dimension)
    if vectors.shape != wanted:
        raise EncodingError(
            f"The encoder {encoder.spec.encoder} gave an array of shape {vectors.shape} where {wanted} was due."
        )
    return dict(zip(texts, vectors, strict=True))


def _fill(vectors: Vectors, first: dict[str, int], cache: VectorCache, role: Role) -> set[str]:
    """Put what the cache knows into the rows of the texts; which texts these are."""
    known: set[str] = set()
    texts = list(first)
    for start in range(0, len(texts), _LOOKUP):
        found = cache.get_many(role, texts[start : start + _LOOKUP])
        for text, vector in found.items():
            vectors[first[text]] = vector
        known.update(found)
        release(vectors)
    return known


def _completed(vectors: Vectors, texts: Sequence[str], first: dict[str, int], new: set[str]) -> Encoded:
    """The rows of texts that came before, and which rows have no vector."""
    blank, invalid = [], []
    for row, text in enumerate(texts):
        if text not in first:
            blank.append(row)
            continue
        if first[text] != row:
            vectors[row] = vectors[first[text]]
        if not np.isfinite(vectors[row]).all():
            vectors[row] = np.nan
            invalid.append(row)
        if row % _LOOKUP == 0:
            release(vectors)
    encoded = len(new - {texts[row] for row in invalid})
    reused = len(texts) - len(blank) - len(invalid) - encoded
    return Encoded(vectors, encoded, reused, tuple(blank), tuple(invalid))

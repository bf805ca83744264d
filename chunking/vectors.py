"""Vectors for strategies that compare the parts of a document: each read alone, or in its surroundings (late).

Unlike with an encoder, a part without a vector does not stop the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from chunking.strategy import Note
from chunking.tools import TextEncoder, Tools
from core.errors import ChunkTraceError
from core.events import Progress
from core.parameters import knob
from core.spans import Span
from core.types import Document

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

Parts = Callable[[str], Sequence[Span]]

_BATCH = 256
_FAILURES_IN_A_ROW = 3


def embedding_knob(subject: str) -> Any:
    """How the parts that are compared are read."""
    return knob(
        "standard",
        label=f"How {subject}s are read",
        help="standard: each alone. late: in their document, from one pass that late chunking shares; all vectors of a "
        "document are then more alike, so the similarities to choose are higher.",
        choices=("standard", "late"),
    )


def vectors_ahead(
    documents: Sequence[Document], parts: Parts, encoder: str, method: str, tools: Tools, subject: str
) -> Iterator[Progress]:
    """Read the parts of all documents, so that `part_vectors` finds them. Raises as the encoder does."""
    if method == "late":
        yield from tools.reader(encoder).prepare(documents)
        return
    texts = [document.text[span.start : span.end] for document in documents for span in parts(document.text)]
    yield from encoded_ahead(texts, tools.encoder(encoder), subject)


def part_vectors(
    document: Document, spans: Sequence[Span], encoder: str, method: str, tools: Tools, subject: str
) -> tuple[Vectors, list[Note]]:
    """As `filled_vectors`, of parts of a document."""
    if method == "late":
        return _filled(tools.reader(encoder).vectors(document, spans), encoder, subject)
    texts = [document.text[span.start : span.end] for span in spans]
    return filled_vectors(texts, tools.encoder(encoder), subject)


def encoded_ahead(texts: Sequence[str], encoder: TextEncoder, subject: str) -> Iterator[Progress]:
    """Bring the vectors of all texts into the encoder's cache, with progress in distinct texts.

    A batch that fails is left to `filled_vectors`. Raises the encoder's error where three in a row fail.
    """
    # Texts of like lengths pad little; the longest first, so that the time left is not underestimated.
    distinct = sorted(set(texts), key=lambda text: (-len(text), text))
    failures = 0
    yield Progress(f"Encoding {subject}s", 0, len(distinct))
    for start in range(0, len(distinct), _BATCH):
        part = distinct[start : start + _BATCH]
        try:
            encoder.encode_documents(part)
            failures = 0
        except ChunkTraceError:
            failures += 1
            if failures == _FAILURES_IN_A_ROW:
                raise
        yield Progress(f"Encoding {subject}s", start + len(part), len(distinct))


def filled_vectors(texts: Sequence[str], encoder: TextEncoder, subject: str) -> tuple[Vectors, list[Note]]:
    """Unit vectors, float32 (n, dimension), and a note for each text that the encoder cannot read.

    Such a text gets the vector of the one before it (the first ones that of the first with a vector), so that it
    begins nothing new. Raises the encoder's error where no text has a vector.
    """
    try:
        found = encoder.encode_documents(texts)
    except ChunkTraceError:
        found = _one_by_one(texts, encoder)
    return _filled(found, encoder.spec.encoder, subject)


def _filled(found: Vectors, encoder: str, subject: str) -> tuple[Vectors, list[Note]]:
    """Vectors with those of others in the place of rows that are not finite."""
    import numpy as np  # here and below, because most strategies compare no vectors

    known = np.isfinite(found).all(axis=1)
    if known.all():
        return found, []
    if not known.any():
        raise ChunkTraceError(f"The encoder {encoder} gave no valid vector for any {subject}.")
    rows = np.where(known, np.arange(len(found)), -1)
    sources = np.maximum.accumulate(rows)
    sources[sources < 0] = int(np.argmax(known))
    note = Note(subject, "could not be encoded: it stays with the one before it")
    return found[sources], [note] * int((~known).sum())


def _one_by_one(texts: Sequence[str], encoder: TextEncoder) -> Vectors:
    """Vectors with a row of NaN for each text that fails alone. Raises the last error where all do."""
    import numpy as np

    vectors = np.full((len(texts), encoder.spec.dimension), np.nan, dtype=np.float32)
    failed: ChunkTraceError | None = None
    failures = 0
    for row, text in enumerate(texts):
        try:
            vectors[row] = encoder.encode_documents([text])[0]
        except ChunkTraceError as error:
            failed, failures = error, failures + 1
    if failed is not None and failures == len(texts):
        raise failed
    return vectors

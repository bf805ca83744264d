"""Token fields on disk, so that no document is read twice by the same encoder.

Unlike the vector cache, which knows texts, this holds one vector a word piece of whole documents: half precision and
mapped into memory, so a corpus may be larger than that.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.format import open_memmap
from numpy.typing import NDArray

from core.errors import ChunkTraceError, SettingError
from core.events import Progress
from core.hashing import sha256
from core.spans import Span
from core.types import Document
from embedding.encoder import PieceReader, Pieces, Vectors
from embedding.field import TokenField, step_sums
from embedding.windows import states_of

STAGE = "Reading"
# Raised when fields of the same encoder would be computed otherwise.
_FIELD_VERSION = "1"
_UNFINISHED = ".unfinished-"
_STATES, _SUMS, _PLACES = "states.npy", "sums.npy", "places.npy"
_FORGOTTEN = 24 * 3600  # seconds after which a killed process is taken to have left a folder behind


class FieldStore:
    """The token fields of one encoder by the SHA-256 of a document's text. Processes and threads may share a home.

    A field is a folder of arrays that is renamed into its place when whole: of two processes that read the same
    document, the second one's is thrown away. `window` is how many pieces are read at once, None for all that the
    encoder can.
    """

    def __init__(self, home: Path, encoder: PieceReader, window: int | None = None) -> None:
        self.encoder = encoder
        self.window = window
        read = "" if window is None else f"-{window}"
        self.folder = home / "fields" / f"{encoder.spec.alone.key}-{_FIELD_VERSION}{read}"

    def field(self, document: Document) -> TokenField:
        """The document's field, read by the encoder where it is not here. Raises as `prepare` does."""
        found = self._opened(document)
        if found is None:
            for _ in self.prepare([document]):
                pass
            found = self._opened(document)
        if found is None:
            raise ChunkTraceError(
                f"The token field of {document.name} in {self.folder} cannot be read back: try again."
            )
        return found

    def vectors(self, document: Document, spans: Sequence[Span]) -> Vectors:
        """See TokenField.vectors."""
        return self.field(document).vectors(spans)

    def missing(self, documents: Iterable[Document]) -> list[Document]:
        """The documents that the encoder has yet to read; of equal texts all are named."""
        return [document for document in documents if not self._place(_key(document)).is_dir()]

    def prepare(self, documents: Sequence[Document]) -> Iterator[Progress]:
        """Read what is missing, with progress in characters. Closing it cancels; documents that are done are kept.

        Raises SettingError where the encoder cannot do this, and ChunkTraceError where the disk is full.
        """
        distinct = list({_key(document): document for document in documents}.values())
        new = self.missing(distinct)
        total = sum(len(document.text) for document in new)
        note = f"{len(distinct) - len(new):,} known already" if len(new) < len(distinct) else ""
        yield Progress(STAGE, 0, total, note)
        try:
            yield from self._write(new, total, note)
        except OSError as error:
            raise ChunkTraceError(
                f"Token fields cannot be written to {self.folder} ({error}): free space there."
            ) from None

    def _write(self, documents: Sequence[Document], total: int, note: str) -> Iterator[Progress]:
        refuse_unless_averages(self.encoder)
        self._tidy()
        done = 0
        texts = (self.encoder.pieces(each.text) for each in documents)
        for number, pieces, blocks in states_of(self.encoder, texts, self.window):
            key, length = _key(documents[number]), len(documents[number].text)
            for share in self._save(key, pieces, blocks):
                yield Progress(STAGE, done + int(share * length), total, note)
            done += length

    def _save(self, key: str, pieces: Pieces, blocks: Iterable[Vectors]) -> Iterator[float]:
        """Write one field, with progress as a share."""
        with tempfile.TemporaryDirectory(dir=self.folder, prefix=_UNFINISHED, ignore_cleanup_errors=True) as inside:
            beside = Path(inside, "field")
            beside.mkdir()
            self._place(key).parent.mkdir(exist_ok=True)
            shape = (len(pieces), self.encoder.spec.dimension)
            states = open_memmap(beside / _STATES, mode="w+", dtype=np.float16, shape=shape)
            done = 0
            for block in blocks:
                states[done : done + len(block)] = block
                done += len(block)
                yield done / max(1, len(pieces))
            states.flush()
            _write_array(beside / _SUMS, step_sums(states))
            _write_array(beside / _PLACES, np.stack([pieces.starts, pieces.ends]))
            try:
                beside.rename(self._place(key))
            except OSError:
                if not self._place(key).is_dir():  # another process was quicker otherwise
                    raise

    def _opened(self, document: Document) -> TokenField | None:
        """The field, mapped into memory; None where there is none, or one that is damaged and now removed."""
        place = self._place(_key(document))
        if not place.is_dir():
            return None
        try:
            states, sums, places = (np.load(place / name, mmap_mode="r") for name in (_STATES, _SUMS, _PLACES))
        except (OSError, ValueError, EOFError):
            shutil.rmtree(place, ignore_errors=True)
            return None
        return TokenField(states, sums, places[0], places[1], self.encoder.frame.size)

    def _place(self, key: str) -> Path:
        return self.folder / key[:2] / key

    def _tidy(self) -> None:
        """Make the folder; remove what killed processes left in it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for place in self.folder.glob(f"{_UNFINISHED}*"):
            if time.time() - place.stat().st_mtime > _FORGOTTEN:
                shutil.rmtree(place, ignore_errors=True)


def refuse_unless_averages(encoder: PieceReader) -> None:
    """Raise SettingError where the encoder's vectors are not the means of states, which fields would give."""
    if not encoder.averages:
        raise SettingError(
            f"The encoder {encoder.spec.encoder} makes its vectors otherwise than as the mean of its word pieces, so "
            "they cannot be taken from one pass over a document: use standard embedding."
        )


def _key(document: Document) -> str:
    return document.sha256 or sha256(document.text)


def _write_array(path: Path, array: NDArray[Any]) -> None:
    with path.open("wb") as file:
        np.save(file, array)
        file.flush()
        os.fsync(file.fileno())

"""What a strategy may use besides the text: encoders, language models, and the other strategies.

Chunking declares what it needs; whoever starts the work hands it in, so that nothing here loads a model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from chunking.strategy import Strategy
from chunking.writer import Silent, Writer
from core.errors import SettingError
from core.events import Progress
from core.spans import Span
from core.types import Document, EmbedSpec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class TextEncoder(Protocol):
    """Turns texts into vectors, and remembers them."""

    @property
    def spec(self) -> EmbedSpec:
        """Its name, revision and limit."""
        ...

    def encode_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors, float32 (n, dimension), in the order of the texts."""
        ...

    def count_pieces(self, texts: Sequence[str]) -> list[int]:
        """Word pieces of each text, special pieces included."""
        ...


class SpanReader(Protocol):
    """Reads whole documents and gives the vectors of their parts, each in its surroundings."""

    def prepare(self, documents: Sequence[Document]) -> Iterator[Progress]:
        """Read what was not read before, with progress."""
        ...

    def vectors(self, document: Document, spans: Sequence[Span]) -> NDArray[np.float32]:
        """Unit vectors, float32 (spans, dimension); a row of NaN where a span has none."""
        ...


def no_reader(model: str) -> SpanReader:
    """For tools without encoders that read documents. Raises SettingError."""
    raise SettingError(f"There is no encoder {model!r} here that reads whole documents: choose embedding standard.")


def no_writer(model: str) -> Writer:
    """For tools without language models. Raises SettingError."""
    raise SettingError(f"There is no language model {model!r} here: give the strategy tools that have a writer.")


@dataclass(frozen=True, slots=True)
class Tools:
    """Encoders by name (minilm, mpnet, a folder, a hub name), strategies by name, writers by MODEL string.

    `reader` gives the encoder of a name as one that reads documents. Each raises SettingError or ModelMissing where
    there is no such model.
    """

    encoder: Callable[[str], TextEncoder]
    strategies: Mapping[str, Strategy]
    writer: Callable[[str], Writer] = no_writer
    reader: Callable[[str], SpanReader] = no_reader

    @property
    def silent(self) -> Tools:
        """The same, with writers that only know what is written already."""
        return replace(self, writer=lambda model: Silent(self.writer(model)))

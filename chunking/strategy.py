"""What a strategy is: a name, parameters that describe themselves, and a function that yields pieces.

A strategy only says where to cut. Slicing, context sizes, identity and the laws are the engine's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, Self

from core.errors import SettingError
from core.events import Progress
from core.parameters import knob, parameters_of
from core.rulers import Ruler
from core.spans import Span
from core.types import Document, Mode

if TYPE_CHECKING:
    from chunking.tools import Tools
    from core.calls import Calls

UNITS = ("chars", "words", "tokens", "pieces")
UNIT_NAMES = {"chars": "characters", "tokens": "tokens", "pieces": "word pieces", "words": "words"}
_UNIT_HELP = "What sizes count: characters, words, cl100k tokens, or the word pieces that an encoder reads."


class Piece(NamedTuple):
    """A range that a strategy yields. `overflow` marks a unit that is larger than the limit by policy.

    A `summary` is indexed in place of the text, which is then larger than the limit.
    """

    start: int
    end: int
    context: str = ""
    parent: Span | None = None
    heading_path: tuple[str, ...] = ()
    overflow: bool = False
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """Something for the build report, counted over the corpus: Note("table", "kept whole") -> "3 tables kept whole"."""

    subject: str
    outcome: str


@dataclass(frozen=True, slots=True)
class SizeParameters:
    """The parameters that every strategy has."""

    chunk_size: int = knob(
        512,
        label="Chunk size",
        help="The largest a chunk may be, in the chosen unit.",
        low=1,
        high=1_000_000_000,
        setting="chunk_size",
    )
    overlap: int = knob(
        50,
        label="Overlap",
        help="How much of a chunk's end may be repeated at the start of the next. 10 to 20 % of the size is usual.",
        low=0,
        high=999_999_999,
        setting="chunk_overlap",
    )
    unit: str = knob("chars", label="Unit", help=_UNIT_HELP, choices=UNITS)
    encoder: str = knob(
        "minilm",
        label="Encoder of the word pieces",
        help="The encoder whose word pieces sizes count: minilm, mpnet, a folder, or a hub name.",
        when=("unit", "pieces"),
        setting="embedding_model",
    )

    def __post_init__(self) -> None:
        """Refuse combinations that cannot make progress."""
        if self.chunk_size < 1:
            raise SettingError(f"chunk size {self.chunk_size} must be at least 1 (overlap is {self.overlap}).")
        if self.overlap < 0:
            raise SettingError(f"overlap {self.overlap} must not be negative (chunk size is {self.chunk_size}).")
        if self.overlap >= self.chunk_size:
            raise SettingError(f"overlap {self.overlap} must be smaller than chunk size {self.chunk_size}.")

    def overlap_within(self, limit: int) -> int:
        """The overlap of chunks that may only be `limit` large: the same share of their size."""
        return min(self.overlap * limit // self.chunk_size, limit - 1)

    def within(self, limit: int) -> Self:
        """The same parameters for chunks that may only be `limit` large."""
        if limit == self.chunk_size:
            return self
        return replace(self, chunk_size=limit, overlap=self.overlap_within(limit))


@dataclass(frozen=True, slots=True)
class TokenParameters(SizeParameters):
    """The same parameters where sizes are tokens unless the user says otherwise."""

    unit: str = knob("tokens", label="Unit", help=_UNIT_HELP, choices=UNITS)


Split = Callable[[Document, SizeParameters, Ruler, "Tools"], Iterator[Piece | Note]]
Prepare = Callable[[Sequence[Document], SizeParameters, "Tools"], Iterator[Progress]]
CountCalls = Callable[[Sequence[Document], SizeParameters, "Tools"], "Calls | None"]


@dataclass(frozen=True, slots=True)
class Strategy:
    """One way to cut documents.

    `render`, where given, turns a range of the document's text into the text that chunk_text shows and that the
    size limit counts (the entity strategy joins its entities by one blank line). `prepare`, where given, does the
    heavy work for a whole corpus, with progress, so that cutting finds its results in a cache; `calls` says what it
    would ask of a language model. `shows_context` is for those whose described chunks begin with their context.
    `default_document_share` is the largest part of what a search returns that one document may take, unless the user
    says otherwise. `version` is empty for the strategies of the product, and a hash of the file for a user's own.
    """

    name: str
    label: str
    summary: str
    best_for: str
    params: type[SizeParameters]
    split: Split
    render: Callable[[str, int, int], str] | None = None
    prepare: Prepare | None = None
    calls: CountCalls | None = None
    shows_context: bool = False
    default_retriever: Mode = "dense"
    default_document_share: float = 1.0
    version: str = ""

    @property
    def unit(self) -> str:
        """The unit that sizes count unless the user overrides it."""
        return self.params().unit

    @property
    def takes_inner(self) -> bool:
        """Whether another strategy works inside this one. Such a one cannot be inside itself, or there were no end."""
        return any(parameter.kind == "strategy" for parameter in parameters_of(self.params))

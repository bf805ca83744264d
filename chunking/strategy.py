"""What a strategy is: a name, parameters that describe themselves, and a function that yields pieces.

A strategy only says where to cut. Slicing, context sizes, identity and the laws are the engine's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from core.errors import SettingError
from core.parameters import knob
from core.rulers import Ruler
from core.spans import Span
from core.types import Document, Mode


@dataclass(frozen=True, slots=True)
class Piece:
    """A range that a strategy yields. `overflow` marks a unit that is larger than the limit by policy."""

    start: int
    end: int
    context: str = ""
    parent: Span | None = None
    heading_path: tuple[str, ...] = ()
    overflow: bool = False


@dataclass(frozen=True, slots=True)
class SizeParameters:
    """The three parameters that every strategy has."""

    chunk_size: int = knob(
        512, label="Chunk size", help="The largest a chunk may be, in the chosen unit.", low=1, high=1_000_000_000
    )
    overlap: int = knob(
        50,
        label="Overlap",
        help="How much of a chunk's end may be repeated at the start of the next. 10 to 20 % of the size is usual.",
        low=0,
        high=999_999_999,
    )
    unit: str = knob(
        "chars",
        label="Unit",
        help="What sizes count: characters, or cl100k tokens.",
        choices=("chars", "tokens"),
    )

    def __post_init__(self) -> None:
        """Refuse combinations that cannot make progress."""
        if self.chunk_size < 1:
            raise SettingError(f"chunk size {self.chunk_size} must be at least 1 (overlap is {self.overlap}).")
        if self.overlap < 0:
            raise SettingError(f"overlap {self.overlap} must not be negative (chunk size is {self.chunk_size}).")
        if self.overlap >= self.chunk_size:
            raise SettingError(f"overlap {self.overlap} must be smaller than chunk size {self.chunk_size}.")


@dataclass(frozen=True, slots=True)
class TokenParameters(SizeParameters):
    """The same parameters where sizes are tokens unless the user says otherwise."""

    unit: str = knob(
        "tokens",
        label="Unit",
        help="What sizes count: characters, or cl100k tokens.",
        choices=("chars", "tokens"),
    )


Split = Callable[[Document, SizeParameters, Ruler], Iterator[Piece]]


@dataclass(frozen=True, slots=True)
class Strategy:
    """One way to cut documents.

    `render`, where given, turns a range of the document's text into the text that chunk_text shows and that the
    size limit counts (the entity strategy joins its entities by one blank line).
    """

    name: str
    label: str
    summary: str
    best_for: str
    params: type[SizeParameters]
    split: Split
    render: Callable[[str, int, int], str] | None = None
    default_retriever: Mode = "dense"

    @property
    def unit(self) -> str:
        """The unit that sizes count unless the user overrides it."""
        return self.params().unit

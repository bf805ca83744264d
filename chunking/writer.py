"""Who writes contexts, as chunking needs it. Unlike an encoder, asking costs money, so what it costs is told first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from core.calls import Calls
from core.events import Progress

NOT_YET = "(The context is written when the collection is built.)"


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk with the text around it, for a writer to describe."""

    title: str
    before: str
    text: str
    after: str


@dataclass(frozen=True, slots=True)
class Written:
    """The context of a passage, or why there is none."""

    context: str = ""
    failure: str = ""


class Writer(Protocol):
    """Describes passages in a sentence or two, and remembers what it wrote. Raises where it cannot begin at all."""

    def calls(self, passages: Sequence[Passage]) -> Calls:
        """What `write` would take now; nothing is called."""
        ...

    def write(self, passages: Sequence[Passage]) -> Iterator[Progress]:
        """Write what is not known yet, with progress in calls. Those that fail do not stop the others."""
        ...

    def known(self, passage: Passage) -> Written | None:
        """What was written before, or why that is of no use; None where it has yet to be asked."""
        ...

    def context(self, passage: Passage) -> Written:
        """The same, asked now where it is not known and has not failed since `write` began."""
        ...


@dataclass(frozen=True, slots=True)
class Silent:
    """A writer that only knows what is written already, for plans and previews: nothing is called."""

    writer: Writer

    def calls(self, passages: Sequence[Passage]) -> Calls:
        """See Writer.calls."""
        return self.writer.calls(passages)

    def write(self, passages: Sequence[Passage]) -> Iterator[Progress]:
        """Nothing."""
        return iter(())

    def known(self, passage: Passage) -> Written | None:
        """See Writer.known."""
        return self.writer.known(passage)

    def context(self, passage: Passage) -> Written:
        """What is known, else a text that stands for what is to come, so that the chunk counts as new."""
        return self.writer.known(passage) or Written(NOT_YET)

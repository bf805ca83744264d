"""What every executor does: take work as it becomes ready, and tell how each task ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from core.events import Progress
from embedding.encoder import Encoder
from experiments.tasks import Done, Task

# Preparing yields progress, tasks that are ready, and the ends of those that could not be prepared.
Work = Iterable[Progress | Task | Done]


class Executor(Protocol):
    """Does tasks anywhere. Results may come in any order; what they leave in run folders does not depend on it."""

    @property
    def batch(self) -> int:
        """How many texts the encoder is given at once: a multiple of what it reads at once, so that vectors agree."""
        ...

    def encoder(self, name: str) -> Encoder:
        """The encoder of that name, or one that gives the same vectors by the executor's means."""
        ...

    def run(self, work: Work) -> Iterator[Progress | Done]:
        """Do the work; progress passes through. The work is taken no faster than it can be done."""
        ...

    def close(self) -> None:
        """Let go of processes."""
        ...

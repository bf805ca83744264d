"""Everything in this process, one task after the other. Unlike processes.py, needs no other processes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.events import Progress
from embedding.encoder import Encoder
from embedding.encoding import BATCH
from experiments.executors.executor import Work
from experiments.tasks import Bench, Done, Task, performed


@dataclass(frozen=True, slots=True)
class Alone:
    """The executor of one process."""

    bench: Bench

    @property
    def batch(self) -> int:
        """See Executor.batch."""
        return BATCH

    def encoder(self, name: str) -> Encoder:
        """This process's encoder."""
        return self.bench.around.encoder(name)

    def run(self, work: Work) -> Iterator[Progress | Done]:
        """See Executor.run."""
        for step in work:
            if isinstance(step, Task):
                yield (yield from performed(step, self.bench))
            else:
                yield step

    def close(self) -> None:
        """There is nothing to let go of."""

"""Processes for tests that kill them: copies of one that has imported what they need. Unlike a new Python, at once.

What is killed is as dead as any process; only the seconds of importing are spent once for all of them. A process has
the environment in which the first one was made, so what it needs is given to it.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import Any

# What the work of the tests imports, also where that is done late; none of these starts a thread by being imported.
_IMPORTED = [
    "tests.retrieval.kill_points",
    "tests.experiments.small",
    "generation.endpoint",
    "openai",
    "rouge_score.rouge_scorer",
    "sacrebleu",
    "tiktoken_ext.openai_public",
]
_COPIES = multiprocessing.get_context("forkserver")
_COPIES.set_forkserver_preload(_IMPORTED)
Tell = Callable[[Any], None]


class Copy:
    """A process that does `work(tell, *given)`; both must be picklable, `work` by its name in a module."""

    def __init__(self, work: Callable[..., None], *given: object) -> None:
        self._told, tell = _COPIES.Pipe(duplex=False)
        self.process: BaseProcess = _COPIES.Process(target=_do, args=(work, tell, *given))
        with _no_main_module():
            self.process.start()
        tell.close()

    def told(self) -> Iterator[Any]:
        """What it tells, until it ends."""
        while True:
            try:
                yield self._told.recv()
            except EOFError:
                return

    def kill(self) -> None:
        """End it without warning, and wait until it is gone."""
        self.process.kill()
        self.ended()

    def ended(self) -> int | None:
        """Wait for its end; the exit code, negative for a signal."""
        self.process.join()
        return self.process.exitcode


@contextmanager
def _no_main_module() -> Iterator[None]:
    """A new process runs the main module once more, and tests of the app leave a script of theirs as that."""
    there = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = there


def _do(work: Callable[..., None], tell: Connection, *given: object) -> None:
    work(tell.send, *given)

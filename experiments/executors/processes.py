"""Evaluations in other processes of this machine, while this one prepares the next. Unlike alone.py, may lose one.

Only this process encodes documents, so there is one encoder; the others find vectors in what they are sent.
"""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from core.events import Progress
from embedding.encoder import Encoder
from embedding.encoding import BATCH
from experiments.executors.executor import Work
from experiments.material import Locate
from experiments.tasks import Bench, Done, Setup, Task, carried_out

TRIES = 3
_here: list[Bench] = []


class Processes:
    """The executor of `workers` further processes, which find their surroundings by `locate`."""

    def __init__(self, bench: Bench, workers: int, locate: Locate) -> None:
        self._bench = bench
        self._workers = workers
        self._setup = Setup(bench.plan, bench.asked, bench.out, bench.started, locate)
        self._pool = self._new_pool()
        self._tries: Counter[str] = Counter()

    @property
    def batch(self) -> int:
        """See Executor.batch."""
        return BATCH

    def encoder(self, name: str) -> Encoder:
        """This process's encoder, the only one that reads documents."""
        return self._bench.around.encoder(name)

    def run(self, work: Work) -> Iterator[Progress | Done]:
        """See Executor.run. A task whose process died is done again, alone, at most three times in all."""
        steps, running, again = iter(work), dict[Future[Done], Task](), list[Task]()
        more = True
        while more or running or again:
            # What may have brought a process down is tried again by itself, so that nobody else is lost with it.
            room = (
                1
                if again or any(self._tries[task.configuration.name] > 1 for task in running.values())
                else self._workers
            )
            if again and not running:
                self._submit(again.pop(0), running)
            elif more and not again and len(running) < room:
                step = next(steps, None)
                more = step is not None
                if isinstance(step, Task):
                    self._submit(step, running)
                elif step is not None:
                    yield step
            elif running:
                yield from self._ended(running, again)

    def close(self) -> None:
        """End the processes."""
        self._pool.shutdown(cancel_futures=True)

    def _submit(self, task: Task, running: dict[Future[Done], Task]) -> None:
        self._tries[task.configuration.name] += 1
        try:
            running[self._pool.submit(_do, task)] = task
        except BrokenProcessPool:  # it broke a moment ago; whoever was running is told so by its future
            self._pool = self._new_pool()
            running[self._pool.submit(_do, task)] = task

    def _ended(self, running: dict[Future[Done], Task], again: list[Task]) -> Iterator[Done]:
        """Ends of tasks; those that were lost with a process are put down to be done again."""
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        broken = any(isinstance(future.exception(), BrokenProcessPool) for future in done)
        if broken:
            done, _ = wait(running)  # all of a broken pool end at once
            self._pool.shutdown()
            self._pool = self._new_pool()
        for future in done:
            task = running.pop(future)
            error = future.exception()
            if error is None:
                self._tries.pop(task.configuration.name, None)
                yield future.result()
            elif isinstance(error, BrokenProcessPool) and self._tries[task.configuration.name] < TRIES:
                again.append(task)
            else:
                yield Done(task.configuration.name, _reason(error))

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._workers, context, initializer=_begin, initargs=(self._setup,))


def _reason(error: BaseException) -> str:
    if isinstance(error, BrokenProcessPool):
        return f"its process ended without a word {TRIES} times, which happens where memory does not suffice"
    return " ".join(f"{type(error).__name__}: {error}".split())


def _begin(setup: Setup) -> None:
    """In the new process: make ready once what all tasks need."""
    _here[:] = [setup.bench()]


def _do(task: Task) -> Done:
    return carried_out(task, _here[0])

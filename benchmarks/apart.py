"""Work measured in a process of its own, so that nothing is remembered from one run to the next."""

from __future__ import annotations

import multiprocessing
import resource
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any


def apart(work: Callable[..., Any], *arguments: Any, seconds: float | None = None) -> Any:
    """The result of work(*arguments) in a new process; None where it takes longer than `seconds`.

    What it raises there is raised here.
    """
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(there, work, arguments))
    process.start()
    there.close()
    try:
        if not here.poll(seconds):
            process.kill()
            return None
        result = here.recv()
    except EOFError:
        raise RuntimeError(f"{work.__name__}{arguments} ended without a result") from None
    finally:
        process.join()
    if isinstance(result, BaseException):
        raise result
    return result


def _send(connection: Connection, work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    try:
        connection.send(work(*arguments))
    except Exception as error:  # whatever it is, the process that asked tells it
        connection.send(error)


def processor_seconds(work: Callable[[], object]) -> float:
    """Processor time of one call. Unlike the clock's, it is the same on a busy machine."""
    started = time.process_time()
    work()
    return time.process_time() - started


def peak_megabytes() -> float:
    """The most memory that this process has held so far."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (1e6 if sys.platform == "darwin" else 1e3)

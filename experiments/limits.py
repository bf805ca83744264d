"""When a sweep must stop: after seconds of this start, or money of all starts. Asked between questions and calls."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import TypeVar

from core.errors import ChunkTraceError
from core.events import Progress
from experiments.kept_calls import CallLedger
from experiments.plan import Limits

Result = TypeVar("Result")


class LimitReached(ChunkTraceError):
    """Work was left where it was; what is done is kept."""


def until_limit(steps: Generator[Progress, None, Result], stop: Callable[[], str]) -> Generator[Progress, None, Result]:
    """The same steps, which may be calls that cost money. Raises LimitReached once `stop` says why to stop."""
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
        yield step
        if reason := stop():
            steps.close()
            raise LimitReached(reason)


def limit_reached(limits: Limits, started: float, ledger: CallLedger) -> str:
    """Which limit is reached, in words; empty as long as none is.

    `started` is in seconds since 1970, which all processes share.
    """
    if limits.seconds is not None and time.time() - started >= limits.seconds:
        return f"the limit of {limits.seconds:g} seconds was reached"
    if limits.money is not None and ledger.spent() >= limits.money:
        return f"the limit of US$ {limits.money:g} was reached"
    return ""

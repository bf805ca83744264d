"""What long work yields while it runs. Closing the generator cancels the work; what it finished is on disk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` of `total` units of the named stage; total 0 means not known yet."""

    stage: str
    done: int
    total: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Finished(Generic[Result]):
    """The last event of a job that was not cancelled."""

    result: Result


Event = Progress | Finished[Result]

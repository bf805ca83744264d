"""How fast this machine was, for estimates of later work. Unlike timings.csv, outlives the sweep and counts rates.

Two rates are kept: characters that an encoder reads a second, and seconds that a question takes by retriever, judge
and answering model. Old work counts less with every new one, so that a faster machine is believed soon.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from core.errors import ChunkTraceError
from core.events import Progress
from core.files import read_json, write_json

PACE = "pace.json"
Result = TypeVar("Result")
_OLD = 0.5
# What takes less time than this says more about the clock than about the machine.
_LEAST_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Pace:
    """`characters` a second by encoder; `questions` in seconds each, by retriever, judge and model with a space."""

    characters: Mapping[str, float] = field(default_factory=dict)
    questions: Mapping[str, float] = field(default_factory=dict)

    def question(self, retriever: str, judge: str, model: str) -> float | None:
        """Seconds of a question; None where nothing like it was ever done here. `model` is as a plan names it."""
        return self.questions.get(_asked_as(retriever, judge, model))


class PaceBook:
    """Counts work and the seconds it took, until it is saved."""

    def __init__(self) -> None:
        self._read: dict[str, tuple[float, float]] = {}
        self._asked: dict[str, tuple[float, float]] = {}

    def reading(self, encoder: str, characters: float, seconds: float) -> None:
        """An encoder has read so much."""
        _add(self._read, encoder, characters, seconds)

    def asking(self, retriever: str, judge: str, model: str, questions: int, seconds: float) -> None:
        """So many questions were searched, answered and judged."""
        _add(self._asked, _asked_as(retriever, judge, model), questions, seconds)

    def save(self, home: Path) -> None:
        """Merge into what is known of the machine; what took no time to speak of is left out.

        A home that cannot be written to keeps what it has: estimates are no reason to lose work.
        """
        kept = _kept(home)
        for name, counts in (("characters", self._read), ("questions", self._asked)):
            known = kept.setdefault(name, {})
            for key, (amount, seconds) in counts.items():
                if amount > 0 and seconds >= _LEAST_SECONDS:
                    old_amount, old_seconds = known.get(key, (0.0, 0.0))
                    known[key] = [_OLD * old_amount + amount, _OLD * old_seconds + seconds]
        with suppress(OSError):
            write_json(home / PACE, kept)


def read_pace(home: Path) -> Pace:
    """What is known of this machine; nothing where no work was done, or the file is damaged."""
    kept = _kept(home)
    return Pace(
        {name: amount / seconds for name, (amount, seconds) in kept.get("characters", {}).items()},
        {name: seconds / amount for name, (amount, seconds) in kept.get("questions", {}).items()},
    )


def timed(events: Iterator[Progress], book: PaceBook, encoder: str) -> Iterator[Progress]:
    """The same events, whose totals are characters that the encoder reads anew."""
    started, characters = time.perf_counter(), 0
    for event in events:
        characters = max(characters, event.done)
        yield event
    book.reading(encoder, characters, time.perf_counter() - started)


def stopwatch(steps: Generator[Progress, None, Result]) -> Generator[Progress, None, tuple[Result, float]]:
    """The same steps; returns their result and the seconds that they took."""
    started = time.perf_counter()
    result = yield from steps
    return result, time.perf_counter() - started


def _asked_as(retriever: str, judge: str, model: str) -> str:
    return f"{retriever} {judge} {model}"


def _add(counts: dict[str, tuple[float, float]], key: str, amount: float, seconds: float) -> None:
    before, took = counts.get(key, (0.0, 0.0))
    counts[key] = (before + amount, took + seconds)


def _kept(home: Path) -> dict[str, dict[str, Any]]:
    """The file as it is, without what is no pair of positive numbers."""
    try:
        found = read_json(home / PACE)
        return {
            part: {str(key): pair for key, pair in found.get(part, {}).items() if _is_rate(pair)}
            for part in ("characters", "questions")
        }
    except (ChunkTraceError, AttributeError):
        return {}


def _is_rate(pair: object) -> bool:
    return (
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(each, int | float) and each > 0 for each in pair)
    )

"""What goes to standard error while work runs: progress and warnings. Standard output stays the result's alone."""

from __future__ import annotations

import sys
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import TypeVar

from core.durations import duration
from core.events import Event, Finished, Progress
from terminal.output import plain, shortened, write

Result = TypeVar("Result")

# In a file or a pipe, one line each so many seconds is enough.
_SECONDS_BETWEEN_LINES = 5.0
_SECONDS_BETWEEN_UPDATES = 0.1
# A stage that is over sooner than this is not worth a line.
_SECONDS_WORTH_A_LINE = 1.0
_LINE = 100
_SHOWN_WARNINGS = 10


class Interrupted(Exception):
    """Ctrl-C during work that keeps what it finished; the message says how to go on."""


def follow(events: Iterable[Progress | Finished[Result]]) -> Result:
    """Run long work to its end, showing where it is. Raises Interrupted on Ctrl-C."""
    shown = _Shown()
    try:
        for event in events:
            if isinstance(event, Finished):
                return event.result
            shown.update(event)
    except KeyboardInterrupt:
        raise Interrupted("Stopped. The work so far is kept: the same command goes on from there.") from None
    finally:
        shown.clear()
    raise RuntimeError("the work ended without a result")


def ending_in_result(stage: Generator[Progress, None, Result]) -> Iterator[Progress | Finished[Result]]:
    """A stage that returns its result, as work that yields it."""
    result = yield from stage
    yield Finished(result)


def telling(stage: str, events: Iterable[Event[Result]]) -> Iterator[Event[Result]]:
    """The same events without those of one stage, whose notes are lines for the reader."""
    for event in events:
        if isinstance(event, Progress) and event.stage == stage:
            note(event.note)
        else:
            yield event


def note(text: str) -> None:
    """A line about what is going on."""
    write(sys.stderr, text)


def warn(warnings: Sequence[object]) -> None:
    """A line for each warning, the first ones if there are many."""
    for warning in warnings[:_SHOWN_WARNINGS]:
        note(f"Warning: {' '.join(str(warning).split())}")
    if len(warnings) > _SHOWN_WARNINGS:
        note(f"Warning: and {len(warnings) - _SHOWN_WARNINGS:,} more like these.")


class _Shown:
    """The progress line: rewritten in place on a terminal, else a new line now and then."""

    def __init__(self) -> None:
        self._in_place = sys.stderr.isatty()
        self._stage = ""
        self._started = self._last = 0.0
        self._first = 0
        self._dirty = False

    def update(self, event: Progress) -> None:
        """Show where the work is, unless that was just shown."""
        now = time.monotonic()
        if event.stage != self._stage:
            self._stage, self._started, self._first = event.stage, now, event.done
            self._last = now if not self._in_place else 0.0
        if self._in_place:
            if now - self._last >= _SECONDS_BETWEEN_UPDATES:
                self._last = now
                sys.stderr.write("\r\x1b[K" + plain(self._line(event, now)))
                sys.stderr.flush()
                self._dirty = True
            return
        ended = event.total > 0 and event.done >= event.total
        if now - self._last >= _SECONDS_BETWEEN_LINES or (ended and now - self._started >= _SECONDS_WORTH_A_LINE):
            self._last = now
            note(self._line(event, now))

    def clear(self) -> None:
        """Take the line away, so that what follows begins on an empty one."""
        if self._dirty:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def _line(self, event: Progress, now: float) -> str:
        count = f"{event.done:,} of {event.total:,}" if event.total else f"{event.done:,}"
        parts = [f"{event.stage[:1].upper()}{event.stage[1:]} {count}"]
        advanced = event.done - self._first
        if advanced > 0 and event.done < event.total:
            left = (now - self._started) / advanced * (event.total - event.done)
            parts.append(f"{duration(left)} left")
        if event.note and self._in_place:
            parts.append(event.note)
        return shortened(", ".join(parts), _LINE)

"""When to try a call again and how long to wait first. The server's own word counts before our back-off."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TypeVar

from tenacity import RetryCallState, Retrying, retry_if_exception_type, wait_exponential_jitter

from core.errors import GenerationError
from generation.chat import OnWait

ATTEMPTS = 5
LONGEST_WAIT = 120.0
TOTAL_WAIT = 300.0

Result = TypeVar("Result")
_BACK_OFF = wait_exponential_jitter(initial=1, max=30, jitter=1)
_UNIT_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
_ASKED = re.compile(
    r"(?i)(?:try again|retry|wait)[^0-9]{0,24}?((?:[0-9]+(?:\.[0-9]+)?\s*(?:ms|h|m|s)[a-z]*\s*)+)"
    r"|retrydelay\W+([0-9.]+s)"
)
_PART = re.compile(r"(?i)([0-9]+(?:\.[0-9]+)?)\s*(ms|h|m|s)")


class TryAgain(Exception):
    """A call that may succeed later. `wait` is what the server asks for, in seconds; `why` names the cause."""

    def __init__(self, message: str, why: str, wait: float | None = None) -> None:
        super().__init__(message)
        self.why = why
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Clock:
    """How time passes, so that tests need not wait."""

    now: Callable[[], float] = time.time
    sleep: Callable[[float], None] = time.sleep


def keep_trying(call: Callable[[], Result], clock: Clock, on_wait: OnWait | None = None) -> Result:
    """The call's result. TryAgain is answered by waiting; raises GenerationError once that is hopeless.

    At most 5 attempts and 300 s of waiting; a server that asks for more than 120 s at once is not waited for.
    """

    def hopeless(state: RetryCallState) -> bool:
        asked = state.upcoming_sleep
        too_long = asked > LONGEST_WAIT or state.idle_for + asked > TOTAL_WAIT
        return too_long or state.attempt_number >= ATTEMPTS

    def tell(state: RetryCallState) -> None:
        if on_wait:
            on_wait(f"waiting for {_failure(state).why}, {spoken(state.upcoming_sleep)}")

    attempts = Retrying(
        retry=retry_if_exception_type(TryAgain),
        wait=_wait,
        stop=hopeless,
        before_sleep=tell,
        sleep=clock.sleep,
        reraise=True,
    )
    try:
        return attempts(call)
    except TryAgain as last:
        raise GenerationError(f"{last} {_outlook(last, attempts.statistics)}") from None


def server_wait(headers: Mapping[str, str], message: str, now: float) -> float | None:
    """Seconds that the server asks us to wait, from its headers or its words; None when it does not say.

    >>> server_wait({}, "Please try again in 1m0.5s", now=0.0)
    60.5
    """
    waits = [_header_wait(headers, now), worded_wait(message)]
    return max((wait for wait in waits if wait is not None), default=None)


def worded_wait(message: str) -> float | None:
    """Seconds named by a message such as "try again in 1m0.5s", "retry after 20 seconds", "retryDelay": "38s"."""
    asked = _ASKED.search(message)
    if asked is None:
        return None
    parts = _PART.findall(asked[1] or asked[2])
    return sum(float(number) * _UNIT_SECONDS[unit.lower()] for number, unit in parts)


def spoken(seconds: float) -> str:
    """A wait for the reader: 7 s, 60.5 s, 2 min."""
    return f"{round(seconds, 1):g} s" if seconds < 100 else f"{round(seconds / 60):g} min"


def _header_wait(headers: Mapping[str, str], now: float) -> float | None:
    """Retry-After in seconds or as a date (RFC 9110, section 10.2.3), or OpenAI's retry-after-ms."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        written = headers.get(name, "").strip()
        if written.replace(".", "", 1).isdecimal():
            return float(written) * unit
    try:
        return max(0.0, parsedate_to_datetime(headers.get("retry-after", "")).timestamp() - now)
    except (TypeError, ValueError, OverflowError):
        return None


def _wait(state: RetryCallState) -> float:
    asked = _failure(state).wait
    return _BACK_OFF(state) if asked is None else asked


def _failure(state: RetryCallState) -> TryAgain:
    failure = state.outcome.exception() if state.outcome else None
    if not isinstance(failure, TryAgain):
        raise TypeError("only TryAgain is waited for")
    return failure


def _outlook(last: TryAgain, statistics: Mapping[str, float]) -> str:
    if last.wait is not None and last.wait > LONGEST_WAIT:
        return f"It asks to wait {spoken(last.wait)}: try again later."
    return f"Gave up after {statistics.get('attempt_number', ATTEMPTS):g} attempts."

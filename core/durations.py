"""Seconds as people say them. Unlike a clock, no finer than anybody wants to know."""

from __future__ import annotations


def duration(seconds: float) -> str:
    """A length of time in its usual unit.

    >>> duration(0.2), duration(75), duration(600), duration(8000)
    ('under 1 s', '75 s', '10 min', '2 h 13 min')
    """
    if seconds < 1:
        return "under 1 s"
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    hours, rest = divmod(minutes, 60)
    return f"{hours:,} h {rest} min" if rest else f"{hours:,} h"


def between(least: float, most: float) -> str:
    """From the shortest to the longest time; one where they are said alike.

    >>> between(20, 300), between(119, 121), between(65, 70)
    ('20 s to 5 min', '2 min', '65 to 70 s')
    """
    low, high = duration(least), duration(most)
    if low == high:
        return low
    number, _, unit = low.partition(" ")
    return f"{number} to {high}" if high.split(" ", 1)[1:] == [unit] else f"{low} to {high}"

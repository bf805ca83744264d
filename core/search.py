"""Searches among places where asking whether one fits is dear: few questions, whatever the distance.

A place is only returned after it was asked for: where `fits` is not monotonic, the answer fits all the same.
"""

from __future__ import annotations

from collections.abc import Callable


def furthest(low: int, high: int, fits: Callable[[int], bool], step: int = 1) -> int:
    """The furthest place up to `high` that fits, given that `low` does: doubling steps, then bisection.

    >>> furthest(0, 100, lambda place: place * place < 50)
    7
    """
    while low < high:
        place = min(high, low + step)
        if not fits(place):
            high = place - 1
            break
        low, step = place, step * 2
    while low < high:
        place = (low + high + 1) // 2
        if fits(place):
            low = place
        else:
            high = place - 1
    return low


def nearest(high: int, fits: Callable[[int], bool]) -> int:
    """The first place from 0 that fits, given that all places after one that fits do too; `high` if none below does.

    >>> nearest(100, lambda place: place * place > 50)
    8
    """
    refused, place = -1, 0
    while place < high and not fits(place):
        refused, place = place, 2 * place + 1
    place = min(place, high)
    while place - refused > 1:
        middle = (refused + place) // 2
        if fits(middle):
            place = middle
        else:
            refused = middle
    return place

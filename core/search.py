"""How far something fits, when asking is dear: few questions, whatever the distance."""

from __future__ import annotations

from collections.abc import Callable


def furthest(low: int, high: int, fits: Callable[[int], bool], step: int = 1) -> int:
    """The furthest place up to `high` that fits, given that `low` does: doubling steps, then bisection.

    A place is only returned after it was asked for, so where `fits` is not monotonic the answer still fits.

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

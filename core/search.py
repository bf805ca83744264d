"""A search for how far something fits, where asking is dear."""

from __future__ import annotations

from collections.abc import Callable


def furthest(low: int, high: int, fits: Callable[[int], bool], guess: int) -> int:
    """The furthest place up to `high` that fits, given that `low` does: steps that double from a guess, then bisection.

    No place but `low` is returned without having been asked for: where `fits` is not monotonic, the answer still fits.

    >>> furthest(0, 100, lambda place: place * place < 50, guess=5)
    7
    """
    fitting, failing = low, high + 1
    place, step = max(low + 1, min(high, guess)), 1
    while failing - fitting > 1:
        if fits(place):
            fitting = place
        else:
            failing = place
        if fitting > low and failing <= high:
            place = (fitting + failing) // 2
        elif fitting > low:
            place = min(high, place + step)
        else:
            place = max(low + 1, place - step)
        step *= 2
    return fitting

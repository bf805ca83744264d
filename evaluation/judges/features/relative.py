"""A sentence's value beside those of others: the record's, its chunk's and its neighbors'. Knows values, not texts."""

from __future__ import annotations

import numpy as np

from evaluation.judges.features.words import Features, Places, Values


def beside(name: str, values: Values, chunk: Places) -> Features:
    """What n values say of each sentence, (n,) each: the value, and how it stands among the others.

    `_below_best` is the distance to the record's largest, `_before` and `_after` are the neighbors' values in the same
    chunk, and `_of_chunk` is the chunk's largest.
    """
    before, after = neighbors(values, chunk)
    return {
        name: values,
        f"{name}_below_best": values - values.max(initial=0.0),
        f"{name}_before": before,
        f"{name}_after": after,
        f"{name}_of_chunk": chunk_best(values, chunk),
    }


def everywhere(n: int, values: dict[str, float]) -> Features:
    """Values of the whole record, the same for each of its n sentences."""
    return {name: np.full(n, float(value)) for name, value in values.items()}


def neighbors(values: Values, chunk: Places) -> tuple[Values, Values]:
    """The values (rows) of the sentence before and of the one after in the same chunk, 0 where there is none.

    >>> [side.tolist() for side in neighbors(np.array([1.0, 2.0, 3.0]), np.array([0, 0, 1]))]
    [[0.0, 1.0, 0.0], [2.0, 0.0, 0.0]]
    """
    before, after = np.zeros_like(values), np.zeros_like(values)
    same = np.flatnonzero(chunk[1:] == chunk[:-1])
    before[same + 1] = values[same]
    after[same] = values[same + 1]
    return before, after


def chunk_best(values: Values, chunk: Places) -> Values:
    """The largest value of each sentence's chunk, (n,)."""
    best = np.full(int(chunk.max(initial=-1)) + 1, -np.inf)
    np.maximum.at(best, chunk, values)
    return np.asarray(best[chunk], dtype=np.float64)

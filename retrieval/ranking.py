"""A ranking that is put in order as far as it is read. Unlike a list, it costs little where only the first matter."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

_HEAD = 1024

Scored = tuple[str, float]
Entry = TypeVar("Entry")


class LazyRanking(Sequence[Scored]):
    """Ids with their scores, best first, ties by id: the first thousand by selection, the others once asked for."""

    def __init__(
        self, ids: Sequence[str], scores: NDArray[Any], among: NDArray[np.int64] | None = None, unit: int = 1
    ) -> None:
        """`ids` in order, `scores` (n,) by id, in units of 1 / `unit`; `among` names the rows that are ranked, rising,
        where these are not all.
        """
        self.ids = ids
        self._scores, self._among, self._unit = scores, among, unit
        self._order: NDArray[np.int64] | None = None

    def __len__(self) -> int:
        return len(self.ids if self._among is None else self._among)

    @property
    def rows(self) -> NDArray[np.int64]:
        """The places in `ids` of all that are ranked, best first."""
        return self._first(len(self))

    def get(self, name: str) -> float | None:
        """The score of an id; None where it is not ranked."""
        row = bisect_left(self.ids, name)
        if row == len(self.ids) or self.ids[row] != name:
            return None
        if self._among is not None:
            place = int(np.searchsorted(self._among, row))
            if place == len(self._among) or self._among[place] != row:
                return None
        return float(self._scores[row] / self._unit)

    @overload
    def __getitem__(self, place: int) -> Scored: ...
    @overload
    def __getitem__(self, place: slice) -> list[Scored]: ...
    def __getitem__(self, place: int | slice) -> Scored | list[Scored]:
        if isinstance(place, slice):
            return self._scored(self._first(place.indices(len(self))[1])[place])
        return self._scored(self._first(len(self) if place < 0 else place + 1)[[place]])[0]

    def __iter__(self) -> Iterator[Scored]:
        for start, stop in ((0, _HEAD), (_HEAD, len(self))):
            yield from self._scored(self._first(stop)[start:stop])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def _scored(self, rows: NDArray[np.int64]) -> list[Scored]:
        scores = (self._scores[rows] / self._unit).tolist()
        return [(self.ids[row], score) for row, score in zip(rows.tolist(), scores, strict=True)]

    def _first(self, stop: int) -> NDArray[np.int64]:
        """Rows in order, at least the first `stop` of them."""
        if self._order is None or len(self._order) < min(stop, len(self)):
            scores = self._scores if self._among is None else self._scores[self._among]
            order = best_first(scores, _HEAD if stop <= _HEAD else None)
            self._order = order if self._among is None else self._among[order]
        return self._order


class Reread(Iterable[Entry]):
    """A ranking that comes one by one, remembered as far as it was read, so that it can be read from the top again."""

    def __init__(self, ranking: Iterable[Entry]) -> None:
        self._rest = iter(ranking)
        self._read: list[Entry] = []

    def __iter__(self) -> Iterator[Entry]:
        for place in count():
            if place == len(self._read):
                try:
                    self._read.append(next(self._rest))
                except StopIteration:
                    return
            yield self._read[place]


def best_first(scores: NDArray[Any], first: int | None = None) -> NDArray[np.int64]:
    """Rows by falling score, equal ones in their own order; where `first` is given, that many at least, not all."""
    if first is None or first >= len(scores):
        return np.argsort(-scores, kind="stable")
    enough = np.partition(scores, -first)[-first]
    rows = np.flatnonzero(scores >= enough)
    return rows[np.argsort(-scores[rows], kind="stable")]

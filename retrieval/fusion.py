"""One ranking from several. Unlike re-ranking, fusion sees only ranks, so scores of different kinds may meet."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.errors import SettingError
from retrieval.ranking import LazyRanking

RRF_K = 60
_UNIT = 2**60


def reciprocal_rank_fusion(rankings: Sequence[Sequence[str]], k: int = RRF_K) -> list[tuple[str, float]]:
    """Chunk ids with sum over rankings of 1 / (k + rank), ranks from 1; best first, ties by id.

    A chunk that a ranking does not hold gets nothing from it. The largest score of two rankings is 2/61.
    Source: Cormack, Clarke, Buettcher, "Reciprocal Rank Fusion outperforms Condorcet and individual rank
    learning methods", SIGIR 2009; k = 60 as there.

    >>> reciprocal_rank_fusion([["a", "b"], ["a"]])[0] == ("a", 2 / 61)
    True
    """
    if k < 0:
        raise SettingError(f"the constant of reciprocal rank fusion must not be negative, but is {k}.")
    # Whole units of 2**-60 add up exactly, so the order of the rankings cannot matter.
    units: dict[str, int] = {}
    for ranking in rankings:
        for rank, chunk_id in enumerate(ranking, start=1):
            units[chunk_id] = units.get(chunk_id, 0) + _UNIT // (k + rank)
    return [
        (chunk_id, total / _UNIT) for chunk_id, total in sorted(units.items(), key=lambda pair: (-pair[1], pair[0]))
    ]


def fused(rankings: Sequence[LazyRanking], k: int = RRF_K) -> LazyRanking:
    """The same of rankings that share their ids, without a list of any; put in order as far as it is read."""
    totals = np.zeros(len(rankings[0].ids), dtype=np.int64)
    for ranking in rankings:
        rows = ranking.rows
        totals[rows] += _UNIT // (k + np.arange(1, len(rows) + 1))
    return LazyRanking(rankings[0].ids, totals, np.flatnonzero(totals), _UNIT)

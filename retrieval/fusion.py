"""One ranking from several. Unlike re-ranking, fusion sees only ranks, so scores of different kinds may meet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import fsum

from core.errors import SettingError

RRF_K = 60


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
    parts: defaultdict[str, list[float]] = defaultdict(list)
    for ranking in rankings:
        for rank, chunk_id in enumerate(ranking, start=1):
            parts[chunk_id].append(1.0 / (k + rank))
    # fsum does not depend on the order of its terms, so neither does the fused ranking.
    fused = ((chunk_id, fsum(terms)) for chunk_id, terms in parts.items())
    return sorted(fused, key=lambda pair: (-pair[1], pair[0]))

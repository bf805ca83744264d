"""Quality against cost: which runs no other run beats in both. Unlike costs.py, weighs nothing against chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.family import Family
from evaluation.metrics import METRICS


@dataclass(frozen=True, slots=True)
class TradeOff:
    """A run by what it costs a question (cl100k tokens of context) and its mean; `on_front` where none beats it."""

    name: str
    strategy: str
    tokens: float
    quality: float
    low: float | None
    high: float | None
    on_front: bool


def trade_offs(family: Family) -> list[TradeOff]:
    """The ranked runs whose mean and tokens are known, the cheapest first."""
    known = [
        (entry, entry.costs.tokens, entry.mean.mean)
        for entry in family.entries
        if entry.rank is not None and entry.costs.tokens is not None and entry.mean.mean is not None
    ]
    known.sort(key=lambda one: (one[1], one[0].name))
    more = METRICS[family.metric].more_is_better is not False
    best = set(front([(tokens, quality) for _, tokens, quality in known], more_is_better=more))
    return [
        TradeOff(
            entry.name,
            str(entry.run.plan["collection"].get("strategy")),
            tokens,
            quality,
            entry.mean.low,
            entry.mean.high,
            place in best,
        )
        for place, (entry, tokens, quality) in enumerate(known)
    ]


def front(points: Sequence[tuple[float, float]], *, more_is_better: bool = True) -> list[int]:
    """Places of the points (cost, quality) that no other point beats, the cheapest first.

    A point beats another where it is as good in both and better in one; equal points are on the front together.

    >>> front([(100, 0.5), (200, 0.4), (200, 0.7), (50, 0.1)])
    [3, 0, 2]
    """
    sign = 1 if more_is_better else -1

    def beaten(place: int) -> bool:
        cost, quality = points[place]
        return any(
            other_cost <= cost
            and sign * other_quality >= sign * quality
            and (other_cost < cost or sign * other_quality > sign * quality)
            for other_cost, other_quality in points
        )

    found = [place for place in range(len(points)) if not beaten(place)]
    return sorted(found, key=lambda place: (points[place][0], place))

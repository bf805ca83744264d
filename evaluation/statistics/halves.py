"""Choose on one half of the questions, confirm on the other: what the best run's lead owes to having been chosen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evaluation.statistics.clusters import Clustered
from evaluation.statistics.resampling import SEED

SPLITS = 500
FEWEST_CLUSTERS = 10


@dataclass(frozen=True, slots=True)
class Halves:
    """Averages over random splits, in the metric's unit.

    `chosen` is the mean of the best run on the half that chose it, `confirmed` its mean on the other half, `optimism`
    by how much it was better where it was chosen; `again` is the share of splits that choose `run`, the most frequent
    choice, `ahead` the share of those in which the choice leads the other half too.
    """

    run: int
    chosen: float
    confirmed: float
    optimism: float
    again: float
    ahead: float


def choose_and_confirm(sample: Clustered, *, more_is_better: bool = True) -> Halves | None:
    """Split the clusters in two many times, seeded. None with fewer than ten clusters or two runs (series)."""
    runs = sample.sums.shape[1]
    if sample.clusters < FEWEST_CLUSTERS or runs < 2:
        return None
    rng = np.random.default_rng(SEED)
    order = rng.permuted(np.tile(np.arange(sample.clusters), (SPLITS, 1)), axis=1)
    inside = np.zeros((SPLITS, sample.clusters))
    np.put_along_axis(inside, order[:, : sample.clusters // 2], 1.0, axis=1)
    sign = 1 if more_is_better else -1
    here, there = (sign * (side @ sample.sums) / (side @ sample.sizes)[:, None] for side in (inside, 1 - inside))
    winner = here.argmax(axis=1)
    rows = np.arange(SPLITS)
    most = int(np.bincount(winner, minlength=runs).argmax())
    chosen, confirmed = float(here[rows, winner].mean()), float(there[rows, winner].mean())
    return Halves(
        run=most,
        chosen=sign * chosen,
        confirmed=sign * confirmed,
        optimism=chosen - confirmed,
        again=float((winner == most).mean()),
        ahead=float((there.argmax(axis=1) == winner).mean()),
    )

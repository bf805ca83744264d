"""Choose on one half of the questions, confirm on the other: what the best run's lead owes to having been chosen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evaluation.statistics.clusters import Array, Clustered
from evaluation.statistics.resampling import SEED

SPLITS = 500
FEWEST_CLUSTERS = 10
# Equal means may differ in their last bits.
_NOISE = 1e-12


@dataclass(frozen=True, slots=True)
class Halves:
    """Averages over the random splits that choose a run, in the metric's unit; a shared lead is no choice.

    `chosen` is the mean of the best run on the half that chose it, `confirmed` its mean on the other half, `optimism`
    by how much it was better where it was chosen; `again` is the share of all splits that choose `run`, the most
    frequent choice, `ahead` the share of the choices that lead the other half too, alone.
    """

    run: int
    chosen: float
    confirmed: float
    optimism: float
    again: float
    ahead: float


def choose_and_confirm(sample: Clustered, *, more_is_better: bool = True) -> Halves | None:
    """Split the clusters in two many times, seeded.

    None with fewer than ten clusters or two runs (series), or where the lead is shared on every half.
    """
    runs = sample.sums.shape[1]
    if sample.clusters < FEWEST_CLUSTERS or runs < 2:
        return None
    rng = np.random.default_rng(SEED)
    order = rng.permuted(np.tile(np.arange(sample.clusters), (SPLITS, 1)), axis=1)
    inside = np.zeros((SPLITS, sample.clusters))
    np.put_along_axis(inside, order[:, : sample.clusters // 2], 1.0, axis=1)
    sign = 1 if more_is_better else -1
    here, there = (sign * (side @ sample.sums) / (side @ sample.sizes)[:, None] for side in (inside, 1 - inside))
    alone = _leads_alone(here)
    if not alone.any():
        return None
    here, there = here[alone], there[alone]
    winner, rows = here.argmax(axis=1), np.arange(len(here))
    most = int(np.bincount(winner, minlength=runs).argmax())
    chosen, confirmed = float(here[rows, winner].mean()), float(there[rows, winner].mean())
    return Halves(
        run=most,
        chosen=sign * chosen,
        confirmed=sign * confirmed,
        optimism=chosen - confirmed,
        again=float((winner == most).sum() / SPLITS),
        ahead=float(((there.argmax(axis=1) == winner) & _leads_alone(there)).mean()),
    )


def _leads_alone(means: Array) -> npt.NDArray[np.bool_]:
    """By row, whether one run alone has the highest mean."""
    alone: npt.NDArray[np.bool_] = (means >= means.max(axis=1, keepdims=True) - _NOISE).sum(axis=1) == 1
    return alone

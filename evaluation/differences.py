"""Paired differences of one metric, from scores side by side. Unlike compare.py, knows no runs.

Interval, sign-flip test, equivalence and power are those of statistics/, all on the same clusters.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from evaluation.metrics import BOUNDS, METRICS
from evaluation.statistics.clusters import Array, Clustered, clustered
from evaluation.statistics.equivalence import equivalence_p
from evaluation.statistics.intervals import Interval, mean_intervals
from evaluation.statistics.permutation import p_values
from evaluation.statistics.power import minimum_detectable, more_questions

# Smaller differences than this, in the metric's unit, are said not to matter. Of counts: this share of the baseline.
MARGIN = 0.05
# Nor does a margin hold more of the baseline's mean than this: most of a small score can be lost within .05.
MOST_OF_MEAN = 0.5
# Differences of equal scores may differ in their last bits.
_NOISE = 1e-12


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """A metric of `other` minus `base` over the `n` questions measured in both, which are means over these.

    `wins` counts questions where `other` is better, in the metric's own direction (higher where it has none). `p` is
    of no difference, `p_equivalent` of one beyond the margin; both are of this pair alone. `detectable` is the
    difference that so many questions find with 80 % power, None also where no difference of the metric is as large, and
    `more` how many more questions would settle it; both allow for the other pairs of the family. None where it cannot
    be said.
    """

    metric: str
    base: float
    other: float
    delta: float
    low: float | None
    high: float | None
    wins: int
    ties: int
    losses: int
    n: int
    clusters: int = 0
    margin: float = MARGIN
    p: float | None = None
    p_equivalent: float | None = None
    detectable: float | None = None
    more: int | None = None
    reason: str = ""


def margin_of(metric: str, margin: float, base: float) -> float:
    """The margin in the metric's own unit: of counts, a share of the baseline's mean.

    Of shares where more is better, at most half of the baseline's mean: a score of .03 is not as good as one of 0.
    """
    if METRICS[metric].kind == "count":
        return margin * abs(base)
    return min(margin, MOST_OF_MEAN * base) if METRICS[metric].more_is_better else margin


def difference_bounds(metric: str) -> tuple[float, float]:
    """Between which the difference of two scores of a metric can lie."""
    most = BOUNDS[METRICS[metric].kind][1]
    return (-most, most)


def pair_differences(
    scores: Array,
    labels: Sequence[Hashable] | None,
    pairs: Sequence[tuple[int, int]],
    metric: str,
    margin: float = MARGIN,
    family: int = 1,
) -> list[PairedDifference]:
    """Differences of pairs (base, other) of columns.

    Args:
        scores: shape (questions, runs), measured everywhere where a pair looks.
        labels: the cluster of each question; without, each stands for itself.
        pairs: columns to compare.
        metric: its direction and unit count.
        margin: see MARGIN.
        family: how many comparisons are made in all, which what can be detected depends on.
    """
    bases, others = (scores[:, [pair[side] for pair in pairs]] for side in (0, 1))
    deltas = others - bases
    deltas[np.abs(deltas) < _NOISE] = 0.0
    margins = np.array([margin_of(metric, margin, float(mean)) for mean in bases.mean(axis=0)])
    sample = clustered(deltas, labels)
    enough = sample.clusters > 1
    intervals = (
        mean_intervals(deltas, labels, bounds=difference_bounds(metric))
        if enough
        else [Interval(reason="n/a (one question)")] * len(pairs)
    )
    p = p_values(sample) if enough else [None] * len(pairs)
    equal = equivalence_p(sample, margins) if enough else [None] * len(pairs)
    return [
        _difference(
            bases[:, column],
            others[:, column],
            Clustered(sample.sums[:, [column]], sample.sizes),
            metric,
            around,
            float(margins[column]),
            _number(p[column]),
            _number(equal[column]),
            family,
        )
        for column, around in enumerate(intervals)
    ]


def _difference(
    bases: Array,
    others: Array,
    sample: Clustered,
    metric: str,
    around: Interval,
    margin: float,
    p: float | None,
    p_equivalent: float | None,
    family: int,
) -> PairedDifference:
    deltas = others - bases
    deltas[np.abs(deltas) < _NOISE] = 0.0
    enough = sample.clusters > 1
    if enough and around.low is None and deltas.any():
        # The same difference on every question: drawn anew, it is always this one. The test still counts questions.
        around = Interval(float(deltas.mean()), float(deltas.mean()))
    detectable = minimum_detectable(sample, family) if enough else None
    gains = deltas * (-1 if METRICS[metric].more_is_better is False else 1)
    return PairedDifference(
        metric=metric,
        base=fmean(bases),
        other=fmean(others),
        delta=fmean(deltas),
        low=around.low,
        high=around.high,
        wins=int((gains > 0).sum()),
        ties=int((gains == 0).sum()),
        losses=int((gains < 0).sum()),
        n=len(deltas),
        clusters=sample.clusters,
        margin=margin,
        p=p,
        p_equivalent=p_equivalent,
        detectable=detectable if detectable is not None and detectable <= difference_bounds(metric)[1] else None,
        more=more_questions(sample, margin, family) if enough else None,
        reason=around.reason,
    )


def _number(value: float | None) -> float | None:
    return None if value is None else float(value)

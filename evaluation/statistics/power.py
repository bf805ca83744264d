"""What so many questions can find, and how many more would settle it. Unlike the tests, looks ahead.

The difference that a test finds with the stated power is (t of 1 - alpha / 2 + z of power) standard errors (Bloom,
"Minimum Detectable Effects", 1995), and somewhat more, because the standard error is itself an estimate. Holm's first
step tests at alpha over the size of the family.
"""

from __future__ import annotations

from math import ceil, inf, sqrt

from evaluation.statistics.clusters import Clustered
from evaluation.statistics.robust import Robust, robust

ALPHA = 0.05
POWER = 0.8
# More than this nobody asks.
MOST_QUESTIONS = 100_000
# What is open although its questions should do, is asked again with a tenth more.
_LEAST_SHARE = 0.1


def minimum_detectable(sample: Clustered, family: int = 1) -> float | None:
    """The true difference that would be found with 80 % power, in the unit of the scores; None without variation.

    `sample` holds one series of differences, one of a family of so many comparisons.
    """
    spread = robust(sample)
    error = float(spread.error[0])
    return _reach(spread, family) * error if error > 0 else None


def more_questions(sample: Clustered, margin: float, family: int = 1) -> int | None:
    """About how many more questions would show a difference, or that it is below the margin, if it stays as it is.

    Of the two, what takes fewer counts. Rounded up to two digits; None where more than 100,000 would be needed or
    nothing varies, so that nothing can be told.
    """
    spread = robust(sample)
    error, difference = float(spread.error[0]), abs(float(sample.means[0]))
    if error <= 0:
        return _unseen(sample, margin, family)
    to_differ = (_reach(spread, family) * error / difference) ** 2 if difference else inf
    left = margin - difference
    # Both one-sided tests must reject, each of them errs in half of the cases that are missed.
    both = spread.quantile(1 - ALPHA / family) + spread.quantile(0.5 + POWER / 2)
    to_equal = (both * error / left) ** 2 if left > 0 else inf
    return _rounded(sample.n * max(min(to_differ, to_equal) - 1, _LEAST_SHARE))


def _reach(spread: Robust, family: int) -> float:
    """How many standard errors a difference must be to be found with that power.

    The error is an estimate, here and in the sample to come, each with a relative variance of 1 / (2 freedom); so that
    reach - critical = z sqrt(1 + (reach^2 + critical^2) / (2 freedom)), solved by repetition.
    """
    from scipy.special import ndtri  # slow to import

    critical, z = spread.quantile(1 - ALPHA / (2 * family)), float(ndtri(POWER))
    reach = critical + z
    for _ in range(20):
        reach = critical + z * sqrt(1 + (reach**2 + critical**2) / (2 * spread.freedom))
    return reach


def _unseen(sample: Clustered, margin: float, family: int) -> int | None:
    """Questions until equality on all of them shows that the margin is not reached (see equivalence.py)."""
    from math import log

    if sample.sums.any() or not 0 < margin < 1:
        return None
    clusters = log(ALPHA / family) / log(1 - margin)
    return _rounded(sample.n * (clusters / sample.clusters - 1))


def _rounded(questions: float) -> int | None:
    if not questions <= MOST_QUESTIONS:
        return None
    questions = max(1.0, questions)
    step = 10 ** max(0, len(str(ceil(questions))) - 2)
    return int(ceil(questions / step) * step)

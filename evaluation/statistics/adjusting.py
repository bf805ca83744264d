"""P-values of a family of comparisons, adjusted so that none of them is believed because there were many.

statsmodels has the same; but importing it takes seconds, and each of its calls collects the garbage of the whole
process, which in the app takes longer than all other statistics together. The tests compare the two.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def holm(values: Sequence[float | None]) -> list[float | None]:
    """Adjusted by Holm, "A Simple Sequentially Rejective Multiple Test Procedure" (1979). None stays None.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    known = np.array([value for value in values if value is not None])
    order = known.argsort()
    steps = known[order] * np.arange(len(known), 0, -1)
    adjusted = np.empty(len(known))
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    each = iter(adjusted)
    return [None if value is None else float(next(each)) for value in values]

"""Paired differences in words, over the whole family of them. Unlike compare.py, knows how many were looked at.

"Better" is said only where the adjusted p is below .05 and the 95 % interval excludes 0; "equivalent" only where a
difference of the margin is ruled out by the same standard, on ten questions or more: on fewer, scores that happen to
lie close say little of others. Everything else cannot be told yet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from core.counted import counted
from evaluation.differences import PairedDifference
from evaluation.metrics import METRICS
from evaluation.statistics.adjusting import holm
from evaluation.statistics.power import ALPHA, MOST_QUESTIONS

FEWEST_EQUIVALENT = 10
_CANNOT_TELL = "cannot tell"
Saving = Callable[[], tuple[list[str], list[str]]]


@dataclass(frozen=True, slots=True)
class Decided:
    """A difference with p-values adjusted over its family (None where there is none), and what it comes to."""

    difference: PairedDifference
    p_adjusted: float | None
    p_equivalent_adjusted: float | None
    verdict: str
    remark: str = ""

    @property
    def is_open(self) -> bool:
        """Whether it takes more questions to tell."""
        return self.verdict.startswith(_CANNOT_TELL)


@dataclass(frozen=True, slots=True)
class PairRow:
    """A verdict with the names of its runs: `other` in view of `base`."""

    base: str
    other: str
    decided: Decided


def decide(
    rows: Sequence[PairedDifference],
    savings: Sequence[Saving | None] = (),
    identical: Sequence[bool] = (),
) -> list[Decided]:
    """Verdicts on differences of one metric, which are one family.

    `savings` tell for each pair in what it is cheaper and in what dearer, asked only where it matters; `identical` is
    true for pairs that measured the same thing twice: the same chunks, found in the same way.
    """
    adjusted = holm([row.p for row in rows])
    equivalent = holm([row.p_equivalent for row in rows])
    decided = []
    for place, row in enumerate(_with_enough(rows, equivalent)):
        saving = savings[place] if savings else None
        same = bool(identical) and identical[place]
        verdict, remark = _verdict(row, adjusted[place], equivalent[place], saving, same)
        decided.append(Decided(row, adjusted[place], equivalent[place], verdict, remark))
    return decided


def _with_enough(rows: Sequence[PairedDifference], equivalent: Sequence[float | None]) -> list[PairedDifference]:
    """Where only the number of questions speaks against equivalence, what lacks is the rest of that number."""
    return [
        replace(row, more=FEWEST_EQUIVALENT - row.n)
        if p is not None and p < ALPHA and row.n < FEWEST_EQUIVALENT
        else row
        for row, p in zip(rows, equivalent, strict=True)
    ]


def _verdict(
    row: PairedDifference, p: float | None, p_equivalent: float | None, saving: Saving | None, same: bool
) -> tuple[str, str]:
    more = METRICS[row.metric].more_is_better
    if same and not row.delta and row.ties == row.n:
        return "equivalent", "the same chunks, found in the same way: a tie"
    equivalent = p_equivalent is not None and p_equivalent < ALPHA
    if p is not None and p < ALPHA and row.low is not None and row.high is not None and row.low * row.high > 0:
        if more is None:
            return "higher" if row.delta > 0 else "lower", "neither direction is better"
        remark = "by less than the margin" if equivalent else ""
        return ("better" if (row.delta > 0) is more else "worse"), remark
    if equivalent and row.n >= FEWEST_EQUIVALENT:
        return _equivalent(saving)
    return _open(
        row
    ), f"fewer than {FEWEST_EQUIVALENT} questions are not called equivalent" if equivalent else row.reason


def _equivalent(saving: Saving | None) -> tuple[str, str]:
    less, more = saving() if saving else ([], [])
    remark = "; ".join([*less, *more])
    return ("equivalent and cheaper" if less and not more else "equivalent"), remark


def _open(row: PairedDifference) -> str:
    if row.clusters < 2:
        return f"{_CANNOT_TELL}: too few questions"
    if row.more is None and not row.margin:
        return f"{_CANNOT_TELL}: the baseline's mean is 0"
    if row.more is None:
        return f"{_CANNOT_TELL} yet: more than {counted(MOST_QUESTIONS, 'more question')}"
    return f"{_CANNOT_TELL} yet: about {counted(row.more, 'more question')}"

"""Who is ahead in a family of runs, and whether that is more than chance. Unlike conclusions.py, says it in data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from evaluation.board import Entry
from evaluation.differences import PairedDifference
from evaluation.family import Family
from evaluation.verdicts import Decided

# Equal means may differ in their last bits.
NOISE = 1e-12
Lead = Literal["best", "open", "unknown", "shared", "few", "alone", "unmeasured"]


@dataclass(frozen=True, slots=True)
class Leader:
    """The first of the ranked runs, and what its place is worth.

    `lead` is "best" where it is shown to be better than every other run, "open" where `rivals` are not shown to be
    worse, "unknown" where it was not compared with all others, "shared" where others have its mean, "few" where the
    questions are too few to name anybody, "alone" where no other run is ranked, "unmeasured" where it has no mean.
    `undecided` are its differences with those rivals that more questions may tell it from; the others are equivalent.
    """

    entry: Entry
    lead: Lead
    rivals: tuple[str, ...] = ()
    undecided: tuple[PairedDifference, ...] = ()

    @property
    def is_best(self) -> bool:
        """Whether there is a winner."""
        return self.lead == "best"

    @property
    def more(self) -> tuple[int, int] | None:
        """How many more questions would settle it, from the closest to the farthest case; None where nobody can say."""
        known = [row.more for row in self.undecided if row.more is not None]
        return (min(known), max(known)) if known else None


def leader_of(family: Family) -> Leader:
    """The run that is ahead; every family ranks at least one."""
    first, *others = ranked_of(family)
    if first.mean.mean is None:
        return Leader(first, "unmeasured")
    if not others:
        return Leader(first, "alone")
    if is_shared([first, *others]):
        return Leader(first, "shared")
    found = [(entry.name, _decided(family, first, entry)) for entry in others]
    rivals = [(name, decided) for name, (decided, ahead) in found if decided is not None and not ahead]
    names = tuple(name for name, _ in rivals)
    undecided = tuple(decided.difference for _, decided in rivals if decided.is_open)
    if first.probability_best is None:
        return Leader(first, "few", names, undecided)
    if any(decided is None for _, (decided, _) in found):
        return Leader(first, "unknown", names, undecided)
    return Leader(first, "open" if rivals else "best", names, undecided)


def ranked_of(family: Family) -> list[Entry]:
    """The runs that are ranked, in order."""
    return [entry for entry in family.entries if entry.rank is not None]


def is_shared(ranked: Sequence[Entry]) -> bool:
    """Whether other runs have the first one's mean."""
    first = ranked[0].mean.mean
    return any(
        first is not None and mean is not None and abs(mean - first) <= NOISE
        for mean in (entry.mean.mean for entry in ranked[1:])
    )


def _decided(family: Family, first: Entry, other: Entry) -> tuple[Decided | None, bool]:
    """What was decided on the two, None where they were not compared, and whether the first is shown to be better."""
    for pair in family.pairs:
        if pair.decided.difference.metric == family.metric:
            if (pair.base, pair.other) == (other.name, first.name):
                return pair.decided, pair.decided.verdict == "better"
            if (pair.base, pair.other) == (first.name, other.name):
                return pair.decided, pair.decided.verdict == "worse"
    return None, False

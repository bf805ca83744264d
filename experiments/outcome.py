"""What became of each configuration of a sweep, as data. Unlike tables.py, writes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from core.counted import counted
from evaluation.columns import without_seconds
from evaluation.conclusions import conclusions
from evaluation.family import Family
from evaluation.runs import LoadedRun
from evaluation.stored import StoredOutcomes
from experiments.configurations import Configuration

State = Literal["confirmed", "screened out", "dropped", "failed", "not done"]


@dataclass(frozen=True, slots=True)
class Fate:
    """How far a configuration came, and why no further; `screened` is its mean in the screening, None without one."""

    configuration: Configuration
    state: State
    reason: str = ""
    screened: float | None = None


@dataclass(frozen=True, slots=True)
class SweepResult:
    """A finished sweep: the fates in the order of the plan, and the family of the runs that are complete.

    `family` is None where no run is. `seconds` are of this start, `spent` US dollars of all starts; `problems` are
    those of documents and questions.
    """

    out: Path
    fates: tuple[Fate, ...]
    family: Family | None
    seconds: Mapping[str, float] = field(default_factory=dict)
    spent: float = 0.0
    notes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    def of_state(self, *states: State) -> list[Fate]:
        """The fates of these states."""
        return [fate for fate in self.fates if fate.state in states]


def verdict_of(result: SweepResult) -> list[str]:
    """What a sweep comes to in sentences, the first one being the answer; none where nothing can be ranked."""
    if result.family is None:
        return []
    first, *others = conclusions(result.family)
    confirmed, dropped = result.of_state("confirmed"), result.of_state("dropped")
    if len(confirmed) == 1 and dropped:
        name = confirmed[0].configuration.name
        won = f"{name} has won the race against {counted(len(dropped), 'other')}"
        first = first.replace(f"Only {name} can be ranked", won)
    return [first, *others]


def untimed(runs: Sequence[LoadedRun]) -> list[LoadedRun]:
    """The runs without the seconds in their columns, so that what is made of these is the same each time."""
    return [replace(run, outcomes=StoredOutcomes(run.folder, without_seconds(run.columns))) for run in runs]

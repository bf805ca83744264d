"""Which runs of a family can be ranked, and which is the baseline. Unlike comparable.py, looks at all of them."""

from __future__ import annotations

from collections.abc import Sequence

from core.errors import SettingError
from evaluation.comparable import refusal, why_apart
from evaluation.compare import score_table
from evaluation.runs import LoadedRun


def find_baseline(runs: Sequence[LoadedRun], names: Sequence[str], wanted: str | None) -> int | None:
    """The place of the run that is wanted by its name, folder or collection; None when none is wanted.

    Raises SettingError for a name of no run, or of several.
    """
    if wanted is None:
        return None
    for known in (names, [run.name for run in runs], [str(run.folder) for run in runs], _collections(runs)):
        if known.count(wanted) == 1:
            return known.index(wanted)
    raise SettingError(f"--baseline {wanted!r} is none of the runs, or more than one: choose from {', '.join(names)}.")


def _collections(runs: Sequence[LoadedRun]) -> list[str]:
    return [str(run.plan["collection"]["name"]) for run in runs]


def reasons_apart(runs: Sequence[LoadedRun], names: Sequence[str], metric: str, start: int | None) -> list[str]:
    """Why each run cannot be ranked; empty for those that can."""
    reasons = [why_apart(run, metric) for run in runs]
    usable = [place for place, reason in enumerate(reasons) if not reason]
    if not usable:
        return reasons
    first = usable[0] if start is None or reasons[start] else start
    for place in usable:
        if found := refusal(runs[first], runs[place], metric):
            reasons[place] = f"{found} ({names[first]} and this)"
        elif runs[place].plan["questions"].get("key") != runs[first].plan["questions"].get("key"):
            shared, _ = score_table([runs[first], runs[place]], metric).common((0, 1))
            if not len(shared):
                reasons[place] = f"no question was measured both here and in {names[first]}"
    return reasons

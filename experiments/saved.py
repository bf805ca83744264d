"""Sweeps kept below the state directory, one folder a name: plan, standings, runs and tables. Runs none of them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import LoadError, SettingError
from core.files import read_json, write_atomic
from core.text import is_blank
from evaluation.plans import PLAN as RUN_PLAN
from experiments.folders import RUNS, STANDINGS, SWEEP
from experiments.standings import SweepState, read_standings
from retrieval.naming import safe_name

if TYPE_CHECKING:
    from experiments.plan import SweepPlan
    from experiments.plan_file import PlanFile

PLAN = "plan.yaml"


@dataclass(frozen=True, slots=True)
class SavedSweep:
    """A sweep by its folder. `state` is None where it never began; `changed` is when anything was last noted."""

    name: str
    folder: Path
    state: SweepState | None
    changed: datetime

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do."""
        return self.state is not None and not self.state.has_more_to_do

    @property
    def runs(self) -> tuple[Path, ...]:
        """The folders of its runs that were begun, by name."""
        return tuple(sorted(path.parent for path in (self.folder / RUNS).glob(f"*/{RUN_PLAN}")))


def sweeps_folder(home: Path) -> Path:
    """The folder of all sweeps below the product's own folder."""
    return home / "sweeps"


def list_sweeps(home: Path) -> list[SavedSweep]:
    """All sweeps, those that changed last first."""
    return sorted(_found(home), key=lambda one: (one.changed, one.name), reverse=True)


def open_sweep(name: str, home: Path) -> SavedSweep:
    """The sweep of that name. Raises LoadError where there is none."""
    for one in _found(home):
        if one.name == name:
            return one
    raise LoadError(f"There is no sweep {name}: it was deleted, or is of another state directory.")


def plan_of_sweep(one: SavedSweep) -> PlanFile:
    """Its plan, as it was saved or else as the command sweep left it. Raises as read_plan does."""
    # Here and below, because a list of sweeps is drawn without their plans.
    from experiments.plan_file import plan_of_values, read_plan

    if (one.folder / PLAN).is_file():
        return read_plan(one.folder / PLAN)
    there = read_json(one.folder / SWEEP)
    if not isinstance(there, dict) or not isinstance(there.get("plan"), dict):
        raise LoadError(f"{one.folder / SWEEP} holds no plan: sweep anew into another folder.")
    return plan_of_values(there["plan"], SWEEP)


def save_plan(name: str, plan: SweepPlan, home: Path) -> SavedSweep:
    """Keep a plan under a new name, so that it can be started now or after the program was. Raises SettingError."""
    from experiments.plan_text import plan_text

    folder = sweeps_folder(home) / _folder_name(name)
    if folder.exists():
        raise SettingError(f"There is a sweep {folder.name} already: choose another name.")
    write_atomic(folder / PLAN, plan_text(plan).encode("utf-8"))
    return open_sweep(folder.name, home)


def free_name(wanted: str, home: Path) -> str:
    """The name, or with the first number that no sweep has.

    >>> free_name("handbook", Path("nowhere"))
    'handbook'
    """
    base = _folder_name(wanted)
    name, number = base, 1
    while (sweeps_folder(home) / name).exists():
        number += 1
        name = f"{base}-{number}"
    return name


def delete_sweep(name: str, home: Path) -> None:
    """Remove a sweep with its runs. Raises LoadError where there is none."""
    shutil.rmtree(open_sweep(name, home).folder)


def _folder_name(name: str) -> str:
    if is_blank(name):
        raise SettingError("The sweep needs a name: give at least one letter or digit.")
    return safe_name(name.strip())


def _found(home: Path) -> Iterator[SavedSweep]:
    root = sweeps_folder(home)
    for folder in sorted(root.iterdir()) if root.is_dir() else ():
        marks = [path for path in (folder / PLAN, folder / SWEEP, folder / STANDINGS) if path.is_file()]
        if marks:
            changed = max(path.stat().st_mtime for path in marks)
            yield SavedSweep(folder.name, folder, read_standings(folder), datetime.fromtimestamp(changed, UTC))

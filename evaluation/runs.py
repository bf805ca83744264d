"""Runs on disk: finish, open, delete. Unlike run.py, asks nobody anything."""

from __future__ import annotations

import shutil
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

from core.counted import counted
from core.errors import LoadError, SettingError
from core.files import read_json, write_atomic, write_json
from core.hashing import key_of
from evaluation.columns import Columns
from evaluation.curve_summary import budget_means, budgets_csv, curve_record, curves_csv
from evaluation.outcomes import Outcome
from evaluation.plans import OUTCOMES, PLAN, read_plan
from evaluation.references.tables import references_csv
from evaluation.stored import AGAIN, StoredOutcomes, columns_in, keep_columns, open_outcomes
from evaluation.summary import summarize
from evaluation.tables import contexts_csv, metrics_csv, questions_csv, summary_csv

RUN = "run.json"
_LIBRARIES = ("chromadb", "sentence-transformers", "tiktoken", "scipy", "icu4py")


@dataclass(frozen=True)  # without slots, for the columns are kept once they are made
class LoadedRun:
    """A run as it lies on disk. `record` is run.json, empty while the run is unfinished.

    Outcomes of a run that was opened are read when they are looked at; its columns are at hand. `sweep` names the
    sweep that it belongs to, where that has a name.
    """

    folder: Path
    plan: Mapping[str, Any]
    record: Mapping[str, Any]
    outcomes: Sequence[Outcome]
    sweep: str = ""

    @cached_property
    def columns(self) -> Columns:
        """The outcomes as columns."""
        return columns_in(self.outcomes)

    @property
    def name(self) -> str:
        """The folder's name, after that of its sweep, for two sweeps may try the same."""
        return f"{self.sweep}/{self.folder.name}" if self.sweep else self.folder.name

    @property
    def total(self) -> int:
        """Questions that the plan asks."""
        return int(self.plan["questions"]["count"])

    @property
    def complete(self) -> bool:
        """Whether every question of the plan has an outcome and the tables are written."""
        return bool(self.record)

    @cached_property
    def state(self) -> str:
        """A hash of the plan and of what was measured so far: whatever is computed of a run can be kept by it."""
        columns = self.columns
        measured = [zlib.crc32(values.tobytes()) for values in (*columns.scores.values(), *columns.costs.values())]
        where = [zlib.crc32(columns.curves.tobytes()), zlib.crc32(columns.lines.tobytes())]
        return key_of([self.name, self.plan.get("key"), self.complete, columns.statuses, measured, where])

    def outcome(self, question_id: str) -> Outcome | None:
        """One outcome, without reading the others; None for a question that the run does not have."""
        if isinstance(self.outcomes, StoredOutcomes):
            return self.outcomes.of(question_id)
        return next((one for one in self.outcomes if one.question_id == question_id), None)


def finish(out: Path, outcomes: Sequence[Outcome], ruler: Sequence[Mapping[str, Any]] = ()) -> LoadedRun:
    """Write run.json and the tables of a run whose questions all have these outcomes; `ruler` is what was checked."""
    plan = read_plan(out)
    write_atomic(out / "questions.csv", questions_csv(outcomes))
    write_atomic(out / "contexts.csv", contexts_csv(outcomes))
    write_atomic(out / "metrics.csv", metrics_csv(outcomes))
    write_atomic(out / "summary.csv", summary_csv(summarize(outcomes)))
    if (references := references_csv(outcomes)) is not None:
        write_atomic(out / "references.csv", references)
    if means := budget_means(outcomes):
        write_atomic(out / "curves.csv", curves_csv(outcomes))
        write_atomic(out / "budgets.csv", budgets_csv(means))
    # Last, because it marks the run as complete.
    write_json(out / RUN, _record(plan, outcomes) | {"evidence_curve": curve_record(outcomes), "ruler": list(ruler)})
    # What is on disk, without the outcomes, which may be large.
    stored = StoredOutcomes(out, outcomes.columns) if isinstance(outcomes, StoredOutcomes) else open_outcomes(out)
    run = _loaded(out, stored)
    keep_columns(stored)
    return run


def load_run(folder: Path, sweep: str = "") -> LoadedRun:
    """Open a run, finished or not. Raises LoadError when the folder holds none, or a damaged one."""
    if not (folder / PLAN).is_file():
        raise LoadError(f"{folder} holds no evaluation run (there is no {PLAN}).")
    return _loaded(folder, open_outcomes(folder), sweep)


def _loaded(folder: Path, outcomes: StoredOutcomes, sweep: str = "") -> LoadedRun:
    record = read_json(folder / RUN) if (folder / RUN).is_file() else {}
    if not isinstance(record, dict):
        raise LoadError(f"{folder / RUN} is damaged (it is no JSON object): {AGAIN}.")
    run = LoadedRun(folder, read_plan(folder), record, outcomes, sweep)
    if run.complete and len(run.outcomes) != run.total:
        raise LoadError(
            f"{folder / OUTCOMES} holds {len(run.outcomes):,} of the run's {counted(run.total, 'question')}, though "
            f"{RUN} calls it complete: {AGAIN}."
        )
    return run


def delete_run(folder: Path) -> None:
    """Remove a run with its folder and all that lies there. Raises SettingError for a folder that is no run."""
    if not (folder / PLAN).is_file():
        raise SettingError(f"{folder} is not an evaluation run, so it is not deleted.")
    shutil.rmtree(folder)


def _record(plan: Mapping[str, Any], outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """run.json: the plan, versions, counts and timings."""
    steps = sorted({step for outcome in outcomes for step in outcome.seconds})
    statuses = [outcome.status for outcome in outcomes]
    return {
        **plan,
        "versions": {name: version(name) for name in _LIBRARIES},
        "counts": {
            "questions": len(outcomes),
            **{status: statuses.count(status) for status in ("measured", "not measured", "failed")},
            "dropped_keys": sum(outcome.judgement.dropped_keys for outcome in outcomes if outcome.judgement),
        },
        "seconds": {step: round(sum(outcome.seconds.get(step, 0.0) for outcome in outcomes), 3) for step in steps},
        "cost": _cost(outcomes),
    }


def _cost(outcomes: Sequence[Outcome]) -> dict[str, float | None]:
    """US dollars for answers and for the judge; None where any price is unknown."""
    answers = [outcome.answer.cost for outcome in outcomes if outcome.answer]
    judging = [outcome.judge_cost for outcome in outcomes if outcome.judge_replies]
    return {
        name: None if None in costs else round(sum(cost for cost in costs if cost is not None), 6)
        for name, costs in (("answers", answers), ("judge", judging))
    }

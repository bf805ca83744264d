"""What evaluate does once a run is done, scenarios and labels: refused before the run, or failing after its summary.

Unlike scenario_reports.py and labeling.py, asks nobody. A run can take hours, so nothing after it may hide its result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import ChunkTraceError, SettingError

if TYPE_CHECKING:
    from core.types import Question
    from evaluation.labels import Kind

# The judge that reads annotated evidence alone.
_SILENT_ON_ANSWERS = "gold"


def check_scenarios(folder: Path, questions: Sequence[Question]) -> None:
    """Raise SettingError or LoadError where no scenario can be asked with these questions into this folder."""
    from evaluation.scenarios.run import check_kept, check_subjects

    check_subjects(questions)
    check_kept(folder)


def check_labels(folder: Path, kind: Kind, *, answered: bool, judge: str) -> None:
    """Raise SettingError where a run has no sentence of the kind to label, LoadError for labels that are damaged."""
    from evaluation.labels import read_labels

    if kind != "relevant" and not answered:
        raise SettingError(f"--label-kind {kind} asks about answers: name a model that answers, such as --model local.")
    if kind != "relevant" and judge == _SILENT_ON_ANSWERS:
        raise SettingError(f"--label-kind {kind} asks about answers, and the judge {judge} judges none: name another.")
    read_labels(folder)


@contextmanager
def kept_for_later(failures: list[ChunkTraceError]) -> Iterator[None]:
    """Put an error aside, so that the summary of the run is shown before it is told."""
    try:
        yield
    except ChunkTraceError as error:
        failures.append(error)

"""A person's yes or no on single sentences of a run, kept as they come. Unlike a judgement, one sentence at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, get_args

from core.errors import LoadError
from evaluation.journal import Journal, read_journal

Kind = Literal["relevant", "utilized", "supported"]
KINDS: tuple[Kind, ...] = get_args(Kind)
LABELS = "labels.jsonl"

# (question id, sentence key, kind)
Place = tuple[str, str, Kind]


@dataclass(frozen=True, slots=True)
class Label:
    """What a person said of one sentence: yes, no, or None where it was skipped."""

    question_id: str
    key: str
    kind: Kind
    value: bool | None

    @property
    def place(self) -> Place:
        """Which sentence it is about, and in which respect."""
        return self.question_id, self.key, self.kind


def add_label(folder: Path, label: Label) -> None:
    """Keep a label of the run in the folder, on disk when this returns; a later one on the sentence replaces it."""
    with Journal(folder / LABELS) as journal:
        journal.append(asdict(label))


def read_labels(folder: Path) -> Mapping[Place, bool | None]:
    """The labels of the run in the folder; the last word on each sentence counts. Raises LoadError for a bad line."""
    labels: dict[Place, bool | None] = {}
    for number, line in enumerate(read_journal(folder / LABELS), start=1):
        label = _label(line)
        if label is None:
            raise LoadError(f"line {number} of {folder / LABELS} is no label: delete that line.")
        labels[label.place] = label.value
    return labels


def _label(line: Mapping[str, object]) -> Label | None:
    try:
        label = Label(**line)  # type: ignore[arg-type]
    except TypeError:
        return None
    named = isinstance(label.question_id, str) and isinstance(label.key, str) and label.kind in KINDS
    return label if named and (label.value is None or isinstance(label.value, bool)) else None

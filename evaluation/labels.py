"""A person's yes or no on single sentences of a run, kept as they come. Unlike a judgement, one sentence at a time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, get_args

from core.errors import LoadError
from core.files import write_atomic
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
    add_labels(folder, [label])


def add_labels(folder: Path, labels: Iterable[Label]) -> None:
    """Keep several labels, one after the other."""
    with Journal(folder / LABELS) as journal:
        for label in labels:
            journal.append(asdict(label))


def forget_label(folder: Path, place: Place) -> None:
    """Take back everything that was said of one sentence, as if nobody had been asked."""
    kept = [label for label in _all(folder) if label.place != place]
    lines = "".join(json.dumps(asdict(label), ensure_ascii=True) + "\n" for label in kept)
    write_atomic(folder / LABELS, lines.encode("ascii"))


def last_place(folder: Path, kind: Kind) -> Place | None:
    """The sentence that was labeled last, in this respect; None where none was."""
    return next((label.place for label in reversed(_all(folder)) if label.kind == kind), None)


def delete_labels(folder: Path) -> None:
    """Remove all labels of the run."""
    (folder / LABELS).unlink(missing_ok=True)


def read_labels(folder: Path) -> Mapping[Place, bool | None]:
    """The labels of the run in the folder; the last word on each sentence counts. Raises LoadError for a bad line."""
    return {label.place: label.value for label in _all(folder)}


def _all(folder: Path) -> list[Label]:
    """Every label as it was given."""
    labels = []
    for number, line in enumerate(read_journal(folder / LABELS), start=1):
        label = label_of(line)
        if label is None:
            raise LoadError(f"line {number} of {folder / LABELS} is no label: delete that line.")
        labels.append(label)
    return labels


def label_of(line: Mapping[str, object]) -> Label | None:
    """The label that a JSON object holds; None where it holds none."""
    try:
        label = Label(**line)  # type: ignore[arg-type]
    except TypeError:
        return None
    named = isinstance(label.question_id, str) and isinstance(label.key, str) and label.kind in KINDS
    return label if named and (label.value is None or isinstance(label.value, bool)) else None

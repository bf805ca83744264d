"""Outcomes that stay on disk until they are looked at. Unlike runs.py, knows the journal, not the plan.

The columns of a run are kept beside its journal, with a checksum of what they were made from, so that comparing many
large runs reads no passages. A journal only grows: what was added is read, the rest is not read again.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, overload

import numpy as np

from core.errors import LoadError
from core.files import write_atomic
from core.hashing import key_of
from evaluation.columns import COSTS, Columns, columns_of, extended
from evaluation.journal import parse_line
from evaluation.metrics import METRICS
from evaluation.outcomes import Outcome, outcome_from_json
from evaluation.plans import OUTCOMES

COLUMNS = "columns.npz"
AGAIN = "evaluate the same into this folder again"
# Columns of another version are made anew.
_VERSION = key_of(["columns 1", [metric.name for metric in METRICS.values()]])
_TEXTS = ("question_ids", "questions", "statuses", "reasons")
# So many runs are held with all that they retrieved and answered: some 100 MB for 5,000 questions.
_HELD = 3


class StoredOutcomes(Sequence[Outcome]):
    """The outcomes of a run's journal as it was when opened, read when the first of them is looked at."""

    def __init__(
        self, folder: Path, columns: Columns, *, kept: bool = False, held: tuple[Outcome, ...] | None = None
    ) -> None:
        """`kept` where the columns lie beside the journal already, `held` where the outcomes are at hand."""
        self.folder = folder
        self.columns = columns
        self.kept = kept
        self.held = held

    def __len__(self) -> int:
        return len(self.columns)

    @overload
    def __getitem__(self, place: int) -> Outcome: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Outcome]: ...
    def __getitem__(self, place: int | slice) -> Outcome | Sequence[Outcome]:
        return self._all()[place]

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def of(self, question_id: str) -> Outcome | None:
        """One outcome, read alone; None for a question that the run does not have."""
        if question_id not in self.columns.question_ids:
            return None
        start, end = self.columns.lines[self.columns.question_ids.index(question_id)]
        try:
            with (self.folder / OUTCOMES).open("rb") as journal:
                journal.seek(int(start))
                line = journal.read(int(end - start))
        except OSError as error:
            raise _gone(self.folder, error) from None
        return _outcome(self.folder, line)

    def _all(self) -> tuple[Outcome, ...]:
        return _read(str(self.folder), self.columns.lines.tobytes()) if self.held is None else self.held


@dataclass(frozen=True, slots=True)
class _Stored:
    """Columns with the size and the checksum of the journal's beginning that they were made from."""

    columns: Columns
    size: int
    crc: int

    def is_of(self, whole: bytes) -> bool:
        """Whether the journal still begins so."""
        return self.size <= len(whole) and zlib.crc32(memoryview(whole)[: self.size]) == self.crc


def read_outcomes(folder: Path) -> list[Outcome]:
    """All outcomes at once, as open_outcomes orders them. Raises as it does."""
    return [outcome for outcome, _ in _latest(folder, _whole(folder), 0)]


def hold_outcomes(folder: Path) -> StoredOutcomes:
    """As read_outcomes, with their columns, from one reading."""
    latest = _latest(folder, _whole(folder), 0)
    held = tuple(outcome for outcome, _ in latest)
    return StoredOutcomes(folder, columns_of(held, [lines for _, lines in latest]), held=held)


def columns_in(outcomes: Sequence[Outcome]) -> Columns:
    """The columns of outcomes, made where they are not at hand."""
    return outcomes.columns if isinstance(outcomes, StoredOutcomes) else columns_of(outcomes)


def open_outcomes(folder: Path) -> StoredOutcomes:
    """The outcomes in order of their questions' first appearance; the last line of a question counts.

    Raises LoadError for a journal that is damaged.
    """
    stored = _stored(folder)
    if stored is not None and _is_untouched(folder, stored.size):
        return StoredOutcomes(folder, stored.columns, kept=True)
    whole = _whole(folder)
    if stored is None or not stored.is_of(whole):
        return StoredOutcomes(folder, _columns(folder, whole, 0))
    if stored.size == len(whole):
        return StoredOutcomes(folder, stored.columns, kept=True)
    return StoredOutcomes(folder, extended(stored.columns, _columns(folder, whole, stored.size)))


def _is_untouched(folder: Path, size: int) -> bool:
    """Whether the journal has this size and was not written to since its columns were."""
    try:
        journal, columns = (folder / OUTCOMES).stat(), (folder / COLUMNS).stat()
    except OSError:
        return False
    return journal.st_size == size and journal.st_mtime_ns < columns.st_mtime_ns


def keep_columns(outcomes: StoredOutcomes) -> None:
    """Write the columns beside the journal, unless these are there; a folder that cannot be written to stays as it is.

    They are only a faster way to the same numbers.
    """
    if outcomes.kept:
        return
    size = int(outcomes.columns.lines.max(initial=-1)) + 1  # a line ends before its line end
    path = outcomes.folder / OUTCOMES
    with suppress(OSError):
        whole = path.read_bytes()[:size] if path.exists() else b""
        write_atomic(outcomes.folder / COLUMNS, _packed(outcomes.columns, whole))
        outcomes.kept = True


def _whole(folder: Path) -> bytes:
    """The journal's complete lines: a kill may have torn the last one."""
    path = folder / OUTCOMES
    journal = path.read_bytes() if path.exists() else b""
    return journal[: journal.rfind(b"\n") + 1]


def _columns(folder: Path, whole: bytes, start: int) -> Columns:
    """The columns of the lines from `start` on."""
    latest = _latest(folder, whole, start)
    return columns_of([outcome for outcome, _ in latest], [lines for _, lines in latest])


def _latest(folder: Path, whole: bytes, start: int) -> list[tuple[Outcome, tuple[int, int]]]:
    """Each question's last outcome from `start` on, and where its line lies."""
    latest: dict[str, tuple[Outcome, tuple[int, int]]] = {}
    place, number = start, whole.count(b"\n", 0, start)
    while place < len(whole):
        end = whole.index(b"\n", place)
        number += 1
        if line := whole[place:end].rstrip(b"\r"):
            outcome = _outcome(folder, line, number)
            latest[outcome.question_id] = outcome, (place, end)
        place = end + 1
    return list(latest.values())


def _outcome(folder: Path, line: bytes, number: int = 0) -> Outcome:
    parsed = parse_line(folder / OUTCOMES, number, line)
    try:
        return outcome_from_json(parsed)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise LoadError(
            f"{folder / OUTCOMES} is damaged or of another version, at question {parsed.get('question_id')!r} "
            f"({error}): delete that line, and {AGAIN}."
        ) from None


@lru_cache(maxsize=_HELD)
def _read(folder: str, lines: bytes) -> tuple[Outcome, ...]:
    places = np.frombuffer(lines, dtype=np.int64).reshape(-1, 2)
    try:
        whole = (Path(folder) / OUTCOMES).read_bytes() if len(places) else b""
    except OSError as error:
        raise _gone(Path(folder), error) from None
    return tuple(_outcome(Path(folder), whole[start:end].rstrip(b"\r")) for start, end in places.tolist())


def _gone(folder: Path, error: OSError) -> LoadError:
    return LoadError(f"{folder / OUTCOMES} cannot be read any more ({error.strerror}): {AGAIN}.")


def _packed(columns: Columns, whole: bytes) -> bytes:
    texts = {name: getattr(columns, name) for name in _TEXTS} | {"documents": columns.documents}
    head = json.dumps({"version": _VERSION, "size": len(whole), "crc": zlib.crc32(whole), **texts})
    numbers: dict[str, Any] = {"curves": columns.curves, "to_90": columns.to_90, "lines": columns.lines}
    numbers |= {f"score {name}": values for name, values in columns.scores.items()}
    numbers |= {f"cost {name}": values for name, values in columns.costs.items()}
    written = io.BytesIO()
    np.savez(written, head=np.frombuffer(head.encode("ascii"), dtype=np.uint8), **numbers)
    return written.getvalue()


def _stored(folder: Path) -> _Stored | None:
    """The columns beside a journal, whatever it holds now; None where there are none of this version."""
    try:
        with np.load(folder / COLUMNS, allow_pickle=False) as file:
            head = json.loads(file["head"].tobytes())
            if head["version"] != _VERSION:
                return None
            return _Stored(_unpacked(head, file), int(head["size"]), int(head["crc"]))
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        return None


def _unpacked(head: dict[str, Any], file: Any) -> Columns:
    return Columns(
        question_ids=tuple(head["question_ids"]),
        questions=tuple(head["questions"]),
        statuses=tuple(head["statuses"]),
        reasons=tuple(head["reasons"]),
        documents=tuple(None if names is None else tuple(names) for names in head["documents"]),
        scores={metric.name: file[f"score {metric.name}"] for metric in METRICS.values()},
        costs={name: file[f"cost {name}"] for name in COSTS},
        curves=file["curves"],
        to_90=file["to_90"],
        lines=file["lines"],
    )

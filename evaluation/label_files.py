"""Labels as files to carry elsewhere and back: CSV for people, JSONL for programs. Unlike labels.py, not the run's own.

What comes in is checked against the run: a label of a sentence that the run does not have is left out and told.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from core.delimited import csv_rows, read_delimiter
from core.errors import LoadError
from evaluation.export import Cell, safe_text, to_csv
from evaluation.labels import Label, Place, label_of
from evaluation.outcomes import Outcome

LABEL_COLUMNS = ("question_id", "key", "kind", "label", "question", "sentence")
_WORDS: Mapping[str, bool | None] = {
    "yes": True, "true": True, "1": True, "no": False, "false": False, "0": False, "skipped": None, "": None,
}  # fmt: skip
_SAID: Mapping[bool | None, str] = {True: "yes", False: "no", None: "skipped"}
_MOST = 100_000


@dataclass(frozen=True, slots=True)
class Imported:
    """Labels that fit the run, and how many were left out, by reason."""

    labels: tuple[Label, ...]
    left_out: Mapping[str, int]


def labels_csv(outcomes: Sequence[Outcome], labels: Mapping[Place, bool | None], *, bom: bool = False) -> bytes:
    """One row a label, with the question and the sentence it is about."""
    by_id = {outcome.question_id: outcome for outcome in outcomes}
    rows: list[dict[str, Cell]] = [
        {
            "question_id": name,
            "key": key,
            "kind": kind,
            "label": _SAID[value],
            "question": by_id[name].question if name in by_id else None,
            "sentence": sentence_of(by_id[name], key, kind) if name in by_id else None,
        }
        for (name, key, kind), value in labels.items()
    ]
    return to_csv(LABEL_COLUMNS, rows, bom=bom)


def labels_jsonl(labels: Mapping[Place, bool | None]) -> bytes:
    """One JSON object a label, as the run keeps them."""
    lines = [json.dumps(asdict(Label(*place, value)), ensure_ascii=False) for place, value in labels.items()]
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def parse_labels(text: str, kind: str, of: Callable[[str], Outcome | None]) -> Imported:
    """The labels of a file of kind "csv" or "jsonl" that fit the run's sentences, whose outcomes `of` looks up by id.

    Raises LoadError for another file.
    """
    lines = _json_lines(text) if kind == "jsonl" else _csv_rows(text)
    if len(lines) > _MOST:
        raise LoadError(f"The file holds {len(lines):,} labels; at most {_MOST:,} are read.")
    look_up = cache(of)
    found: dict[Place, Label] = {}
    left_out: dict[str, int] = {}
    for line in lines:
        label = label_of(line)
        reason = _misfit(label, look_up)
        if label is None or reason:
            left_out[reason] = left_out.get(reason, 0) + 1
        else:
            found[label.place] = label
    return Imported(tuple(found.values()), left_out)


def sentence_of(outcome: Outcome, key: str, kind: str) -> str | None:
    """The sentence that a label is about; None where the run has none under that key."""
    return (outcome.response if kind == "supported" else outcome.context).get(key)


def _misfit(label: Label | None, of: Callable[[str], Outcome | None]) -> str:
    if label is None:
        return "no label"
    outcome = of(label.question_id)
    if outcome is None:
        return "the run has no such question"
    if sentence_of(outcome, label.key, label.kind) is None:
        return "the question has no such sentence"
    return ""


def _json_lines(text: str) -> list[dict[str, Any]]:
    try:
        # Not splitlines(): an id may hold U+2028 and its kin as they are.
        lines = [json.loads(line) for line in text.lstrip("\ufeff").split("\n") if line.strip()]
    except (ValueError, RecursionError):
        raise LoadError("The file is no JSONL: every line must be one JSON object.") from None
    return [line if isinstance(line, dict) else {} for line in lines]


def _csv_rows(text: str) -> list[dict[str, Any]]:
    text = text.lstrip("\ufeff")
    try:
        columns, *rows = [*csv_rows(io.StringIO(text, newline=""), read_delimiter(text))] or [[]]
    except csv.Error as error:
        raise LoadError(f"The file is no CSV ({error}).") from None
    needed = LABEL_COLUMNS[:4]
    if lacking := [name for name in needed if name not in columns]:
        raise LoadError(f"The file has no column {lacking[0]}: it needs {', '.join(needed)}.")
    return [_row(dict(zip(columns, cells, strict=False))) for cells in rows if cells]


def _row(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row as a label's fields; a word that is neither yes nor no makes none."""
    word = str(row.get("label") or "").strip().casefold()
    value: Any = _WORDS.get(word, word)
    return {
        "question_id": _unquoted(str(row.get("question_id") or "")),
        "key": row.get("key"),
        "kind": row.get("kind"),
        "value": value,
    }


def _unquoted(name: str) -> str:
    """An id without the quote that keeps a spreadsheet from running it as a formula."""
    return name[1:] if name.startswith("'") and safe_text(name[1:]) == name else name

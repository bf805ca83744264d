"""The rows of a question file (CSV or JSONL) before their evidence is anchored to documents."""

from __future__ import annotations

import io
import json
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.counted import counted
from core.delimited import csv_rows, read_delimiter
from core.errors import LoadError
from core.types import Question
from corpus.types import Problem

COLUMNS = ("id", "question", "answer", "evidence", "tags")
# What other tools call the same.
ALSO_CALLED = {
    "query": "question",
    "prompt": "question",
    "user_input": "question",
    "reference": "answer",
    "ground_truth": "answer",
    "expected": "answer",
    "quote": "evidence",
    "passage": "evidence",
    "reference_contexts": "evidence",
}
_NAMED = 5
_JSON_BEGINS = ("[{", '["', "{", "[]")
# The tag of a question that nobody has read yet.
UNREVIEWED = "unreviewed"


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """One question; `evidence` holds the passages as written, a quote alone as {quote}.

    A row without an id is called q and its number.
    """

    id: str
    question: str
    answer: str | None
    evidence: tuple[Any, ...]
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RowSet:
    """Questions as a source writes them, before evidence is anchored, and the rows that had to be left out."""

    name: str
    rows: tuple[QuestionRow, ...]
    problems: tuple[Problem, ...] = ()


def row_of(question: Question) -> QuestionRow:
    """A question as a file would hold it, with the place and the quote of each passage of evidence."""
    passages = tuple(
        {"document": one.document_id, "start": one.start, "end": one.end, "quote": one.quote}
        for one in question.evidence
    )
    return QuestionRow(question.id, question.text, question.answer, passages, question.tags)


def read_rows(text: str, name: str, kind: str, taken: Collection[str] = ()) -> tuple[list[QuestionRow], list[Problem]]:
    """Rows in order, and the rows that had to be left out. `kind` is "csv" or "jsonl".

    A row without an id gets none of `taken`, the ids of a set that the rows may be added to. Unknown columns are left
    out, which is one problem. Raises LoadError for another kind, a missing or repeated column, or a repeated id.
    """
    if kind not in ("csv", "jsonl"):
        raise LoadError(f"{name}: questions are read from .csv or .jsonl files")
    rows: dict[str, QuestionRow] = {}
    problems: list[Problem] = []
    found = list(_csv(text, name) if kind == "csv" else _jsonl(text, name))
    given = {_given_id(values) for _, values in found} | set(taken)
    for number, (place, values) in enumerate(found, 1):
        try:
            if not isinstance(values, Mapping):
                raise ValueError("is not a JSON object")
            row = _row(values, _id_of_number(number, given))
        except ValueError as error:
            problems.append(Problem(f"{name}, {place}", str(error)))
            continue
        if row.id in rows:
            raise LoadError(f"{name}, {place}: repeats the id {row.id!r}; ids must be unique.")
        rows[row.id] = row
    unknown = dict.fromkeys(column for _, values in found if isinstance(values, Mapping) for column in values)
    if unused := [column for column in unknown if column.strip() and column not in COLUMNS]:
        more = f" and {len(unused) - _NAMED:,} more" if len(unused) > _NAMED else ""
        told = f"left out: {', '.join(unused[:_NAMED])}{more}; known are {', '.join(COLUMNS)}"
        problems.append(Problem(f"{name}, {'column' if len(unused) == 1 else 'columns'}", told, "warning"))
    return list(rows.values()), problems


def no_row(name: str, problems: Sequence[Problem]) -> LoadError:
    """What to say of a file none of whose rows can be used."""
    failed = [problem for problem in problems if problem.kind == "failed"]
    if not failed:
        return LoadError(f"{name}: holds no question")
    return LoadError(f"{name}: no question can be used ({counted(len(failed), 'line')} left out); {failed[0]}")


def _csv(text: str, name: str) -> Iterator[tuple[str, Any]]:
    delimiter = read_delimiter(text)
    reader = csv_rows(io.StringIO(text, newline=""), delimiter)
    columns = _columns([column.strip().lower() for column in next(reader, [])], name)
    if "question" not in columns:
        raise LoadError(f"{name}: has no column 'question'; the columns are {', '.join(COLUMNS)}.")
    for cells in reader:
        place = f"line {reader.line_num}"
        if any(cells[len(columns) :]):
            raise LoadError(
                f"{name}, {place}: has more fields than columns; put texts that hold {delimiter!r} in quotes."
            )
        if cells:
            yield place, {column: cell for column, cell in zip(columns, cells, strict=False) if cell}


def _jsonl(text: str, name: str) -> Iterator[tuple[str, Any]]:
    # Not splitlines(): JSON may hold U+2028 and its kin inside a string.
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                values = json.loads(line)
            except (ValueError, RecursionError):  # brackets by the thousand
                values = None
            if isinstance(values, Mapping):
                columns = _columns(list(values), f"{name}, line {number}")
                values = dict(zip(columns, values.values(), strict=True))
            yield f"line {number}", values


def _columns(given: Sequence[str], place: str) -> list[str]:
    """The columns by their names here. Raises LoadError for one of ours that is there twice."""
    columns = [ALSO_CALLED.get(column, column) for column in given]
    twice = next((column for column in COLUMNS if columns.count(column) > 1), None)
    if twice is not None:
        raise LoadError(f"{place}: has two columns {twice!r}; name each of them once.")
    return columns


def _given_id(values: Any) -> str:
    given = values.get("id") if isinstance(values, Mapping) else None
    return "" if given is None else str(given).strip()


def _id_of_number(number: int, given: Container[str]) -> str:
    """The id of the row with this number where it has none; it gets an addition where another row has that id."""
    name = f"q{number}"
    while name in given:
        name += "a"
    return name


def _row(values: Mapping[str, Any], name: str) -> QuestionRow:
    """The row's question; `name` is its id unless it has one."""
    question, answer = values.get("question"), values.get("answer")
    if not isinstance(question, str) or not question.strip():
        raise ValueError("has no question")
    if answer is not None and not isinstance(answer, str):
        raise ValueError("has an answer that is not a text")
    given = values.get("id")
    if given is not None and (isinstance(given, bool) or not isinstance(given, (str, int))):
        raise ValueError("has an id that is neither a text nor a whole number")
    return QuestionRow(
        _given_id(values) or name,
        question.strip(),
        answer,
        _evidence(values.get("evidence")),
        _tags(values.get("tags")),
    )


def _evidence(value: Any) -> tuple[Any, ...]:
    """A list of passages, as JSON text in a CSV cell; one passage alone stands for a list of one, and words for a
    quote of them.
    """
    if isinstance(value, str) and value.lstrip().startswith(_JSON_BEGINS):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            raise ValueError("has evidence that begins like JSON and is no list of {document, quote}") from None
    if isinstance(value, str):
        value = [value] if value.strip() else []
    if value is None:
        return ()
    if isinstance(value, Mapping):
        value = [value]
    if not isinstance(value, list):
        raise ValueError("has evidence that is neither a quote nor a list of {document, quote}")
    return tuple({"quote": one} if isinstance(one, str) else one for one in value)


def _tags(value: Any) -> tuple[str, ...]:
    """A list, or a text with tags between commas or semicolons."""
    if isinstance(value, str) and value.strip().startswith("["):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            raise ValueError("has tags that are not a JSON list") from None
    if isinstance(value, str):
        value = value.replace(";", ",").split(",")
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(tag, str) for tag in value):
        raise ValueError("has tags that are not a list of texts")
    return tuple(tag.strip() for tag in value if tag.strip())

"""Question sets that users saved by name. Unlike questions.py, writes; unlike library.py, holds no documents.

A set is one JSONL file that every command reads, and a card with its title and what it asks about. Rows are kept as
they are written, evidence unanchored, so that a set outlives a change of its documents.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from core.errors import LoadError
from core.files import read_json, write_json
from core.text import normalized
from core.types import Question
from corpus import saved_folders
from corpus.question_rows import UNREVIEWED, QuestionRow, RowSet, read_rows, row_of
from corpus.question_writing import write_questions
from corpus.saved_folders import CARD, writing

FILE = "questions.jsonl"


@dataclass(frozen=True, slots=True)
class SetCard:
    """A set without its questions. `about` names documents as DATA does (saved:NAME, sample:NAME), or a collection as
    collection:NAME; `version` changes with every write.
    """

    name: str
    title: str
    about: str
    created: str
    questions: int
    unreviewed: int
    version: str


@dataclass(frozen=True, slots=True)
class Added:
    """What became of rows that were added to a set; `first` is the id of the first that is there now, "" for none."""

    added: int
    replaced: int
    repeated: int
    first: str


def list_sets(home: Path) -> list[SetCard]:
    """All sets that can be read, by name; damaged ones are told by library.damaged."""
    cards = []
    for name in saved_folders.names("questions", home):
        try:
            cards.append(set_card(name, home))
        except LoadError:
            continue
    return cards


def set_card(name: str, home: Path) -> SetCard:
    """One set's card. Raises LoadError where there is none or it is damaged."""
    folder = saved_folders.find("questions", name, home)
    card = saved_folders.read_card("questions", name, home)
    try:
        state = (folder / FILE).stat()
        version = f"{state.st_mtime_ns}-{state.st_size}"
        counts = int(card["questions"]), int(card["unreviewed"])
        return SetCard(name, str(card["title"]), str(card["about"]), str(card["created"]), *counts, version)
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise LoadError(f"The saved question set {name} is damaged ({error}): delete it.") from error


def open_set(name: str, home: Path) -> RowSet:
    """The rows of a set, which may be none yet. Raises LoadError."""
    path = saved_folders.find("questions", name, home) / FILE
    try:
        rows, problems = read_rows(path.read_text(encoding="utf-8"), path.name, "jsonl")
    except (OSError, ValueError) as error:
        raise LoadError(f"The saved question set {name} cannot be read ({error}).") from error
    return RowSet(name, tuple(rows), tuple(problems))


def create_set(title: str, home: Path, rows: Sequence[QuestionRow] = (), about: str = "") -> str:
    """A new set; its name. Raises LoadError where the name is taken."""
    titled = saved_folders.plain_title(title)

    def fill(folder: Path) -> None:
        write_questions(folder / FILE, rows)
        card = {"title": titled, "about": about, "created": saved_folders.now(), **_counts(rows)}
        write_json(folder / CARD, card)

    return saved_folders.make("questions", titled, home, fill)


def change_set(name: str, home: Path, change: Callable[[list[QuestionRow]], Sequence[QuestionRow]]) -> None:
    """Write the rows that `change` makes of those on disk now, so that no other session's or process's edit is lost."""
    with writing(home):
        folder = saved_folders.find("questions", name, home)
        there = open_set(name, home)
        if there.problems:
            raise LoadError(f"The saved question set {name} has a line to mend or remove first: {there.problems[0]}.")
        rows = change(list(there.rows))
        if len({row.id for row in rows}) < len(rows):
            raise LoadError("Two questions have the same id; ids must be unique.")
        write_questions(folder / FILE, rows)
        write_json(folder / CARD, {**read_json(folder / CARD), **_counts(rows)})


def save_question(set_name: str, question: Question, home: Path, *, about: str = "") -> str:
    """Add a question to the set of that name or title, made where there is none; the id that it has there.

    The same id and words replace what was saved before; a taken id of another question gets a number.
    """
    name = saved_folders.name_of(saved_folders.plain_title(set_name))
    row = row_of(question)
    with writing(home):
        if name not in saved_folders.names("questions", home):
            create_set(set_name, home, about=about)
        kept = row

        def put(rows: list[QuestionRow]) -> list[QuestionRow]:
            nonlocal kept
            places = {each.id: number for number, each in enumerate(rows)}
            old = rows[places[row.id]] if row.id in places else None
            if old is not None and normalized(old.question) == normalized(row.question):
                rows[places[row.id]] = row
                return rows
            kept = replace(row, id=free_id(row.id or f"q{len(rows) + 1}", places))
            return [*rows, kept]

        change_set(name, home, put)
    return kept.id


def merged(
    now: Sequence[QuestionRow], before: Sequence[QuestionRow], after: Sequence[QuestionRow]
) -> list[QuestionRow]:
    """The rows `now` on disk with what an edit made of `before`; what others changed and added meanwhile stays.

    Raises LoadError, naming the question, where both changed the same one.
    """
    was, made, there = ({row.id: row for row in rows} for rows in (before, after, now))
    for name in dict.fromkeys([*was, *made]):
        old, ours, theirs = was.get(name), made.get(name), there.get(name)
        if ours != old and theirs != old and ours != theirs:
            happened = "was taken out" if theirs is None else "was changed" if old else "was added"
            raise LoadError(f"The question {name} {happened} elsewhere meanwhile: look at it as it is now.")
    gone = {name for name in was if name not in made}
    edited = {name: row for name, row in made.items() if row != was.get(name)}
    kept = [edited.pop(row.id, row) for row in now if row.id not in gone]
    return [*kept, *edited.values()]


def add_rows(name: str, given: Sequence[QuestionRow], home: Path, *, replacing: bool = False) -> Added:
    """Add rows at the end. A taken id gets a number or, `replacing`, takes the place of the question that has it.

    A question whose words are in the set already is left out.
    """
    counts = {"added": 0, "replaced": 0, "repeated": 0}
    written: list[str] = []

    def add(rows: list[QuestionRow]) -> list[QuestionRow]:
        places = {row.id: number for number, row in enumerate(rows)}
        words = {normalized(row.question).casefold() for row in rows}
        for row in given:
            said = normalized(row.question).casefold()
            if replacing and row.id in places:
                rows[places[row.id]] = row
                counts["replaced"] += 1
                written.append(row.id)
            elif said in words:
                counts["repeated"] += 1
            else:
                new = replace(row, id=free_id(row.id, places))
                places[new.id] = len(rows)
                rows.append(new)
                counts["added"] += 1
                written.append(new.id)
            words.add(said)
        return rows

    change_set(name, home, add)
    return Added(**counts, first=written[0] if written else "")


def set_about(name: str, about: str, home: Path) -> None:
    """Remember which documents a set asks about."""
    with writing(home):
        path = saved_folders.find("questions", name, home) / CARD
        write_json(path, {**read_json(path), "about": about})


def rename_set(name: str, title: str, home: Path) -> str:
    """Another title for a question set; the new name. Raises LoadError where it is taken."""
    return saved_folders.rename("questions", name, title, home)


def delete_set(name: str, home: Path) -> None:
    """Remove a saved question set. Runs that asked it hold its questions themselves, and stay."""
    saved_folders.delete("questions", name, home)


def free_id(wanted: str, taken: Container[str]) -> str:
    """The id, or the id with a number where another question has it.

    >>> free_id("q1", {"q1", "q1-2"})
    'q1-3'
    """
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted}-{number}"
    return name


def _counts(rows: Sequence[QuestionRow]) -> dict[str, int]:
    return {"questions": len(rows), "unreviewed": sum(UNREVIEWED in row.tags for row in rows)}

"""Questions read and edited by a person: which to look at, what an edit makes of a row. Unlike lint.py, judges none."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.errors import LoadError
from core.spans import Span
from core.types import Document
from corpus.question_rows import UNREVIEWED, QuestionRow
from corpus.saved_questions import free_id
from evaluation.export import safe_text
from evaluation.questions.finding import UNANSWERABLE

FILTERS = {
    "all": "All",
    "unreviewed": "Not reviewed",
    "findings": "With findings",
    "no-evidence": "Without evidence",
    "unanswerable": "Unanswerable",
}


def matching(rows: Sequence[QuestionRow], wanted: str, words: str, found: Container[str]) -> list[QuestionRow]:
    """The rows that a filter keeps and that hold the words; `found` are the ids of questions with findings."""
    sought = words.casefold().split()
    return [row for row in rows if _kept(row, wanted, found) and _holds(row, sought)]


def is_unreviewed(row: QuestionRow) -> bool:
    """Whether nobody has accepted it yet."""
    return UNREVIEWED in row.tags


def accepted(row: QuestionRow) -> QuestionRow:
    """The row as read and found good."""
    return replace(row, tags=tuple(tag for tag in row.tags if tag != UNREVIEWED))


def edited(row: QuestionRow, text: str, answer: str, tags: Sequence[str], evidence: Sequence[Any]) -> QuestionRow:
    """The row with what a person wrote; a blank answer is none. Raises LoadError for a blank question."""
    question = " ".join(text.split())
    if not question:
        raise LoadError("A question needs words: write it, or delete it.")
    kept = tuple(dict.fromkeys(tag.strip() for tag in tags if tag.strip()))
    return replace(row, question=question, answer=answer.strip() or None, tags=kept, evidence=tuple(evidence))


def passage(document: Document, span: Span) -> dict[str, Any]:
    """A selected place as evidence, without the white space around it. Raises LoadError for a blank one."""
    text = document.text[span.start : span.end]
    start = span.start + len(text) - len(text.lstrip())
    end = span.end - (len(text) - len(text.rstrip()))
    if start >= end:
        raise LoadError("Only white space is selected: select the words that answer the question.")
    return {"document": document.id, "start": start, "end": end, "quote": document.text[start:end]}


def from_table(
    rows: Sequence[QuestionRow],
    edited_lines: Mapping[int, Mapping[str, Any]],
    added: Sequence[Mapping[str, Any]],
    gone: Collection[int],
) -> list[QuestionRow]:
    """The set that an edited table says. Evidence stays with its question, and a new question gets a free id.

    `edited_lines` holds the cells that were written (`question`, `answer`, `tags` between commas) by the number of
    their line from 0, `added` the cells of new lines, `gone` the lines taken out. Raises LoadError naming the line at
    fault.
    """
    made = []
    for number, row in enumerate(rows):
        if number not in gone:
            made.append(_from_cells(row, edited_lines.get(number, {}), number))
    taken = {row.id for row in rows}
    for number, cells in enumerate(added, start=len(rows)):
        name = free_id(f"q{number + 1}", taken)
        taken.add(name)
        made.append(_from_cells(QuestionRow(name, "", None, (), ()), cells, number))
    return made


def _from_cells(base: QuestionRow, cells: Mapping[str, Any], line: int) -> QuestionRow:
    """The question with the cells that were written; all others are as they were."""
    question = _as_written(cells.get("question", base.question), base.question)
    answer = _as_written(cells.get("answer", base.answer), base.answer)
    tags = str(cells["tags"] or "").split(",") if "tags" in cells else base.tags
    if base.question and (question, answer, tags) == (base.question, base.answer or "", base.tags):
        return base
    try:
        return edited(base, question, answer, tags, base.evidence)
    except LoadError as error:
        raise LoadError(f"Line {line + 1:,}: {error}") from None


def _as_written(cell: Any, old: str | None) -> str:
    """What a cell says; one that shows the old text made safe for spreadsheets still says the old text."""
    text = str(cell or "")
    return old if old is not None and text != old and text == safe_text(old) else text


def _kept(row: QuestionRow, wanted: str, found: Container[str]) -> bool:
    match wanted:
        case "unreviewed":
            return is_unreviewed(row)
        case "findings":
            return row.id in found
        case "no-evidence":
            return not row.evidence
        case "unanswerable":
            return UNANSWERABLE in row.tags
    return True


def _holds(row: QuestionRow, sought: Sequence[str]) -> bool:
    if not sought:
        return True
    text = f"{row.id} {row.question} {row.answer or ''} {' '.join(row.tags)}".casefold()
    return all(word in text for word in sought)

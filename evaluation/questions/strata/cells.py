"""Cells of Markdown tables and of tables of records, each with the names that lead to it alone. Asks nothing itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from chunking.blocks import Block
from chunking.records import cells as record_cells
from chunking.records import delimiter_of, is_table, records
from chunking.region_lines import lines_of
from core.spans import Span
from core.text import is_blank
from core.types import Document
from evaluation.questions.material import Material, Part
from evaluation.questions.phrases import VALUE_HEADS, Language, phrase
from evaluation.questions.strata.candidate import Dropped

_BAR = re.compile(r"(?<!\\)\|")
_LONGEST_NAME, _LONGEST_VALUE = 80, 200
_NOTHING = frozenset(["-", "–", "—", "n/a", "na", "none", "null", ""])


@dataclass(frozen=True, slots=True)
class Cell:
    """`place` and `row` name it; `column` is empty where the table has one column of values. `line` is its row."""

    document: Document
    place: str
    key: str
    row: str
    column: str
    value: str
    line: Span


@dataclass(frozen=True, slots=True)
class Table:
    """Rows by their label, of one table; `heads` are its columns, the first of which names the rows."""

    document: Document
    place: str
    part: Part | None
    key: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Span, tuple[str, ...]], ...]


def tables_of(material: Material) -> Iterator[Table | Dropped]:
    """The tables whose place can be named."""
    for part in material.parts:
        for block in (block for block in part.blocks if block.kind == "table"):
            name = material.name(part)
            several = sum(other.kind == "table" for other in part.blocks) > 1
            if name is None or several:
                yield Dropped("the table's place has no name of its own")
            else:
                yield from _markdown(part, block, name)
    for document in material.documents:
        if is_table(document):
            yield from _records(document, material.labels[document.id])


def cells_of(table: Table) -> Iterator[Cell | Dropped]:
    """The cells that a question can name and answer."""
    labels = Counter(row[0] for _, row in table.rows)
    for line, row in table.rows:
        if labels[row[0]] > 1:
            yield Dropped("several rows have the same label")
        elif not row[0] or len(row[0]) > _LONGEST_NAME:
            yield Dropped("the row has no short label")
        else:
            yield from _cells(table, line, row)


def asked(language: Language, cell: Cell) -> str:
    """The question for a cell."""
    if cell.key:
        return phrase(language, "record", place=cell.place, key=cell.key, row=cell.row, column=cell.column)
    if not cell.column:
        return phrase(language, "value", place=cell.place, row=cell.row)
    return phrase(language, "cell", place=cell.place, row=cell.row, column=cell.column)


def _cells(table: Table, line: Span, row: tuple[str, ...]) -> Iterator[Cell | Dropped]:
    plain = len(table.heads) == 2 and table.heads[1].casefold() in VALUE_HEADS
    for head, value in zip(table.heads[1:], row[1:], strict=True):
        if value.casefold() in _NOTHING:
            yield Dropped("the cell is empty")
        elif len(value) > _LONGEST_VALUE or len(head) > _LONGEST_NAME or not (head or plain):
            yield Dropped("the cell or its column has no short name")
        else:
            yield Cell(table.document, table.place, table.key, row[0], "" if plain else head, value, line)


def _markdown(part: Part, block: Block, name: str) -> Iterator[Table | Dropped]:
    text = part.document.text
    lines = lines_of(text, block)
    rows = [(line, _split(text[line.start : line.end])) for line in lines]
    heads = rows[0][1]
    fitting = tuple((line, row) for line, row in rows[2:] if len(row) == len(heads))
    if len(heads) < 2 or not fitting:
        yield Dropped("the table has no rows under two columns")
    elif len(set(heads)) < len(heads):
        yield Dropped("two columns have the same name")
    else:
        yield Table(part.document, name, part, "", heads, fitting)


def _records(document: Document, name: str) -> Iterator[Table | Dropped]:
    """A table of records, keyed by the first column that has another value in each row."""
    delimiter = delimiter_of(document)
    found = [(span, record_cells(document.text[span.start : span.end], delimiter)) for span in records(document)]
    found = [(span, row) for span, row in found if not is_blank(document.text[span.start : span.end])]
    if len(found) < 3:
        yield Dropped("the table has too few rows")
        return
    heads, rows = found[0][1], [(span, row) for span, row in found[1:] if len(row) == len(found[0][1])]
    key = next((n for n, head in enumerate(heads) if head and _tells_apart([row[n] for _, row in rows])), None)
    if key is None or len(set(heads)) < len(heads):
        yield Dropped("no column tells the records apart, or two have the same name")
        return
    order = [key, *(n for n in range(len(heads)) if n != key)]
    kept = tuple((span, tuple(row[n] for n in order)) for span, row in rows)
    yield Table(document, name, None, heads[key], tuple(heads[n] for n in order), kept)


def _tells_apart(values: list[str]) -> bool:
    return bool(values) and all(values) and len(set(values)) == len(values) and max(map(len, values)) <= _LONGEST_NAME


def _split(line: str) -> tuple[str, ...]:
    inner = line.strip().removeprefix("|")
    parts = _BAR.split(inner.removesuffix("|") if not inner.endswith("\\|") else inner)
    return tuple(_plain(part) for part in parts)


def _plain(cell: str) -> str:
    """A cell without emphasis and code marks around it."""
    return " ".join(cell.replace("\\|", "|").split()).strip("*`_ ")

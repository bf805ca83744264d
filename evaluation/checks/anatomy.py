"""What a document consists of, whatever the strategy: taken apart once, used for every strategy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from chunking.blocks import Block, blocks_of
from chunking.records import records
from core.sentences import paragraphs, sentences
from core.spans import Span
from core.types import Chunk, Document

RECORDS = ("text/csv", "text/tab-separated-values")
_LINE = re.compile(r"[^\r\n]+")
# Marks of lists, tables, headings, quotes and numbered clauses begin a thought of their own.
_MARKED = re.compile(r"\s*(?:[-*+•|>]|#{1,6}|\(?\w{1,3}[.)]|\d+(?:\.\d+)+)\s")
_HEADING = re.compile(r"#{1,6}\s")
# Running text that is broken into lines has few lines that begin with a capital letter.
_FEW_LOWER = 0.25


@dataclass(frozen=True, slots=True)
class Table:
    """A table, its header row, and the range of the rows below that."""

    span: Span
    header: Span
    rows: Span


@dataclass(frozen=True, slots=True)
class Anatomy:
    """A document with its sentences, headings and tables, each in order."""

    document: Document
    sentences: tuple[Span, ...]
    headings: tuple[Span, ...]
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class Specimen:
    """One document and its chunks in order."""

    anatomy: Anatomy
    chunks: tuple[Chunk, ...]

    @property
    def document(self) -> Document:
        """The document."""
        return self.anatomy.document


def anatomy_of(document: Document) -> Anatomy:
    """Take a document apart. A CSV is one table; in all else, headings and tables are those of Markdown."""
    parts = tuple(_sentences(document))
    if document.media_type in RECORDS:
        return Anatomy(document, parts, (), tuple(_table_of_records(document)))
    blocks = list(_all_blocks(blocks_of(document.text)))
    headings = tuple(Span(block.start, block.end) for block in blocks if block.kind == "heading")
    tables = [_table(document.text, block) for block in blocks if block.kind == "table"]
    return Anatomy(document, parts, headings, tuple(table for table in tables if table.rows.length))


def specimens(anatomies: Sequence[Anatomy], chunks: Sequence[Chunk]) -> list[Specimen]:
    """The chunks sorted to their documents; documents without chunks are left out."""
    by_document: dict[str, list[Chunk]] = {}
    for chunk in chunks:
        by_document.setdefault(chunk.document_id, []).append(chunk)
    return [
        Specimen(anatomy, tuple(by_document[anatomy.document.id]))
        for anatomy in anatomies
        if anatomy.document.id in by_document
    ]


def _all_blocks(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        yield block
        yield from _all_blocks(block.children)


def _table(text: str, block: Block) -> Table:
    """A table of Markdown: the header row, the line of dashes, the rows."""
    lines = [Span(*match.span()) for match in _LINE.finditer(text, block.start, block.end)]
    below = lines[2].start if len(lines) > 2 else block.end
    return Table(Span(block.start, block.end), lines[0], Span(below, block.end))


def _table_of_records(document: Document) -> Iterator[Table]:
    rows = [record for record in records(document) if record.length]
    if len(rows) > 1:
        yield Table(Span(rows[0].start, rows[-1].end), rows[0], Span(rows[1].start, rows[-1].end))


def _sentences(document: Document) -> Iterator[Span]:
    """Sentences that cross no record, and no line end that ends a thought (log lines, list items, headings)."""
    text = document.text
    if document.media_type in RECORDS:
        ranges = [record for record in records(document) if record.length]
    else:
        ranges = [part for paragraph in paragraphs(text) for part in _parts(text, paragraph)]
    for part in ranges:
        yield from sentences(text, *part)


def _parts(text: str, paragraph: Span) -> Iterator[Span]:
    """The paragraph cut before lines that begin a thought of their own."""
    lines = [Span(*match.span()) for match in _LINE.finditer(text, *paragraph)]
    following = [line for line in lines[1:] if text[line.start : line.end].strip()]
    lower = sum(text[line.start : line.end].lstrip()[0].islower() for line in following)
    each_alone = bool(following) and lower < _FEW_LOWER * len(following)
    start = paragraph.start
    for before, line in pairwise(lines):
        if each_alone or _MARKED.match(text, *line) or _HEADING.match(text, *before):
            yield Span(start, line.start)
            start = line.start
    yield Span(start, paragraph.end)

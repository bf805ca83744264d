"""What belongs together and was cut apart: a heading and its text, the rows of a table and its header row."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from core.spans import Span, contains
from core.text import first_visible_character, normalized
from core.types import Chunk
from evaluation.checks.anatomy import Specimen, Table
from evaluation.checks.finding import Finding, Place, found, place


def orphaned_headings(specimens: Sequence[Specimen]) -> Finding:
    """Headings that no chunk holds together with the beginning of their text, of all headings that have a text.

    A chunk that ends with a heading, or is nothing else, orphans it, unless the next chunk begins with the heading
    again. So does not a context that carries the heading to its text.
    """
    total, examples = 0, []
    for specimen in specimens:
        text = specimen.document.text
        for heading in specimen.anatomy.headings:
            body = first_visible_character(text, heading.end, len(text))
            if body == len(text):
                continue
            total += 1
            if not any(
                _joins(chunk, heading, body, text) for chunk in _overlapping(specimen.chunks, Span(body, body + 1))
            ):
                examples.append(place(specimen.document, *heading))
    return found("orphaned_headings", len(examples), total, examples, "no headings")


def tables(specimens: Sequence[Specimen]) -> tuple[Finding, Finding]:
    """Tables that no chunk holds whole, of all tables; and the parts of those that lack the header row, of all parts.

    A part is a chunk that holds rows below the header row. A context that repeats the header row counts.
    """
    total, parts = 0, 0
    split: list[Place] = []
    headless: list[Place] = []
    for specimen in specimens:
        for table in specimen.anatomy.tables:
            total += 1
            holders = _overlapping(specimen.chunks, table.rows)
            if any(contains(_span(chunk), table.span) for chunk in holders):
                continue
            note = f"in {len(holders):,} chunks"
            split.append(place(specimen.document, *table.span, note=note))
            parts += len(holders)
            headless.extend(
                place(specimen.document, max(chunk.start, table.span.start), min(chunk.end, table.span.end))
                for chunk in holders
                if not _has_header(chunk, table, specimen.document.text)
            )
    return (
        found("split_tables", len(split), total, split, "no tables"),
        found("headless_parts", len(headless), parts, headless, "no split tables" if total else "no tables"),
    )


def _joins(chunk: Chunk, heading: Span, body: int, text: str) -> bool:
    """Whether a chunk that holds the beginning of the text has the heading in it, or in its context."""
    if chunk.start <= heading.start:
        return True
    title = normalized(text[heading.start : heading.end]).strip("#=- ")
    return bool(title) and title in normalized(chunk.context)


def _overlapping(chunks: Sequence[Chunk], span: Span) -> Sequence[Chunk]:
    """The chunks that share characters with a span. Starts and ends increase from chunk to chunk."""
    return chunks[bisect_right(chunks, span.start, key=_end) : bisect_left(chunks, span.end, key=_start)]


def _has_header(chunk: Chunk, table: Table, text: str) -> bool:
    if contains(_span(chunk), table.header):
        return True
    return normalized(text[table.header.start : table.header.end]) in normalized(chunk.context)


def _span(chunk: Chunk) -> Span:
    return Span(chunk.start, chunk.end)


def _start(chunk: Chunk) -> int:
    return chunk.start


def _end(chunk: Chunk) -> int:
    return chunk.end

"""Sentences and lines that recur all over: headers, footers, notices. Unlike duplicates, whatever chunk they are in."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.spans import Span, merge
from core.text import normalized, trim
from core.types import Document
from evaluation.checks.anatomy import Anatomy, Specimen
from evaluation.checks.finding import EXAMPLES, Finding, Place, found, place

_DOCUMENTS = 3
_PLACES = 5
# Shorter ones ("Yes.", "See below.") recur without being boilerplate.
_FEWEST_CHARACTERS = 20
_LINE = re.compile(r"[^\r\n]+")

# By document id, the ranges that recur.
Recurring = Mapping[str, Sequence[Span]]


def recurring(anatomies: Sequence[Anatomy]) -> tuple[Recurring, tuple[Place, ...]]:
    """Where sentences and lines lie that occur in 3 documents or 5 places, and the first place of each, most first."""
    places: dict[str, list[tuple[Document, Span]]] = {}
    for anatomy in anatomies:
        headers = {table.header.start for table in anatomy.tables}  # tables of one kind have one header row
        for span in dict.fromkeys([*anatomy.sentences, *_lines(anatomy.document.text)]):
            if span.start in headers:
                continue
            key = normalized(anatomy.document.text[span.start : span.end]).casefold()
            if len(key) >= _FEWEST_CHARACTERS and any(letter.isalpha() for letter in key):
                places.setdefault(key, []).append((anatomy.document, span))
    often = [met for met in places.values() if _often(met)]
    spans: dict[str, list[Span]] = {}
    for document, span in (each for met in often for each in met):
        spans.setdefault(document.id, []).append(span)
    often.sort(key=lambda met: -len(met))
    return {name: merge(each) for name, each in spans.items()}, tuple(_first(met) for met in often[:EXAMPLES])


def boilerplate(specimens: Sequence[Specimen], recur: Recurring, examples: Sequence[Place]) -> Finding:
    """Characters of the chunks that recur, of the characters of all chunks."""
    number, total = 0, 0
    for specimen in specimens:
        spans = [Span(chunk.start, chunk.end) for chunk in specimen.chunks]
        total += sum(span.length for span in spans)
        number += sum(_covered(spans, recur.get(specimen.document.id, ())))
    return found("boilerplate", number, total, list(examples), "there are no chunks")


def _covered(spans: Iterable[Span], recur: Sequence[Span]) -> Iterator[int]:
    """Of each span, how many characters lie in the disjoint, sorted ranges."""
    for span in spans:
        first = bisect_right(recur, span.start, key=_end)
        last = bisect_left(recur, span.end, key=_start)
        yield sum(min(span.end, each.end) - max(span.start, each.start) for each in recur[first:last])


def _often(met: Sequence[tuple[Document, Span]]) -> bool:
    return len(met) >= _PLACES or len({document.id for document, _ in met}) >= _DOCUMENTS


def _first(met: Sequence[tuple[Document, Span]]) -> Place:
    document, span = met[0]
    documents = len({each.id for each, _ in met})
    where = f"{len(met):,} places" if documents == 1 else f"{len(met):,} places of {documents:,} documents"
    return place(document, *span, note=f"in {where}")


def _lines(text: str) -> Iterator[Span]:
    for match in _LINE.finditer(text):
        line = trim(text, *match.span())
        if line.length:
            yield line


def _start(span: Span) -> int:
    return span.start


def _end(span: Span) -> int:
    return span.end

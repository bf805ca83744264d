"""Whether evidence can be counted: in its document, in one place, once. Unlike drift.py, proposes no other place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from core.spans import Span, overlaps
from core.types import Document, Evidence
from corpus.anchor import EvidencePlaces, find_quote, range_in
from corpus.question_rows import QuestionRow
from evaluation.questions.finding import UNANSWERABLE, Finding

# A shorter quote stands in many places by chance.
_TELLING = 20
_SHOWN = 60


@dataclass(frozen=True)
class Folded:
    """The documents' texts, each run of white space as one blank, to find copies of a quote in."""

    documents: Sequence[Document]

    @cached_property
    def _texts(self) -> dict[str, str]:
        return {document.id: " ".join(document.text.split()) for document in self.documents}

    @cached_property
    def _all(self) -> str:
        return "\0".join(self._texts.values())

    def elsewhere(self, quote: str, here: str) -> str | None:
        """The first other document that holds the quote; None where none does."""
        line = " ".join(quote.split())
        if self._all.find(line, self._all.find(line) + 1) < 0:
            return None
        return next((name for name, text in self._texts.items() if name != here and line in text), None)


def check_evidence(row: QuestionRow, places: EvidencePlaces, texts: Folded) -> Iterator[Finding]:
    """Findings on the evidence of one question; `texts` are those of all documents."""
    unanswerable = UNANSWERABLE in row.tags
    if unanswerable and row.evidence:
        yield Finding(row.id, "contradiction", f"is tagged {UNANSWERABLE}, but has evidence")
    if not row.evidence and not unanswerable:
        yield Finding(row.id, "no-evidence", f"has no evidence and is not tagged {UNANSWERABLE}")
    for number, passage in enumerate(row.evidence, 1):
        name = f"evidence {number}" if len(row.evidence) > 1 else "its evidence"
        for check, text in _passage(passage, places, texts):
            yield Finding(row.id, check, f"{name} {text}")
    yield from _overlaps(row, places)


def anchored(row: QuestionRow, places: EvidencePlaces) -> list[Evidence]:
    """The passages of the row that have a place."""
    return [found for found, _ in map(places.anchor, row.evidence) if found is not None]


def _passage(passage: Any, places: EvidencePlaces, texts: Folded) -> Iterator[tuple[str, str]]:
    """(check, what was found) of one passage."""
    name, quote = (passage.get("document"), passage.get("quote")) if isinstance(passage, dict) else (None, None)
    if name is None and isinstance(quote, str) and quote.strip():
        yield from _nameless(quote, places, texts)
        return
    if not isinstance(name, str):
        yield "range", "names no document"
        return
    document = places.document(name)
    if document is None:
        yield "missing", f"is in {name}, which is not among the documents"
        return
    start, end = passage.get("start"), passage.get("end")
    given = range_in(start, end, len(document.text))
    quoted = quote if isinstance(quote, str) and quote.strip() else None
    if given is None and not (start is None and end is None):
        yield "range", f"is from {start} to {end}, but {document.id} has characters 0 to {len(document.text):,}"
    if quoted is not None:
        yield from _quote(document, quoted, given, near=isinstance(start, int), texts=texts)
    elif given is None and start is None and end is None:
        yield "range", "has neither a quote nor start and end"


def _nameless(quote: str, places: EvidencePlaces, texts: Folded) -> Iterator[tuple[str, str]]:
    """The same of words that may stand in any document."""
    found, _ = places.anchor({"quote": quote})
    document = places.document(found.document_id) if found else None
    if document is None:
        yield "missing", f"{_shown(quote)} is in none of the documents"
    else:
        yield from _quote(document, quote, None, near=False, texts=texts)


def _quote(
    document: Document, quote: str, given: Span | None, *, near: bool, texts: Folded
) -> Iterator[tuple[str, str]]:
    shown = _shown(quote)
    here = find_quote(document.text, quote)
    stands = given is not None and document.text[given.start : given.end].split() == quote.split()
    if not here:
        yield "missing", f"{shown} is not in {document.id}"
    elif given is not None and not stands:
        yield "moved", f"{shown} is not at {given.start:,} to {given.end:,} of {document.id}, but at {here[0].start:,}"
    elif len(here) > 1 and not near:
        yield "ambiguous", f"{shown} occurs {len(here)} times in {document.id}; the first is used"
    if here and len(quote.strip()) >= _TELLING:
        elsewhere = texts.elsewhere(quote, document.id)
        copies = len(here) - 1 if near else 0
        if elsewhere:
            yield "copies", f"{shown} stands in {elsewhere} too"
        elif copies:
            yield "copies", f"{shown} stands {copies + 1} times in {document.id}"


def _overlaps(row: QuestionRow, places: EvidencePlaces) -> Iterator[Finding]:
    for one, other in combinations(anchored(row, places), 2):
        here, there = Span(one.start, one.end), Span(other.start, other.end)
        if one.document_id == other.document_id and overlaps(here, there):
            text = "names the same passage twice" if here == there else "has two passages that overlap"
            yield Finding(row.id, "overlap", f"{text}: {_shown(one.quote)}")


def _shown(quote: str) -> str:
    line = " ".join(quote.split())
    return f"“{line if len(line) <= _SHOWN else line[: _SHOWN - 1] + '…'}”"

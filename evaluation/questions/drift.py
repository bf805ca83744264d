"""Where evidence stands after documents have changed. Unlike lint, proposes new places, and can write them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from core.spans import Span
from core.types import Document
from corpus.anchor import EvidencePlaces, find_quote, range_in
from corpus.question_rows import QuestionRow
from evaluation.questions.near import NearPlaces, nearest

State = Literal["stands", "moved", "changed", "gone", "unknown"]
STATES: tuple[State, ...] = ("stands", "moved", "changed", "gone", "unknown")
CHANGED_TAG, GONE_TAG = "evidence-changed", "evidence-gone"


@dataclass(frozen=True, slots=True)
class Drift:
    """One passage of evidence: what it was and where it is now.

    moved: found by its quote elsewhere. changed: a near match, `likeness` from 0 to 1, which in the document that was
    named counts before the same words in another one. gone: neither. unknown: without a quote nothing can be said.
    `document`, `start`, `end` and `text` are the proposed place; None where there is none.
    """

    question_id: str
    number: int
    state: State
    quote: str
    document: str | None = None
    start: int | None = None
    end: int | None = None
    text: str | None = None
    likeness: float | None = None
    note: str = ""


def drift(rows: Sequence[QuestionRow], documents: Sequence[Document]) -> list[Drift]:
    """One record for each passage of evidence, in order."""
    finder = _Finder(documents)
    return [
        finder.place(row.id, number, passage) for row in rows for number, passage in enumerate(row.evidence, start=1)
    ]


def counts(found: Sequence[Drift]) -> dict[State, int]:
    """How many passages are in each state."""
    number = Counter(one.state for one in found)
    return {state: number[state] for state in STATES}


def fixed(rows: Sequence[QuestionRow], found: Sequence[Drift]) -> list[QuestionRow]:
    """The rows with new places written in.

    A changed passage is taken as it now reads, and the question tagged evidence-changed; one that is gone is kept as it
    was written and the question tagged evidence-gone, so that neither passes for sound.
    """
    places: dict[str, list[Drift]] = {}
    for one in found:
        places.setdefault(one.question_id, []).append(one)
    return [_fixed(row, places.get(row.id, [])) for row in rows]


def _fixed(row: QuestionRow, found: Sequence[Drift]) -> QuestionRow:
    evidence = tuple(_written(old, one) for old, one in zip(row.evidence, found, strict=True))
    states = {one.state for one in found}
    tags = [tag for state, tag in (("changed", CHANGED_TAG), ("gone", GONE_TAG)) if state in states]
    kept = tuple(tag for tag in row.tags if tag not in (CHANGED_TAG, GONE_TAG))
    return replace(row, evidence=evidence, tags=(*kept, *tags))


def _written(old: Any, one: Drift) -> Any:
    if one.document is None:
        return old
    return {"document": one.document, "start": one.start, "end": one.end, "quote": one.text}


class _Finder:
    """The documents, with their sentences found once they are needed."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._places = EvidencePlaces(documents)
        self._documents = documents
        self._near = {document.id: NearPlaces(document) for document in documents}

    def place(self, question_id: str, number: int, passage: Any) -> Drift:
        fields: Mapping[str, Any] = passage if isinstance(passage, Mapping) else {}
        name, quote = fields.get("document"), fields.get("quote")
        quoted = quote if isinstance(quote, str) and quote.strip() else ""
        if name is None and quoted and (found := self._places.anchor(fields)[0]) is not None:
            holder = self._near[found.document_id].document
            return _at(question_id, number, "stands", quoted, holder, Span(found.start, found.end))
        document = self._places.document(name) if isinstance(name, str) else None
        if not quoted:
            return self._unquoted(question_id, number, document, fields)
        start = fields.get("start")
        given = range_in(start, fields.get("end"), len(document.text)) if document else None
        if document and given and document.text[given.start : given.end].split() == quoted.split():
            return _at(question_id, number, "stands", quoted, document, given)
        own = self._in_own(question_id, number, quoted, document, start if isinstance(start, int) else None)
        return own or self._not_in_own(question_id, number, quoted, document)

    def _unquoted(self, question_id: str, number: int, document: Document | None, fields: Mapping[str, Any]) -> Drift:
        if document is None:
            return Drift(question_id, number, "gone", "", note="names no document that is there, and has no quote")
        if range_in(fields.get("start"), fields.get("end"), len(document.text)) is None:
            return Drift(question_id, number, "gone", "", note=f"its range is not in {document.id}, and has no quote")
        return Drift(question_id, number, "unknown", "", note="has no quote, so that a change cannot be seen")

    def _in_own(
        self, question_id: str, number: int, quote: str, document: Document | None, start: int | None
    ) -> Drift | None:
        """The quote in the document it is said to stand in, nearest to its old place."""
        here = find_quote(document.text, quote) if document else []
        if document is None or not here:
            return None
        span = here[0] if start is None else min(here, key=lambda place: abs(place.start - start))
        state: State = "moved" if start is not None else "stands"
        note = f"it stands {len(here)} times in {document.id}" if len(here) > 1 else ""
        return _at(question_id, number, state, quote, document, span, note)

    def _in_other(self, question_id: str, number: int, quote: str, document: Document | None) -> Drift | None:
        """The quote in the first other document that has it."""
        others = [(other, find_quote(other.text, quote)) for other in self._documents if other is not document]
        holding = [(other, places) for other, places in others if places]
        if not holding:
            return None
        other, places = holding[0]
        copies = sum(len(places) for _, places in holding)
        note = f"now in {other.id}" + (f"; it stands {copies} times in all" if copies > 1 else "")
        return _at(question_id, number, "moved", quote, other, places[0], note)

    def _not_in_own(self, question_id: str, number: int, quote: str, document: Document | None) -> Drift:
        """Like the quote in its own document; else the same elsewhere, or like it elsewhere."""
        exact = self._in_other(question_id, number, quote, document)
        near = nearest(quote, [self._near[document.id]]) if document else None
        if near is None and exact is not None:
            return exact
        near = near or nearest(quote, [places for places in self._near.values() if places.document is not document])
        if near is None:
            return Drift(question_id, number, "gone", quote, note="nothing in the documents reads like it")
        there = self._near[near.document_id].document
        note = "" if there is document else f"now in {there.id}"
        if exact is not None:
            note = f"unchanged it stands in {exact.document}: check which of the two is meant"
        return _at(question_id, number, "changed", quote, there, near.span, note, near.likeness)


def _at(
    question_id: str,
    number: int,
    state: State,
    quote: str,
    document: Document,
    span: Span,
    note: str = "",
    likeness: float | None = None,
) -> Drift:
    text = document.text[span.start : span.end]
    return Drift(question_id, number, state, quote, document.id, span.start, span.end, text, likeness, note)

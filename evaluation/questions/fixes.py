"""What can be put right in a question set without asking anybody. Unlike drift.fixed, takes only what is sure.

Sure is what leaves nothing to choose: a quote that stands in one place alone, passages whose join covers the same
characters, a question that is another one word for word with the same evidence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.spans import Span, merge
from core.text import normalized
from core.types import Document
from corpus.anchor import EvidencePlaces, find_quote
from corpus.question_rows import QuestionRow
from evaluation.questions.drift import Drift


@dataclass(frozen=True, slots=True)
class Fix:
    """What becomes of one question; `row` is None where it is left out. `says` tells the reader what is done."""

    question_id: str
    says: str
    row: QuestionRow | None


def sure_fixes(rows: Sequence[QuestionRow], documents: Sequence[Document], found: Sequence[Drift]) -> list[Fix]:
    """One fix a question that needs any, in order; `found` is the drift of these rows over these documents."""
    places = EvidencePlaces(documents)
    sure = {(one.question_id, one.number): one for one in found if _is_sure(one, documents)}
    first: dict[str, QuestionRow] = {}
    fixes = []
    for row in rows:
        said: list[str] = []
        mended = _joined(_placed(row, sure, said), places, said)
        earlier = first.setdefault(normalized(row.question).casefold(), mended)
        if earlier is not mended and _same(earlier, mended, places):
            fixes.append(Fix(row.id, f"left out: it is {earlier.id} again, word for word", None))
        elif mended is not row:
            fixes.append(Fix(row.id, "; ".join(said), mended))
    return fixes


def applied(rows: Sequence[QuestionRow], fixes: Sequence[Fix]) -> list[QuestionRow]:
    """The rows with the fixes made."""
    by_id = {fix.question_id: fix.row for fix in fixes}
    return [mended for row in rows if (mended := by_id.get(row.id, row)) is not None]


def _is_sure(one: Drift, documents: Sequence[Document]) -> bool:
    """A quote that left its place, and stands once: in its own document, or in all of them."""
    if one.state != "moved" or one.document is None:
        return False
    here = sum(len(find_quote(document.text, one.quote)) for document in documents if document.id == one.document)
    if one.note.startswith("now in "):
        return sum(len(find_quote(document.text, one.quote)) for document in documents) == 1
    return here == 1


def _placed(row: QuestionRow, sure: Mapping[tuple[str, int], Drift], said: list[str]) -> QuestionRow:
    evidence: list[Any] = []
    for number, passage in enumerate(row.evidence, start=1):
        one = sure.get((row.id, number))
        if one is None:
            evidence.append(passage)
            continue
        evidence.append({"document": one.document, "start": one.start, "end": one.end, "quote": one.text})
        said.append(f"evidence {number} is at {one.start:,} of {one.document} now")
    return replace(row, evidence=tuple(evidence)) if said else row


def _joined(row: QuestionRow, places: EvidencePlaces, said: list[str]) -> QuestionRow:
    """Passages that overlap as one; where any has no place, or none overlap, the row itself."""
    anchored = [places.anchor(passage)[0] for passage in row.evidence]
    passages = [one for one in anchored if one is not None]
    if len(passages) < len(row.evidence):
        return row
    joined: list[dict[str, Any]] = []
    for name in dict.fromkeys(one.document_id for one in passages):
        document = places.document(name)
        spans = _overlapping(Span(one.start, one.end) for one in passages if one.document_id == name)
        joined += [_passage(document, span) for span in spans if document is not None]
    if len(joined) == len(passages):
        return row
    said.append(f"{len(passages):,} passages that overlap are {len(joined):,}")
    return replace(row, evidence=tuple(joined))


def _overlapping(spans: Iterable[Span]) -> list[Span]:
    """Merged where they share a character; those that only touch stay two."""
    kept: list[Span] = []
    for span in sorted(spans):
        if kept and span.start < kept[-1].end:
            kept[-1:] = merge([kept[-1], span])
        else:
            kept.append(span)
    return kept


def _passage(document: Document, span: Span) -> dict[str, Any]:
    return {"document": document.id, "start": span.start, "end": span.end, "quote": document.text[slice(*span)]}


def _same(one: QuestionRow, other: QuestionRow, places: EvidencePlaces) -> bool:
    """The same answer and the same evidence, wherever it is anchored."""
    return (one.answer or "") == (other.answer or "") and _covered(one, places) == _covered(other, places)


def _covered(row: QuestionRow, places: EvidencePlaces) -> list[tuple[str, int, int]] | tuple[Any, ...]:
    anchored = [places.anchor(passage)[0] for passage in row.evidence]
    if any(one is None for one in anchored):
        return row.evidence
    return sorted((one.document_id, one.start, one.end) for one in anchored if one is not None)

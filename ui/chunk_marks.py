"""The marks of an inspected document: chunks and their overlaps, evidence whole or cut, and what is never read."""

from __future__ import annotations

from collections.abc import Iterator

from chunking.strategy import UNIT_NAMES
from core.counted import counted
from core.spans import Span, overlaps
from evaluation.inspection import EvidenceFate, Inspection, Measured
from evaluation.inspection_facts import FATES
from ui.marked_text import Kind, Mark

LEGEND: dict[Kind, str] = {
    "even": "a chunk",
    "odd": "the next chunk",
    "both": "in both (overlap)",
    "evidence": "evidence, whole",
    "severed": "evidence, cut apart at the bars",
    "beyond": "beyond what the encoder reads",
}
_LONGEST_TIP = 120


def marks_of(inspection: Inspection, window: Span, chosen: Measured | None = None) -> list[Mark]:
    """The marks inside a window of the text. A click on one tells a chunk's id."""
    unit = UNIT_NAMES[str(dict(inspection.spec.parameters)["unit"])]
    near = [one for one in inspection.chunks if overlaps(_span(one), window)]
    marks = [mark for one in near for mark in _of_chunk(one, unit)]
    marks += [Mark(*span, "beyond", tip="no vector stands for this") for span in inspection.unread]
    marks += [mark for fate in inspection.fates for mark in _of_evidence(fate)]
    if chosen is not None:
        marks.append(Mark(*_span(chosen), "chosen"))
    return [mark for mark in marks if mark.start < window.end and mark.end >= window.start]


def _of_chunk(one: Measured, unit: str) -> Iterator[Mark]:
    chunk = one.chunk
    number = f"{chunk.ordinal + 1:,}"
    kind: Kind = "odd" if chunk.ordinal % 2 else "even"
    yield Mark(chunk.start, chunk.end, kind, chunk.id, f"chunk {number}: {one.size:,} {unit}", number)
    if one.shared:
        yield Mark(chunk.start, chunk.start + one.shared, "both", tip=counted(one.shared, "shared character"))


def _of_evidence(fate: EvidenceFate) -> Iterator[Mark]:
    asked = fate.question.text if len(fate.question.text) <= _LONGEST_TIP else f"{fate.question.text[:_LONGEST_TIP]}…"
    kept = fate.fate in ("whole", "parent")
    yield Mark(*fate.span, "evidence" if kept else "severed", tip=f"evidence, {FATES[fate.fate]}: {asked}")
    if fate.fate == "severed":
        for place in fate.cuts:
            yield Mark(place, place, "cut", tip="a chunk ends or begins here")


def _span(one: Measured) -> Span:
    return Span(one.chunk.start, one.chunk.end)

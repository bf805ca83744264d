"""A passage of evidence as marks on its document: what came back, what was lost and why, where chunks end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from core.spans import Span, intersect, subtract
from core.types import Document
from evaluation.causes import CAUSES
from evaluation.losses import Loss
from ui.marked_text import Kind, Mark, marked_text
from ui.run_documents import Searched, edges_of

KINDS: Mapping[Kind, str] = {"found": "came back", "lost": "lost", "cut": "a chunk ends or begins"}
_AROUND = 90
_HEIGHT = 190


def why_lost(span: Span, losses: Iterable[Loss]) -> dict[Span, str]:
    """The parts of the passage that were lost, each with its cause; the losses are of its document."""
    return {
        part: CAUSES[loss.cause].label
        for loss in losses
        if loss.start is not None and loss.end is not None
        for part in intersect([span], [Span(loss.start, loss.end)])
    }


def in_document(document: Document, span: Span, why: Mapping[Span, str], searched: Searched, key: str) -> list[Mark]:
    """Draw the passage with a little of the text around it; returns its marks, to be shown elsewhere too."""
    start, end = max(0, span.start - _AROUND), min(len(document.text), span.end + _AROUND)
    marks = _marks(span, why, edges_of(searched.chunks, document.id, start, end))
    marked_text(document.text, marks, key=key, title="Evidence in its document", start=start, end=end, height=_HEIGHT)
    return marks


def _marks(span: Span, why: Mapping[Span, str], cuts: Sequence[int]) -> list[Mark]:
    found = [Mark(*part, "found", tip="came back") for part in subtract([span], why)]
    lost = [Mark(*part, "lost", tip=f"lost: {label.lower()}") for part, label in why.items()]
    return [*found, *lost, *(Mark(edge, edge, "cut", tip="a chunk ends or begins") for edge in cuts)]

"""A question's evidence as one run treated it: each passage in its document, what came back, what was lost and why."""

from __future__ import annotations

import streamlit as st

from core.spans import Span, intersect, subtract
from evaluation.causes import CAUSES
from evaluation.fates import Fate
from evaluation.question_words import loss_words
from ui.drawer import source_drawer
from ui.literal import literal
from ui.marked_text import Mark, marked_text
from ui.question_column import Column
from ui.run_documents import edges_of

_AROUND = 90
_HEIGHT = 190
_SIGNS = {"whole": ":green[✓]", "part": ":orange[◐]", "none": ":red[✗]"}


def show(column: Column) -> None:
    """Every passage of the evidence, and what is in no document."""
    for number, fate in enumerate(column.fates):
        with st.container(border=True):
            _passage(column, fate, f"question-evidence-{column.letter}-{number}")
    for loss in column.losses:
        if loss.start is None:
            st.markdown(f"{_SIGNS['none']} **{CAUSES[loss.cause].label}**: {literal(loss.note or loss.document)}")
    if column.searched.reason:
        st.caption(literal(f"Its documents cannot be shown: {column.searched.reason}"))


def _passage(column: Column, fate: Fate, key: str) -> None:
    passage = fate.passage
    st.markdown(f"{_SIGNS[fate.found]} {_came_back(fate)}")
    for loss in fate.losses:
        cause = CAUSES[loss.cause]
        st.markdown(f":red-badge[{cause.label}]", help=f"{cause.proof} {cause.advice}")
        also = f"; would also be back without: {', '.join(CAUSES[name].label.lower() for name in loss.also)}"
        st.caption(literal(loss_words(loss) + (also if loss.also else "")))
    document = column.searched.documents.get(passage.document_id)
    if document is None or passage.span.end > len(document.text):
        st.caption(literal(f"{passage.document_id}, characters {passage.span.start:,} to {passage.span.end:,}"))
        return
    start, end = max(0, passage.span.start - _AROUND), min(len(document.text), passage.span.end + _AROUND)
    marks = _marks(column, fate, start, end)
    marked_text(document.text, marks, key=key, title="Evidence in its document", start=start, end=end, height=_HEIGHT)
    if st.button("Open the source here", key=f"{key}-source", type="tertiary", icon=":material/menu_open:"):
        source_drawer(document, passage.span, literal(document.name), marks)


def _came_back(fate: Fate) -> str:
    where = f" at rank {', '.join(f'{rank:,}' for rank in fate.ranks)}" if fate.ranks else ""
    copy = ", in a copy that reads the same" if fate.elsewhere else ""
    if fate.found == "none":
        return "**did not come back**"
    return f"**{'all' if fate.found == 'whole' else f'{fate.share:.0%}'}** came back{where}{copy}"


def _marks(column: Column, fate: Fate, start: int, end: int) -> list[Mark]:
    """The evidence, what was lost of it apart, and the borders of chunks around it."""
    span, name = fate.passage.span, fate.passage.document_id
    why = {
        part: CAUSES[loss.cause].label
        for loss in fate.losses
        if loss.start is not None and loss.end is not None
        for part in intersect([span], [Span(loss.start, loss.end)])
    }
    if not why and fate.found != "whole":
        # The run's losses were not explained.
        why = dict.fromkeys(subtract([span], _returned(column, name)), "did not come back")
    found = [Mark(*part, "found", tip="came back") for part in subtract([span], why)]
    lost = [Mark(*part, "lost", tip=f"lost: {label.lower()}") for part, label in why.items()]
    cuts = edges_of(column.searched.chunks, name, start, end)
    return [*found, *lost, *(Mark(edge, edge, "cut", tip="a chunk ends or begins") for edge in cuts)]


def _returned(column: Column, document: str) -> list[Span]:
    hits = column.outcome.found if column.outcome else ()
    return [Span(hit.returned_start, hit.returned_end) for hit in hits if hit.document == document]

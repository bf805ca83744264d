"""A question's evidence as one run treated it: each passage in its document, what came back, what was lost and why."""

from __future__ import annotations

import streamlit as st

from core.spans import Span, subtract
from evaluation.causes import CAUSES
from evaluation.fates import Fate
from evaluation.question_words import loss_words
from ui.drawer import source_drawer
from ui.evidence_marks import in_document, why_lost
from ui.literal import literal
from ui.question_column import Column

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
    marks = in_document(document, passage.span, _why(column, fate), column.searched, key)
    if st.button("Open the source here", key=f"{key}-source", type="tertiary", icon=":material/menu_open:"):
        source_drawer(document, passage.span, literal(document.name), marks)


def _came_back(fate: Fate) -> str:
    where = f" at rank {', '.join(f'{rank:,}' for rank in fate.ranks)}" if fate.ranks else ""
    copy = ", in a copy that reads the same" if fate.elsewhere else ""
    if fate.found == "none":
        return "**did not come back**"
    return f"**{'all' if fate.found == 'whole' else f'{fate.share:.0%}'}** came back{where}{copy}"


def _why(column: Column, fate: Fate) -> dict[Span, str]:
    """What was lost of the passage; where the run's losses were not explained, what did not come back."""
    span, name = fate.passage.span, fate.passage.document_id
    why = why_lost(span, fate.losses)
    if why or fate.found == "whole":
        return why
    return dict.fromkeys(subtract([span], _returned(column, name)), "did not come back")


def _returned(column: Column, document: str) -> list[Span]:
    hits = column.outcome.found if column.outcome else ()
    return [Span(hit.returned_start, hit.returned_end) for hit in hits if hit.document == document]

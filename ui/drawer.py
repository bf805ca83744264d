"""The source of a passage in a drawer at the right: the document around a span, scrolled to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from core.spans import Span
from core.types import Document
from ui.literal import literal
from ui.marked_text import Kind, Mark, legend, marked_text

# A browser should not be given a book; so many characters around the span are.
_AROUND = 15_000
_HEIGHT = 620


def source_drawer(
    document: Document, span: Span, title: str, marks: Sequence[Mark] = (), kinds: Mapping[Kind, str] | None = None
) -> None:
    """Open the document at the span, with `marks`, or where there are none with the span marked as cited.

    `kinds` says what marks mean; those that are there are shown. Call it in answer to a press or a click, and once a
    run of the page.
    """
    st.dialog(title, width="medium", position="right")(_source)(document, span, tuple(marks), kinds or {})


def _source(document: Document, span: Span, marks: Sequence[Mark], kinds: Mapping[Kind, str]) -> None:
    start, end = max(0, span.start - _AROUND), min(len(document.text), span.end + _AROUND)
    st.caption(literal(f"{document.name} · characters {span.start:,} to {span.end:,} of {len(document.text):,}"))
    legend(kinds, marks)
    if start:
        st.caption(f"… {start:,} characters before")
    marked_text(
        document.text,
        marks or (Mark(span.start, span.end, "cited"),),
        key=f"drawer-{document.sha256[:12]}-{span.start}-{span.end}",
        title=f"Source: {document.name}",
        start=start,
        end=end,
        height=_HEIGHT,
        focus=span,
    )
    if end < len(document.text):
        st.caption(f"… {len(document.text) - end:,} characters after")

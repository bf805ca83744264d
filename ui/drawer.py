"""What opens over a page, and above all a passage's source at the right: its document, scrolled to the passage."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import streamlit as st

from core.spans import Span
from core.types import Document
from ui.literal import literal
from ui.marked_text import Kind, Mark, legend, marked_text

# A browser should not be given a book; so many characters around the span are.
_AROUND = 15_000
_HEIGHT = 620
_OPEN = "drawer-open"


def source_drawer(
    document: Document, span: Span, title: str, marks: Sequence[Mark] = (), kinds: Mapping[Kind, str] | None = None
) -> None:
    """Open the document at the span, with `marks`, or where there are none with the span marked as cited.

    `kinds` says what marks mean; those that are there are shown. Call it in answer to a press or a click, and once a
    run of the page.
    """
    over_page(title, _source, document, span, tuple(marks), kinds or {}, position="right")


def over_page(
    title: str, content: Callable[..., None], *given: object, position: Literal["center", "right"] = "center"
) -> None:
    """Open `content` over the page until it is dismissed; a page that is drawn anew closes it."""
    st.session_state[_OPEN] = True
    st.dialog(title, width="medium", position=position, on_dismiss=begin)(content)(*given)


def is_open() -> bool:
    """Whether something is read over the page, so that what can wait should not draw the page anew."""
    return bool(st.session_state.get(_OPEN))


def begin() -> None:
    """Nothing is open: at the top of a page that asks `is_open`, and when a reader has dismissed it."""
    st.session_state.pop(_OPEN, None)


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

"""The record of one chunk: what it is, what is indexed of it, what stands around it. Unlike the table, of one alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import streamlit as st

from chunking.strategy import UNIT_NAMES
from core.counted import counted
from core.spans import Span, overlaps
from evaluation.inspection import Inspection, Measured
from evaluation.inspection_facts import FATES
from ui.literal import escaped, literal
from ui.marked_text import Mark, marked_text

_STYLE = """
<style>
.ct-record {display: grid; grid-template-columns: max-content 1fr; gap: 0.15rem 0.9rem; font-size: 0.9rem;}
.ct-record > :nth-child(even) {overflow-wrap: anywhere;}
.ct-record > :nth-child(odd) {opacity: 0.8;}
</style>
"""
_NEAR = 160
_HEIGHT = 220


def show(inspection: Inspection, one: Measured, key: str, go: Callable[[Span], None]) -> None:
    """Its facts, its text and its neighbors, to which `go` leads."""
    chunks, number = inspection.chunks, one.chunk.ordinal
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**Chunk {number + 1:,} of {len(chunks):,}**")
        for label, place in (("Previous", number - 1), ("Next", number + 1)):
            there = 0 <= place < len(chunks)
            span = _span(chunks[place]) if there else None
            st.button(label, key=f"{key}-{label.lower()}", disabled=not there, on_click=go, args=(span,))
    told = "".join(f"<div>{escaped(name)}</div><div>{escaped(value)}</div>" for name, value in _facts(inspection, one))
    st.html(f'{_STYLE}<div class="ct-record">{told}</div>')
    _warnings(inspection, one)
    _text(inspection, one, key)
    _around(inspection, one)


def _facts(inspection: Inspection, one: Measured) -> Iterator[tuple[str, str]]:
    chunk = one.chunk
    parameters = dict(inspection.spec.parameters)
    unit = str(parameters["unit"])
    yield "Id", chunk.id
    yield "Place", f"characters {chunk.start:,} to {chunk.end:,}"
    limit = f"{one.size:,} of {int(parameters['chunk_size']):,} {UNIT_NAMES[unit]}"
    others = [f"{size:,} {UNIT_NAMES[name]}" for name, size in one.sizes.items() if size is not None and name != unit]
    yield "Size", " · ".join([limit, *others])
    yield "Shared before", f"{counted(one.shared, 'character')} with the chunk before" if one.shared else "nothing"
    if chunk.heading_path:
        yield "Headings", " › ".join(chunk.heading_path)
    if chunk.context:
        yield "Added context", chunk.context
    if chunk.summary:
        yield "Indexed instead", chunk.summary
    if chunk.parent is not None:
        parent = chunk.parent
        yield "Returned parent", f"characters {parent.start:,} to {parent.end:,} ({parent.length:,})"
    for fate in inspection.fates:
        if chunk.ordinal in fate.chunks:
            yield "Evidence", f"{FATES[fate.fate]}: {fate.question.text}"


def _warnings(inspection: Inspection, one: Measured) -> None:
    if one.chunk.overflow and not one.chunk.summary:
        st.caption("⚠️ Larger than the limit: one unit that is kept whole.")
    if one.unread is not None and inspection.reads is not None:
        st.caption(
            f"⚠️ The encoder reads {inspection.reads:,} of its {one.pieces or 0:,} word pieces: the last "
            f"{counted(one.unread.length, 'character')} are not in its vector."
        )


def _text(inspection: Inspection, one: Measured, key: str) -> None:
    """The chunk, or its parent with the chunk in it."""
    chunk, shown, own = one.chunk, one.chunk.returned, _span(one)
    marks = [Mark(*own, "returned")] if shown != own else []
    if one.unread is not None:
        marks.append(Mark(*one.unread, "beyond", tip="beyond what the encoder reads"))
    for fate in inspection.fates:
        if overlaps(fate.span, shown):
            marks.append(Mark(*fate.span, "severed" if fate.fate == "severed" else "evidence", tip=fate.question.text))
    marked_text(
        inspection.document.text,
        marks,
        key=f"{key}-text-{chunk.id}",
        title=f"Text of chunk {chunk.ordinal + 1}",
        start=shown.start,
        end=shown.end,
        height=_HEIGHT,
        focus=own if shown != own else None,
    )


def _around(inspection: Inspection, one: Measured) -> None:
    """How the chunks beside it end and begin."""
    text, number = inspection.document.text, one.chunk.ordinal
    if number:
        before = inspection.chunks[number - 1].chunk
        st.caption(f"**Before:** {literal('…' + _one_line(text[max(before.start, before.end - _NEAR) : before.end]))}")
    if number + 1 < len(inspection.chunks):
        after = inspection.chunks[number + 1].chunk
        st.caption(f"**After:** {literal(_one_line(text[after.start : min(after.end, after.start + _NEAR)]) + '…')}")


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _span(one: Measured) -> Span:
    return Span(one.chunk.start, one.chunk.end)

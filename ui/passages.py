"""Passages of documents as HTML: a place in its source, and a document painted by its chunks.

All text is escaped here; colors are translucent, so that they work on light and dark ground.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import streamlit as st

from core.spans import Span
from core.types import Chunk, Document
from ui.literal import escaped

_STYLE = """
<style>
.ct-text {white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.55; font-size: 0.92rem;}
.ct-far {opacity: 0.6;}
.ct-mark {background: rgba(230, 159, 0, 0.28); border-radius: 3px;}
.ct-cut {border-left: 3px solid rgb(213, 94, 0); margin: 0 2px;}
.ct-even {background: rgba(0, 114, 178, 0.16);}
.ct-odd {background: rgba(0, 158, 115, 0.18);}
.ct-both {background: rgba(213, 94, 0, 0.38);}
.ct-number {font-size: 0.68rem; opacity: 0.75; vertical-align: super; padding-right: 1px;}
.ct-key span {padding: 1px 8px; border-radius: 3px; margin-right: 0.6rem; font-size: 0.82rem;}
</style>
"""
_KEY = (
    '<div class="ct-key"><span class="ct-even">chunk</span><span class="ct-odd">next chunk</span>'
    '<span class="ct-both">in both (overlap)</span></div>'
)
_AROUND = 80
_LONGEST = 800


def in_brief(document: Document, span: Span, cut: int | None) -> None:
    """A span marked in a little of the text around it: a bar where it is cut; of a long span, its two ends."""
    text = document.text[span.start : span.end]
    if cut is not None:
        bar = '<span class="ct-cut" title="cut here"></span>'
        inside = bar.join(map(escaped, (text[: cut - span.start], text[cut - span.start :])))
    elif len(text) > _LONGEST:
        left_out = f"\n… {len(text) - _LONGEST:,} characters …\n"
        inside = escaped(text[: _LONGEST // 2] + left_out + text[-_LONGEST // 2 :])
    else:
        inside = escaped(text)
    start, end = max(0, span.start - _AROUND), min(len(document.text), span.end + _AROUND)
    before, after = (escaped(document.text[a:b]) for a, b in ((start, span.start), (span.end, end)))
    cut_before, cut_after = "…" if start else "", "…" if end < len(document.text) else ""
    st.html(
        f'{_STYLE}<div class="ct-text"><span class="ct-far">{cut_before}{before}</span>'
        f'<span class="ct-mark">{inside}</span><span class="ct-far">{after}{cut_after}</span></div>'
    )


def painted(text: str, chunks: Sequence[Chunk], start: int, end: int) -> None:
    """text[start:end] with every chunk in a color of its own and what two chunks share in a third."""
    near = [chunk for chunk in chunks if chunk.start < end and chunk.end > start]
    st.html(f'{_STYLE}{_KEY}<div class="ct-text">{_painted(text, near, start, end)}</div>')


def _painted(text: str, chunks: Sequence[Chunk], start: int, end: int) -> str:
    edges = sorted({start, end, *(edge for chunk in chunks for edge in (chunk.start, chunk.end) if start < edge < end)})
    begins = {chunk.start: chunk.ordinal for chunk in chunks}
    parts, first = [], 0
    for left, right in pairwise(edges):
        while first < len(chunks) and chunks[first].end <= left:
            first += 1
        holders = []
        for chunk in chunks[first:]:
            if chunk.start > left:
                break
            if chunk.end >= right:
                holders.append(chunk)
        number = f'<span class="ct-number">{begins[left] + 1}</span>' if left in begins else ""
        parts.append(f'{number}<span class="{_class(holders)}">{escaped(text[left:right])}</span>')
    return "".join(parts)


def _class(holders: Sequence[Chunk]) -> str:
    if not holders:
        return "ct-far"
    if len(holders) > 1:
        return "ct-both"
    return "ct-odd" if holders[0].ordinal % 2 else "ct-even"

"""Passages of documents as HTML: the source around a chunk, and a document painted by its chunks.

All text is escaped here; colors are translucent, so that they work on light and dark ground.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import streamlit as st

from core.spans import Span, contains
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
.ct-found {background: rgba(0, 158, 115, 0.32); border-radius: 3px;}
.ct-lost {background: rgba(213, 94, 0, 0.38); border-radius: 3px;}
.ct-returned {background: rgba(0, 114, 178, 0.14);}
.ct-number {font-size: 0.68rem; opacity: 0.75; vertical-align: super; padding-right: 1px;}
.ct-key span {padding: 1px 8px; border-radius: 3px; margin-right: 0.6rem; font-size: 0.82rem;}
</style>
"""
_KEY = (
    '<div class="ct-key"><span class="ct-even">chunk</span><span class="ct-odd">next chunk</span>'
    '<span class="ct-both">in both (overlap)</span></div>'
)
_RETRIEVAL_KEY = (
    '<div class="ct-key"><span class="ct-found">evidence, retrieved</span><span class="ct-lost">evidence, lost</span>'
    '<span class="ct-returned">retrieved besides</span> <span class="ct-cut"></span>where a chunk ends or begins</div>'
)
_AROUND = 300
_BRIEFLY_AROUND = 80
_LONGEST = 800


def in_source(document: Document, span: Span) -> None:
    """A span marked in the text around it."""
    _marked(document, span, _AROUND, escaped(document.text[span.start : span.end]))


def in_brief(document: Document, span: Span, cut: int | None) -> None:
    """The same with less around it: a bar where the span is cut; of a long span, its two ends."""
    text = document.text[span.start : span.end]
    if cut is not None:
        bar = '<span class="ct-cut" title="cut here"></span>'
        inside = bar.join(map(escaped, (text[: cut - span.start], text[cut - span.start :])))
    elif len(text) > _LONGEST:
        left_out = f"\n… {len(text) - _LONGEST:,} characters …\n"
        inside = escaped(text[: _LONGEST // 2] + left_out + text[-_LONGEST // 2 :])
    else:
        inside = escaped(text)
    _marked(document, span, _BRIEFLY_AROUND, inside)


def _marked(document: Document, span: Span, around: int, inside: str) -> None:
    start, end = max(0, span.start - around), min(len(document.text), span.end + around)
    before, after = (escaped(document.text[a:b]) for a, b in ((start, span.start), (span.end, end)))
    cut_before, cut_after = "…" if start else "", "…" if end < len(document.text) else ""
    st.html(
        f'{_STYLE}<div class="ct-text"><span class="ct-far">{cut_before}{before}</span>'
        f'<span class="ct-mark">{inside}</span><span class="ct-far">{after}{cut_after}</span></div>'
    )


def retrieved(
    document: Document, evidence: Sequence[Span], lost: Sequence[Span], returned: Sequence[Span], cuts: Sequence[int]
) -> None:
    """The text around evidence: what of it was retrieved, what was lost, what else came back, and the chunks' ends."""
    start = max(0, min(span.start for span in evidence) - _AROUND)
    end = min(len(document.text), max(span.end for span in evidence) + _AROUND)
    spans = [*evidence, *lost, *returned]
    edges = {start, end, *cuts, *(edge for span in spans for edge in span)}
    parts = []
    for left, right in pairwise(sorted(edge for edge in edges if start <= edge <= end)):
        part = Span(left, right)
        if any(contains(span, part) for span in evidence):
            kind = "ct-lost" if any(contains(span, part) for span in lost) else "ct-found"
        else:
            kind = "ct-returned" if any(contains(span, part) for span in returned) else "ct-far"
        bar = '<span class="ct-cut"></span>' if left in cuts and left > start else ""
        parts.append(f'{bar}<span class="{kind}">{escaped(document.text[left:right])}</span>')
    before, after = "…" if start else "", "…" if end < len(document.text) else ""
    st.html(f'{_STYLE}{_RETRIEVAL_KEY}<div class="ct-text">{before}{"".join(parts)}{after}</div>')


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

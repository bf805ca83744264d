"""What was retrieved for one answer: how the budget was filled, passages with scores and marks, what was left out."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.counted import counted
from core.spans import Span
from core.text import shortened
from core.types import Hit
from evaluation.context_use import ContextUse, context_use
from evaluation.notices import unread_ranks
from evaluation.peek import Line
from evaluation.places import context_places
from evaluation.transcript import cited_ranks
from ui.chat_log import Said
from ui.drawer import source_drawer
from ui.literal import escaped, literal
from ui.marked_text import Kind, Mark, legend, marked_text
from ui.tables import frame
from ui.trace_marks import PASSAGE_LEGEND, passage_marks

USE_LEGEND: dict[Kind, str] = {**PASSAGE_LEGEND, "cited": "cited"}
SOURCE_LEGEND: dict[Kind, str] = {"chosen": "this citation", **USE_LEGEND, "returned": "retrieved besides"}
_CHANNELS = {"dense": "cosine similarity", "bm25": "BM25", "rerank": "re-ranker"}
_TALL, _PASSAGE_HEIGHT, _EXCERPT = 900, 200, 160


def show(said: Said, key: str, *, colored: bool) -> None:
    """The panel, closed at first; what it holds is drawn once it is open."""
    cited = cited_ranks(said.reply())
    title = f"Retrieval: {counted(len(said.hits), 'passage')}, {len(cited):,} cited"
    panel = st.expander(title, key=f"chat-retrieval-{key}", on_change="rerun", icon="🔎")
    if panel.open:
        with panel:
            _panel(said, key, colored=colored)


def document_marks(said: Said, document_id: str) -> list[Mark]:
    """The passages of a document that were returned, and their sentences as the judge sees them."""
    marks = []
    for hit, own in zip(said.hits, use_marks(said), strict=True):
        if hit.chunk.document_id == document_id:
            start, end = hit.returned
            marks.append(Mark(start, end, "returned", tip=f"Passage [{hit.rank}]", label=f"[{hit.rank}]"))
            marks += [Mark(start + mark.start, start + mark.end, mark.kind, tip=mark.tip) for mark in own]
    return marks


def use_marks(said: Said) -> list[list[Mark]]:
    """By hit, the sentences of its text that are relevant, used or both; none while nothing is judged."""
    lines: list[list[Line]] = [[] for _ in said.hits]
    for key, placed in context_places(said.hits).items():
        lines[placed.hit].append(Line(key, placed.span))
    return [passage_marks(own, said.judgement) for own in lines]


def _panel(said: Said, key: str, *, colored: bool) -> None:
    use = context_use(said.hits, said.side.retrieval)
    st.markdown(f"**Context:** {use.sentence}")
    _bar(said, use)
    st.caption("The tokens of each passage; those that are cited are underlined.")
    _table(said, use)
    used = use_marks(said) if colored else [[] for _ in said.hits]
    cited = [_cited_marks(said, hit) for hit in said.hits]
    legend(USE_LEGEND, [mark for own in [*used, *cited] for mark in own])
    opened = [hit for number, hit in enumerate(said.hits) if _passage(said, hit, used[number], cited[number], key)]
    if said.left_out:
        st.markdown("**Left out**")
        rows = [
            {
                "rank": left.rank,
                "document": said.documents[left.chunk.document_id].name,
                "why": left.reason,
                left.score_kind: float(left.score),
                "text": shortened(left.chunk.text, _EXCERPT),
            }
            for left in said.left_out
        ]
        kinds = {left.score_kind: st.column_config.NumberColumn(format="%.3f") for left in said.left_out}
        st.dataframe(frame(rows), hide_index=True, column_config=kinds, height=38 + 35 * min(6, len(rows)))
    if opened:
        hit = opened[0]
        document = said.documents[hit.chunk.document_id]
        source_drawer(document, hit.returned, f"Passage [{hit.rank}]", document_marks(said, document.id), SOURCE_LEGEND)


def _bar(said: Said, use: ContextUse) -> None:
    """The budget as a bar: a part for each passage, those that are cited stronger, and what is left."""
    cited = cited_ranks(said.reply())
    parts = []
    for hit, tokens in zip(said.hits, use.tokens, strict=True):
        kind, words = ("ct-bar-cited", ", cited") if hit.rank in cited else ("", "")
        tip = f"[{hit.rank}] {tokens:,} tokens{words}"
        parts.append(f'<span class="{kind}" style="flex:{max(tokens, 1)} 1 0" title="{escaped(tip)}">{hit.rank}</span>')
    if (left := use.whole - use.total) > 0:
        parts.append(f'<span class="ct-bar-free" style="flex:{left} 1 0" title="{left:,} tokens are free">free</span>')
    st.html(f'{_BAR_STYLE}<div class="ct-bar" role="img" aria-label="{escaped(use.sentence)}">{"".join(parts)}</div>')


def _table(said: Said, use: ContextUse) -> None:
    cited, unread = cited_ranks(said.reply()), unread_ranks(said.hits, said.answer) if said.answer else ()
    rows: list[dict[str, Any]] = []
    for hit, tokens in zip(said.hits, use.tokens, strict=True):
        scores = {_CHANNELS.get(name, name): float(score) for name, score in hit.channels.items()}
        row = {"passage": hit.rank, "document": said.documents[hit.chunk.document_id].name, "tokens": tokens}
        row |= {hit.score_kind: float(hit.score), **scores, "cited": hit.rank in cited}
        rows.append(row | ({"read by the model": hit.rank not in unread} if unread else {}))
    numbers = {name for row in rows for name, value in row.items() if isinstance(value, float)}
    config: dict[str, Any] = {name: st.column_config.NumberColumn(format="%.3f") for name in numbers}
    config["tokens"] = st.column_config.NumberColumn(format="localized", help="cl100k tokens")
    st.dataframe(frame(rows), hide_index=True, column_config=config, height=38 + 35 * len(rows))


def _cited_marks(said: Said, hit: Hit) -> list[Mark]:
    """What the answer cites of a passage, where that is not the whole of it."""
    return [
        Mark(citation.start - hit.returned.start, citation.end - hit.returned.start, "cited", tip="Cited")
        for citation in (said.answer.citations if said.answer else ())
        if citation.marker == hit.rank and Span(citation.start, citation.end) != hit.returned
    ]


def _passage(said: Said, hit: Hit, used: list[Mark], cited: list[Mark], key: str) -> bool:
    """One passage with its sentences marked; whether its source is asked for."""
    document = said.documents[hit.chunk.document_id]
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        path = " › ".join(hit.chunk.heading_path)
        where = (
            f"{document.name}{' · ' + path if path else ''} · characters {hit.returned.start:,} to {hit.returned.end:,}"
        )
        st.markdown(f"**[{hit.rank}]** {literal(where)}", width="stretch")
        asked = st.button("Source", key=f"chat-passage-{key}-{hit.rank}", icon="📄", type="tertiary")
    height = _PASSAGE_HEIGHT if len(hit.text) > _TALL else None
    first = min((Span(mark.start, mark.end) for mark in cited or used), default=None)
    marked_text(
        hit.text,
        [*used, *cited],
        key=f"chat-text-{key}-{hit.rank}-{'scored' if used else 'plain'}",
        title=f"Passage {hit.rank}",
        height=height,
        focus=first,
    )
    return asked


_BAR_STYLE = """
<style>
.ct-bar {display: flex; gap: 2px; height: 1.6rem; font-size: 0.75rem; border-radius: 4px; overflow: hidden;}
.ct-bar span {min-width: 1.1rem; text-align: center; line-height: 1.6rem; background: rgba(0, 114, 178, 0.22);}
.ct-bar .ct-bar-cited {background: rgba(230, 159, 0, 0.45); font-weight: 600; text-decoration: underline;}
.ct-bar .ct-bar-free {background: transparent; outline: 1px dashed rgba(128, 128, 128, 0.6); outline-offset: -1px;}
</style>
"""

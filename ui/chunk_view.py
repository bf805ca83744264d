"""A document's chunks on the page: counts, the painted text, sizes, the table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean, median

import streamlit as st

from chunking_strategies import STRATEGIES, chunk_document, local_tools, ruler_of_spec
from core.parameters import parameters_of
from core.types import Chunk, ChunkSpec, Document
from corpus.files import read_as
from evaluation.export import to_csv
from ui import charts, passages
from ui.literal import literal
from ui.tables import frame

_PAGE = 6_000


def show(document: Document, chunks: Sequence[Chunk], spec: ChunkSpec, key: str) -> None:
    """Facts first, then the text page by page, then sizes and the table."""
    if not chunks:
        st.info("This document shows no text, so it has no chunks.")
        return
    unit, limit = str(dict(spec.parameters)["unit"]), int(dict(spec.parameters)["chunk_size"])
    ruler = ruler_of_spec(spec, document.text)
    sizes = [ruler.size(chunk.start, chunk.end) for chunk in chunks]
    facts(document, chunks, sizes, unit)
    text, figures = st.columns([3, 2])
    with text:
        painted(document, chunks, key)
    with figures:
        st.markdown("**Sizes**")
        st.plotly_chart(charts.sizes(sizes, limit, unit), config=charts.CONFIG, key=f"{key}-sizes")
        _table(chunks, sizes, unit, key)


def cut_now(document: Document, spec: ChunkSpec, key: str) -> list[Chunk] | None:
    """The chunks of a document; where its sentences must be encoded first, a button until that is asked for."""
    asked = f"{key}-cut-{document.sha256}-{spec.key}"
    part = STRATEGIES[spec.strategy]
    # What a language model would write is left out here, so a strategy that asks one cuts at once.
    asks = any(knob.kind == "model" for knob in parameters_of(part.params))
    if part.prepare is not None and not asks and not st.session_state.get(asked):
        st.info(f"{part.label} encodes the text before it cuts, which takes a while.")
        if not st.button("Cut this document", key=f"{key}-cut"):
            return None
        st.session_state[asked] = True
    return _cut(document.id, document.sha256, spec.key, document, spec)


@st.cache_resource(max_entries=32, show_spinner="Cutting the document…")
def _cut(name: str, text_key: str, spec_key: str, _document: Document, _spec: ChunkSpec) -> list[Chunk]:
    return chunk_document(_document, _spec, local_tools().silent)


def facts(document: Document, chunks: Sequence[Chunk], sizes: Sequence[int], unit: str) -> None:
    """One line of numbers."""
    overlaps = [max(0, before.end - after.start) for before, after in pairwise(chunks)]
    real = f"{fmean(overlaps):.0f} characters" if overlaps else "none"
    over = sum(chunk.overflow and not chunk.summary for chunk in chunks)
    kept_whole = f" · {over:,} larger than the limit, kept whole" if over else ""
    reading = literal("".join(f"{each} · " for each in read_as(document)))
    st.caption(
        f"{reading}{len(document.text):,} characters · {len(chunks):,} chunks · "
        f"{min(sizes):,} to {max(sizes):,} {unit}, median {median(sizes):,.0f} · "
        f"real overlap {real} on average{kept_whole}"
    )


def painted(document: Document, chunks: Sequence[Chunk], key: str) -> None:
    """One page of the text at a time, because a browser should not be given a book."""
    pages = -(-len(document.text) // _PAGE)
    page = 1
    if pages > 1:
        page = int(st.number_input(f"Part of the text (1 to {pages})", 1, pages, key=f"{key}-part-{document.id}") or 1)
    start = (page - 1) * _PAGE
    with st.container(height=560, border=True):
        passages.painted(document.text, chunks, start, min(len(document.text), start + _PAGE))


def _table(chunks: Sequence[Chunk], sizes: Sequence[int], unit: str, key: str) -> None:
    rows = [
        {
            "number": chunk.ordinal + 1,
            "start": chunk.start,
            "end": chunk.end,
            unit: size,
            "context": chunk.context,
            "text": chunk.text,
        }
        for chunk, size in zip(chunks, sizes, strict=True)
    ]
    st.dataframe(frame(rows), hide_index=True, height=180)
    st.download_button(
        "Chunks (CSV)",
        to_csv(list(rows[0]), rows, bom=True),
        "chunks.csv",
        "text/csv",
        key=f"{key}-download",
        on_click="ignore",
    )

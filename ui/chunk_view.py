"""An inspected document on the page: its numbers, the painted text, the sizes, the table of chunks."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from chunking.strategy import UNIT_NAMES
from core.spans import Span
from evaluation.export import to_csv
from evaluation.inspection import Inspection
from evaluation.inspection_facts import Facts
from ui import charts
from ui.marked_text import Mark, marked_text
from ui.tables import frame

PAGE = 8_000
HEIGHT = 560
_SMALL = """
<style>
[class*='st-key-chunks-facts'] [data-testid='stMetricValue'] {font-size: 1rem;}
[class*='st-key-chunks-facts'] [data-testid='stMetric'] label {font-size: 0.8rem;}
</style>
"""
_SHORT = {**UNIT_NAMES, "chars": "chars", "pieces": "pieces"}
_HELP = {
    "Evidence": "Passages of evidence in this document that one retrievable passage holds from end to end.",
    "Chunks": "Chunks that the strategy makes of this document.",
    "Median": "Half of the chunks are larger. Counted is what is indexed: added context too.",
    "Overlap": "Characters that a chunk shares with the one before it, on average; the setting is only a limit.",
    "Unread": "Share of the document that no vector stands for, because chunks are longer than the encoder reads.",
}


def facts(found: Facts, key: str, beside: Facts | None = None) -> None:
    """One row of numbers; against another side, how much they differ from it."""
    st.html(_SMALL)
    overlap = f"{found.overlap:,.0f} chars" if found.overlap else "none"
    rows: list[tuple[str, str, float | None, float | None]] = [
        ("Chunks", f"{found.chunks:,}", found.chunks, beside and beside.chunks),
        ("Median", f"{found.median:,.0f} {_SHORT[found.unit]}", None, None),
        ("Overlap", overlap, found.overlap, beside and beside.overlap),
    ]
    if found.unread is not None:
        rows.append(("Unread", f"{found.unread:.1%}", None, None))
    if found.evidence:
        rows.insert(0, ("Evidence", f"{found.whole:,} of {found.evidence:,}", found.whole, beside and beside.whole))
    with st.container(horizontal=True, key=f"chunks-facts-{key}", gap="xsmall"):
        for label, value, number, other in rows:
            delta = 0 if number is None or other is None else round(number - other)
            told = f"{delta:+,}{' chars' if label == 'Overlap' else ''}" if delta else None
            more_is_better = "normal" if label == "Evidence" else "off"
            st.metric(label, value, told, more_is_better, help=_HELP[label], width="content")
    if found.oversized:
        st.caption(f"{found.oversized:,} larger than the limit: each is one unit that is kept whole.")


def painted(
    inspection: Inspection, marks: Sequence[Mark], window: Span, key: str, title: str, focus: Span | None
) -> None:
    """One part of the text, because a browser should not be given a book."""
    marked_text(
        inspection.document.text,
        marks,
        key=key,
        title=title,
        start=window.start,
        end=window.end,
        height=HEIGHT,
        focus=focus,
    )


def clicked(key: str) -> str:
    """The id of the chunk that was clicked since the last run, before its text is drawn again; "" where none was."""
    state = st.session_state.get(key)
    return str(getattr(state, "clicked", None) or "")


def sizes(sides: Sequence[tuple[str, Inspection]], key: str) -> None:
    """How large the chunks are, of all sides over each other in one unit."""
    units = ["tokens", "chars", "pieces"]
    known = [unit for unit in units if all(one.chunks and one.chunks[0].sizes[unit] is not None for _, one in sides)]
    limits = {name: dict(one.spec.parameters) for name, one in sides}
    first = str(next(iter(limits.values()))["unit"])
    unit = str(
        st.segmented_control(
            "Count sizes in",
            known,
            format_func=UNIT_NAMES.__getitem__,
            default=first if first in known else known[0],
            required=True,
            key=f"{key}-unit",
        )
    )
    values = {name: [one.sizes[unit] or 0 for one in each.chunks] for name, each in sides}
    lines = {name: int(given["chunk_size"]) for name, given in limits.items() if given["unit"] == unit}
    reads = next((each.reads for _, each in sides if each.reads), None)
    if unit == "pieces" and reads:
        lines["the encoder reads"] = reads
    st.plotly_chart(charts.sizes(values, lines, UNIT_NAMES[unit]), config=charts.CONFIG, key=f"{key}-sizes-{unit}")


def table(inspection: Inspection, key: str) -> None:
    """All chunks of the document, and the file."""
    rows = [
        {
            "number": one.chunk.ordinal + 1,
            "id": one.chunk.id,
            "start": one.chunk.start,
            "end": one.chunk.end,
            "characters": one.characters,
            "tokens": one.tokens,
            "word pieces": one.pieces,
            "shared with the one before": one.shared,
            "headings": " › ".join(one.chunk.heading_path),
            "context": one.chunk.context,
            "text": one.chunk.text,
        }
        for one in inspection.chunks
    ]
    counts = {name: st.column_config.NumberColumn(format="localized") for name in list(rows[0])[2:8]}
    st.dataframe(frame(rows), hide_index=True, height=420, column_config=counts)
    content = to_csv(list(rows[0]), rows, bom=True)
    st.download_button("Chunks (CSV)", content, "chunks.csv", "text/csv", key=f"{key}-download", on_click="ignore")

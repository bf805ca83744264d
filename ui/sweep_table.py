"""The configurations of a sweep as a table that fills while it runs. Unlike sweep_chart.py, tells why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from evaluation.metrics import METRICS
from experiments.live import Line
from ui.tables import frame

STATES = {
    "waiting": "○ waiting",
    "preparing": "◔ preparing",
    "asking": "◑ asking",
    "screened": "◕ screened",
    "confirmed": "● done",
    "screened out": "– screened out",
    "dropped": "✕ dropped",
    "failed": "⚠ failed",
    "not done": "‖ not done",
}
_HEIGHT = 460
_ALWAYS = ("state", "name", "done", "mean", "interval")
_COLUMNS = (
    *_ALWAYS, "screened", "failed", "why", "strategy", "size", "overlap", "encoder", "read", "retriever", "budget",
)  # fmt: skip


def table(lines: Sequence[Line], metric: str, questions: int, key: str) -> str:
    """The table; returns the name of the configuration that is chosen in it, empty without one."""
    config = st.column_config
    label = METRICS[metric].label
    rows = [_row(line) for line in lines]
    columns = {
        "state": config.TextColumn("state", pinned=True, width=120),
        "name": config.TextColumn("configuration", pinned=True),
        "done": config.ProgressColumn(
            "questions", min_value=0, max_value=max(1, questions), format="%d", help=f"Done, of {questions:,}"
        ),
        "mean": config.NumberColumn(label, format="%.3f", help=f"{METRICS[metric].help} The mean so far."),
        "interval": config.TextColumn("95\u00a0% interval", help="Of the mean so far"),
        "failed": config.NumberColumn("failed", help="Questions that failed, with their reasons in the results"),
        "screened": config.NumberColumn("screened", format="%.3f", help="The estimate of the screening"),
        "why": config.TextColumn("why", width="large", help="Why it went no further"),
        "budget": config.TextColumn("context", help="What a question is shown at most"),
    }
    shown = [name for name in _COLUMNS if any(row[name] not in (None, "", 0) for row in rows) or name in _ALWAYS]
    event = st.dataframe(
        frame(rows, shown),
        hide_index=True,
        height=min(_HEIGHT, 38 + 35 * len(rows)),
        column_config=columns,
        key=key,
        on_select="rerun",
        selection_mode="single-row",
        placeholder="–",
    )
    chosen = [place for place in event["selection"]["rows"] if place < len(lines)]
    return lines[chosen[0]].standing.name if chosen else ""


def _row(line: Line) -> dict[str, Any]:
    one, so_far = line.standing, line.so_far
    summary = so_far.summary if so_far else None
    known = summary is not None and summary.low is not None and summary.high is not None
    return {
        "state": STATES[one.state],
        "name": one.name,
        "done": so_far.done if so_far else 0,
        "mean": line.mean,
        "interval": f"{summary.low:.3f} to {summary.high:.3f}" if known and summary else "",
        "failed": so_far.failed if so_far else 0,
        "screened": one.screened,
        "why": one.reason,
        "strategy": one.strategy,
        "size": f"{one.parameters.get('chunk_size')} {one.parameters.get('unit')}",
        "overlap": one.parameters.get("overlap"),
        "encoder": one.encoder,
        "read": "" if one.method == "standard" else one.method,
        "retriever": one.retriever,
        "budget": f"{one.k} passages" if one.budget is None else f"{one.budget:,} tokens",
    }

"""Means so far with their intervals, one line a configuration. Unlike sweep_table.py, shows who overlaps with whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from evaluation.metrics import METRICS
from experiments.live import Line
from ui import charts
from ui.literal import escaped
from ui.sweep_table import STATES

# What is filled is finished, so that color alone says nothing.
_SYMBOLS = {"confirmed": "circle", "dropped": "x-thin-open", "failed": "diamond-open"}
# More lines than this are read in the table.
_MOST = 24


def show(lines: Sequence[Line], metric: str, key: str) -> None:
    """The chart, the best on top; nothing before there is a mean, or where there are too many."""
    known = [line for line in lines if line.mean is not None]
    if known and len(known) <= _MOST:
        st.plotly_chart(_figure(known, metric), config=charts.CONFIG, key=key)


def _figure(lines: Sequence[Line], metric: str) -> go.Figure:
    sign = 1 if METRICS[metric].more_is_better is False else -1
    ordered = sorted(lines, key=lambda line: sign * (line.mean or 0.0))
    figure = go.Figure()
    for state in dict.fromkeys(line.standing.state for line in ordered):
        shown = [(place, line) for place, line in enumerate(ordered) if line.standing.state == state]
        figure.add_scatter(
            x=[line.mean for _, line in shown],
            y=[-place for place, _ in shown],
            mode="markers",
            name=STATES[state],
            marker={"size": 11, "symbol": _SYMBOLS.get(state, "circle-open"), "line": {"width": 2}},
            error_x=_reach([line for _, line in shown]),
            customdata=[_says(line) for _, line in shown],
            hovertemplate="%{customdata[0]}<br>%{x:.3f}, %{customdata[1]}<extra></extra>",
        )
    for place, line in enumerate(ordered):
        # Above its line, so that long names leave the narrow screen to the intervals.
        name = escaped(charts.cut(line.standing.name))
        figure.add_annotation(
            x=0, xref="paper", y=0.42 - place, text=name, showarrow=False, xanchor="left", font={"size": 12}
        )
    shown = METRICS[metric]
    figure.update_xaxes(title=f"{shown.label}, mean with its 95 % interval", zeroline=False)
    if shown.kind != "count" and len({line.mean for line in lines}) == 1:  # else the axis goes far beyond the scores
        figure.update_xaxes(range=[-0.02, 1.02])
    figure.update_yaxes(visible=False, range=[0.4 - len(ordered), 0.8], fixedrange=True)
    return figure.update_layout(
        height=110 + 42 * len(ordered),
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
        showlegend=len(figure.data) > 1,
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.0, "x": 0},
    )


def _reach(lines: Sequence[Line]) -> dict[str, Any]:
    """How far the intervals reach to both sides; a mean without one has none."""
    sides: dict[str, list[float]] = {"array": [], "arrayminus": []}
    for line in lines:
        mean, summary = line.mean or 0.0, line.so_far.summary if line.so_far else None
        high = summary.high if summary and summary.high is not None else mean
        low = summary.low if summary and summary.low is not None else mean
        sides["array"].append(high - mean)
        sides["arrayminus"].append(mean - low)
    return {"type": "data", "symmetric": False, "thickness": 2.5, "width": 0, **sides}


def _says(line: Line) -> tuple[str, str]:
    questions = f"{line.so_far.done:,} questions" if line.so_far else ""
    return escaped(line.standing.name), questions

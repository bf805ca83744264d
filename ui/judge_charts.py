"""Figures of a judge beside labels: its means with their correction, and its calibration. Unlike charts.py, one run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from evaluation.agreement import CalibrationBin
from evaluation.corrected import Corrected
from evaluation.judge_words import KIND_NAMES
from evaluation.labels import Kind
from evaluation.metrics import METRICS

_SYMBOLS = ("circle", "square", "diamond")
_MARGIN = {"l": 10, "r": 10, "t": 10, "b": 10}
_LEGEND = {"orientation": "h", "yanchor": "bottom", "y": 1.02, "x": 0}


def corrections(found: Sequence[Corrected]) -> go.Figure:
    """A line a metric: what the judge alone says, what the labels alone say, and the correction with its interval."""
    shown = [one for one in found if one.corrected is not None]
    names = [METRICS[one.metric].label for one in shown]
    figure = go.Figure()
    for title, shift, symbol, estimates in (
        ("corrected", 0.0, "diamond", [one.corrected for one in shown]),
        ("labels alone", -0.22, "square", [one.labels_only for one in shown]),
    ):
        known = [(place, each) for place, each in enumerate(estimates) if each is not None]
        figure.add_scatter(
            x=[each.mean for _, each in known],
            y=[shift - place for place, _ in known],
            mode="markers",
            name=title,
            marker={"symbol": symbol, "size": 12},
            error_x={
                "type": "data",
                "symmetric": False,
                "array": [each.high - each.mean for _, each in known],
                "arrayminus": [each.mean - each.low for _, each in known],
                "thickness": 2.5,
                "width": 4,
            },
            customdata=[names[place] for place, _ in known],
            hovertemplate="%{customdata}: %{x:.3f}<extra>" + title + "</extra>",
        )
    figure.add_scatter(
        x=[one.judge for one in shown],
        y=[0.22 - place for place in range(len(shown))],
        mode="markers",
        name="judge alone",
        marker={"symbol": "x", "size": 11},
        hovertemplate="%{x:.3f}<extra>judge alone</extra>",
    )
    figure.update_xaxes(title="mean over questions (0 to 1)", range=[0, 1], zeroline=False)
    figure.update_yaxes(
        tickvals=[-place for place in range(len(shown))], ticktext=names, range=[0.6 - len(shown), 0.6], zeroline=False
    )
    return figure.update_layout(height=150 + 80 * len(shown), margin={**_MARGIN, "t": 40}, legend=_LEGEND)


def calibration(bins: Mapping[Kind, Sequence[CalibrationBin]]) -> go.Figure:
    """Probability against the share of yes labels; on the diagonal a judge means what it says."""
    figure = go.Figure()
    figure.add_scatter(
        x=[0, 1], y=[0, 1], mode="lines", name="ideal", line={"dash": "dot", "color": "gray"}, hoverinfo="skip"
    )
    for number, (kind, found) in enumerate(bins.items()):
        figure.add_scatter(
            x=[one.predicted for one in found],
            y=[one.labeled for one in found],
            mode="lines+markers",
            name=KIND_NAMES[kind],
            marker={
                "size": [min(26.0, 7 + 2 * one.n**0.5) for one in found],
                "symbol": _SYMBOLS[number % len(_SYMBOLS)],
            },
            customdata=[one.n for one in found],
            hovertemplate="says %{x:.2f}, labeled yes %{y:.2f}<br>of %{customdata}<extra>%{fullData.name}</extra>",
        )
    figure.update_xaxes(title="the judge's probability of yes (0 to 1)", range=[-0.03, 1.03])
    figure.update_yaxes(title="share labeled yes (0 to 1)", range=[-0.05, 1.05])
    return figure.update_layout(height=380, margin={**_MARGIN, "t": 40}, legend=_LEGEND)

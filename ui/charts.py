"""Plotly figures of runs. Colors come from the theme, so that light and dark fit; every axis has its unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from evaluation.columns import Array
from evaluation.metrics import METRICS
from evaluation.summary import MetricSummary

CONFIG = {"displayModeBar": False}
_SIGNS = {"better": "triangle-right", "worse": "triangle-left", "open": "circle"}
_HEIGHT = 340
_NAME = 60
_BINS = 40
# Two of Okabe and Ito's and a gray, readable on white and on black; a sign beside them says the same.
MOODS = {"better": "#009E73", "worse": "#D55E00", "open": "#7d8796"}


@dataclass(frozen=True, slots=True)
class Difference:
    """A line of a forest plot. `kind` is one of MOODS, `says` is shown on hovering."""

    name: str
    delta: float
    low: float | None
    high: float | None
    kind: str
    says: str


def metric_bars(runs: Mapping[str, Mapping[str, MetricSummary]], metrics: Sequence[str]) -> go.Figure:
    """Means with 95 % intervals: one group a metric, one bar a run. Metrics that a run lacks have no bar."""
    figure = go.Figure()
    for name, summaries in runs.items():
        shown = [summaries[metric] for metric in metrics if summaries[metric].mean is not None]
        figure.add_bar(
            name=name,
            x=[METRICS[summary.metric].label.replace(" ", "<br>") for summary in shown],
            y=[summary.mean for summary in shown],
            error_y={
                "type": "data",
                "symmetric": False,
                "array": [(s.high if s.high is not None else s.mean or 0) - (s.mean or 0) for s in shown],
                "arrayminus": [(s.mean or 0) - (s.low if s.low is not None else s.mean or 0) for s in shown],
                "thickness": 1.5,
                "color": "gray",
            },
            customdata=[f"{summary.n:,} of {summary.n + summary.missing:,} questions" for summary in shown],
            hovertemplate="%{x}: %{y:.3f}<br>%{customdata}<extra>%{fullData.name}</extra>",
        )
    figure.update_xaxes(tickangle=0)
    figure.update_yaxes(range=[0, 1.02], title="mean (0 to 1)")
    return _dressed(figure, legend=len(runs) > 1)


def distribution(scores: Array, metric: str) -> go.Figure:
    """How the questions' scores are spread; NaN stands for what was not measured."""
    figure = go.Figure(
        go.Histogram(
            x=scores[~np.isnan(scores)].tolist(),
            xbins={"start": 0, "end": 1.0001, "size": 0.1},
            hovertemplate="%{x}: %{y} questions<extra></extra>",
        )
    )
    figure.update_xaxes(range=[-0.02, 1.02], title=f"{METRICS[metric].label} of a question (0 to 1)")
    figure.update_yaxes(title="questions")
    return _dressed(figure, legend=False)


def radar(runs: Mapping[str, Mapping[str, MetricSummary]], metrics: Sequence[str]) -> go.Figure:
    """Two or more runs over the metrics that all of them have."""
    common = [metric for metric in metrics if all(run[metric].mean is not None for run in runs.values())]
    figure = go.Figure()
    for name, summaries in runs.items():
        means = [summaries[metric].mean for metric in common]
        labels = [METRICS[metric].label for metric in common]
        figure.add_scatterpolar(
            r=[*means, *means[:1]],
            theta=[*labels, *labels[:1]],
            name=name,
            fill="toself",
            opacity=0.65,
            hovertemplate="%{theta}: %{r:.3f}<extra>%{fullData.name}</extra>",
        )
    figure.update_polars(
        radialaxis={"range": [0, 1], "tickvals": [0.5, 1.0]},
        angularaxis={"tickfont": {"size": 11}},
        bgcolor="rgba(0,0,0,0)",
    )
    return _dressed(figure, legend=True).update_layout(margin={"l": 95, "r": 95})


def sizes(values: Mapping[str, Sequence[int]], lines: Mapping[str, int], unit: str) -> go.Figure:
    """How large the chunks are, one histogram a side over the other, beside named limits."""
    figure = go.Figure()
    largest = max((size for sizes in values.values() for size in sizes), default=1)
    width = max(1, -(-largest // _BINS))
    for number, (name, each) in enumerate(values.items()):
        figure.add_histogram(
            name=name,
            x=list(each),
            # Half a step aside, so that what fills a limit stands before its line.
            xbins={"start": 0.5, "end": largest + width + 0.5, "size": width},
            # Hatched, because color alone does not tell the sides apart for everybody.
            marker={"pattern": {"shape": "/" if number else "", "fillmode": "overlay"}},
            opacity=0.65 if len(values) > 1 else 1,
            hovertemplate="%{x} " + unit + ": %{y} chunks<extra>%{fullData.name}</extra>",
        )
    for row, (name, limit) in enumerate(lines.items()):
        figure.add_vline(
            x=limit,
            line_dash="dash",
            line_color="gray",
            # Above the bars, each on a line of its own.
            annotation={
                "text": f"{name}: {limit:,}",
                "y": 1,
                "yref": "paper",
                "yanchor": "bottom",
                "yshift": 14 * row,
                "xanchor": "right",
            },
        )
    figure.update_xaxes(title=f"size of a chunk ({unit})", rangemode="tozero")
    figure.update_yaxes(title="chunks")
    dressed = _dressed(figure, legend=len(values) > 1).update_layout(barmode="overlay", bargap=0.04)
    return dressed.update_layout(margin={"t": 16 + 14 * len(lines)})


def shares(values: Mapping[str, float | None], title: str) -> go.Figure:
    """One share a strategy as horizontal bars, the smallest on top; what was not measured has no bar."""
    known = sorted(((share, name) for name, share in values.items() if share is not None), reverse=True)
    figure = go.Figure(
        go.Bar(
            x=[100 * share for share, _ in known],
            y=[name for _, name in known],
            orientation="h",
            texttemplate="%{x:.1f} %",
            textposition="outside",
            cliponaxis=False,
            hovertemplate="%{y}: %{x:.2f} %<extra></extra>",
        )
    )
    most = max(100 * share for share, _ in known)
    figure.update_xaxes(range=[0, 1.15 * most or 1], title=title)
    figure.update_yaxes(automargin=True)
    return _dressed(figure, legend=False).update_layout(height=90 + 30 * len(known))


def forest(rows: Sequence[Difference], unit: str, margin: float = 0.0) -> go.Figure:
    """Differences with their 95 % intervals around 0, the first on top; inside the margin's band they do not matter."""
    figure = go.Figure()
    if margin:
        figure.add_vrect(x0=-margin, x1=margin, fillcolor="gray", opacity=0.15, line_width=0, layer="below")
    figure.add_vline(x=0, line_dash="dot", line_color="gray", line_width=1)
    for kind, color in MOODS.items():
        shown = [(place, row) for place, row in enumerate(rows) if row.kind == kind]
        figure.add_scatter(
            x=[row.delta for _, row in shown],
            y=[-place for place, _ in shown],
            mode="markers",
            marker={"size": 10, "color": color, "symbol": _SIGNS[kind]},
            error_x={
                "type": "data",
                "symmetric": False,
                "array": [(row.delta if row.high is None else row.high) - row.delta for _, row in shown],
                "arrayminus": [row.delta - (row.delta if row.low is None else row.low) for _, row in shown],
                "thickness": 2.5,
                "width": 0,
                "color": color,
            },
            customdata=[(row.name, row.says) for _, row in shown],
            hovertemplate="%{customdata[0]}: %{x:+.3f}<br>%{customdata[1]}<extra></extra>",
            name=kind,
        )
    for place, row in enumerate(rows):
        # Above its line, so that long names leave the narrow screen to the intervals.
        figure.add_annotation(
            x=0, xref="paper", y=0.42 - place, text=cut(row.name), showarrow=False, xanchor="left", font={"size": 12}
        )
    figure.update_xaxes(title=f"difference in {unit}", zeroline=False)
    figure.update_yaxes(visible=False, range=[0.4 - len(rows), 0.8], fixedrange=True)
    return _dressed(figure, legend=False).update_layout(height=90 + 46 * len(rows))


def cut(name: str, most: int = _NAME) -> str:
    """A name for a chart, cut where it is too long."""
    return name if len(name) <= most else name[: most - 1] + "…"


def _dressed(figure: go.Figure, *, legend: bool) -> go.Figure:
    figure.update_layout(
        height=_HEIGHT,
        margin={"l": 10, "r": 10, "t": 30, "b": 10},
        showlegend=legend,
        legend={"orientation": "h", "yanchor": "top", "y": -0.25, "x": 0},
        bargap=0.25,
    )
    return figure

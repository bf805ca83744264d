"""Evidence retrieved against tokens spent: one run on its page, several laid over each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go
import streamlit as st

from core.counted import counted
from evaluation.curve_summary import BudgetMean, budget_means_of, budgets_csv, curves_csv, tokens_to_90_of
from evaluation.curves import BUDGETS, HEADLINE, By
from evaluation.runs import LoadedRun
from ui import charts
from ui.labels import labels
from ui.literal import escaped, literal
from ui.tables import frame

_LABELS = {
    "recall": "Evidence recall",
    "precision": "Evidence precision",
    "iou": "Evidence IoU",
    "hit": "Hit",
    "mrr": "MRR",
    "ndcg": "nDCG",
}
# Readable on white and on black; the theme's own colors cannot be had for the bands.
_COLORS = ((47, 134, 196), (213, 115, 26), (31, 158, 120), (192, 105, 159), (176, 138, 30), (124, 124, 201))
_DASHES = ("solid", "dash", "dot")
# Not told apart by color alone.
_SYMBOLS = ("circle", "square", "diamond", "cross", "triangle-up", "x")
# More bands than this hide each other.
_BANDS = 3


def show(run: LoadedRun) -> None:
    """The headline, the chart, the numbers and the files; nothing for a run without curves."""
    means = means_of(run)
    if not means:
        return
    st.subheader("Evidence against tokens", anchor=False)
    st.markdown(_headline(means))
    st.caption(_needed(run))
    left, right = st.columns(2)
    with left:
        metric = _metric("results-curve-metric")
        st.plotly_chart(curve_figure({run.name: means}, metric), config=charts.CONFIG, key="results-curve")
    with right:
        by: By = "k" if st.toggle("By number of passages instead of tokens", key="results-curve-by") else "tokens"
        _table(means, by)
    with st.container(horizontal=True):
        for label, name, content in (
            ("Curves (CSV)", "curves", lambda: curves_csv(run.outcomes, bom=True)),
            ("Budgets (CSV)", "budgets", lambda: budgets_csv(means, bom=True)),
        ):
            key = f"evaluate-download-{name}"
            st.download_button(label, content, f"{run.name}-{name}.csv", "text/csv", key=key, on_click="ignore")


def overlaid(runs: Sequence[LoadedRun], highlighted: Sequence[str] = ()) -> None:
    """The curves of several runs in one chart, whatever k or budget each was made with; two runs with their bands."""
    figure = curves_chart(runs, _metric("compare-curve-metric"), highlighted)
    if figure is None:
        st.info("None of these runs has an evidence curve: their questions have no annotated evidence.")
        return
    st.plotly_chart(figure, config=charts.CONFIG, key="compare-curves")
    st.caption(
        f"Which strategy wins can change with the budget. The dotted line is the budget of the headline, {HEADLINE:,} "
        "tokens; bands are 95 % intervals of the baseline and the run that is looked at."
    )
    missing = [run for run in runs if not run.columns.with_curve.any()]
    if missing:
        st.caption(literal(f"Without a curve: {', '.join(labels(runs)[run.name] for run in missing)}."))


def curves_chart(
    runs: Sequence[LoadedRun], metric: str = "recall", highlighted: Sequence[str] = ()
) -> go.Figure | None:
    """Overlaid curves of the runs that have one, None where none has; those highlighted come first, with bands."""
    names = labels(runs)
    bands = list(highlighted) or [run.name for run in runs[:_BANDS]]
    order = sorted(runs, key=lambda run: bands.index(run.name) if run.name in bands else len(bands))
    curves = {
        names[run.name]: means for run in order if (means := _means_by(run.state, metric, run.name in bands, run))
    }
    return curve_figure(curves, metric, len(bands)) if curves else None


@st.cache_data(max_entries=512, show_spinner="Averaging over the budgets")
def _means_by(state: str, metric: str, intervals: bool, _run: LoadedRun) -> list[BudgetMean]:
    return budget_means_of(_run.columns, (metric,), intervals=intervals)


def means_of(run: LoadedRun) -> list[BudgetMean]:
    """The run's means at every budget and k, computed once for each state of the run."""
    return _means(run.state, run)


@st.cache_data(max_entries=256, show_spinner="Averaging over the budgets")
def _means(state: str, _run: LoadedRun) -> list[BudgetMean]:
    return budget_means_of(_run.columns)


def curve_figure(curves: Mapping[str, Sequence[BudgetMean]], metric: str, bands: int = _BANDS) -> go.Figure:
    """A metric against the token budget on a logarithmic axis, the first ones with 95 % bands; more fade away."""
    figure = go.Figure()
    for number, (name, means) in enumerate(curves.items()):
        red, green, blue = _COLORS[number % len(_COLORS)]
        points = [mean for mean in means if mean.by == "tokens" and mean.metric == metric and mean.mean is not None]
        front = number < bands
        if front:
            _band(figure, points, f"rgba({red}, {green}, {blue}, 0.18)")
        figure.add_scatter(
            name=escaped(name),
            x=[mean.limit for mean in points],
            y=[mean.mean for mean in points],
            mode="lines+markers",
            line={
                "color": f"rgb({red}, {green}, {blue})",
                "width": 3 if front else 1.5,
                "dash": _DASHES[number // len(_COLORS) % len(_DASHES)],
            },
            marker={"symbol": _SYMBOLS[number % len(_SYMBOLS)], "size": 8 if front else 6},
            opacity=1 if front else 0.7,
            customdata=[f"{_interval(mean)}{counted(mean.n, 'question')}" for mean in points],
            hovertemplate="%{x:,} tokens: %{y:.3f}<br>%{customdata}<extra>%{fullData.name}</extra>",
        )
    figure.update_xaxes(
        type="log", tickvals=BUDGETS, ticktext=[f"{budget:,}" for budget in BUDGETS], title="token budget (log scale)"
    )
    figure.update_yaxes(range=[0, 1.02], title=f"{_LABELS[metric]} (0 to 1)")
    figure.add_vline(x=HEADLINE, line_dash="dot", line_color="gray")
    figure.update_layout(
        height=360 if len(curves) <= len(_COLORS) else 520,
        margin={"l": 10, "r": 10, "t": 30, "b": 10},
        showlegend=len(curves) > 1,
        legend={"orientation": "h", "yanchor": "top", "y": -0.25, "x": 0},
    )
    return figure


def _band(figure: go.Figure, points: Sequence[BudgetMean], color: str) -> None:
    known = [mean for mean in points if mean.low is not None and mean.high is not None]
    figure.add_scatter(
        x=[*(mean.limit for mean in known), *(mean.limit for mean in reversed(known))],
        y=[*(mean.high for mean in known), *(mean.low for mean in reversed(known))],
        mode="lines",
        fill="toself",
        fillcolor=color,
        line={"width": 0, "color": color},
        hoverinfo="skip",
        showlegend=False,
    )


def _metric(key: str) -> str:
    return str(st.selectbox("Metric", list(_LABELS), format_func=_LABELS.__getitem__, key=key, width=240))


def _headline(means: Sequence[BudgetMean]) -> str:
    at = {mean.metric: mean for mean in means if (mean.by, mean.limit) == ("tokens", HEADLINE)}
    recall, precision = at["recall"], at["precision"]
    said = f"With **{HEADLINE:,} tokens**, retrieval brings back **{recall.mean:.0%}** of the evidence"
    around = "" if recall.low is None else f" (95\u00a0%: {recall.low:.0%} to {recall.high:.0%})"
    share = "" if precision.mean is None else f"; {precision.mean:.1%} of what it returns is evidence"
    return f"{said}{around}{share}. Runs are compared here, whatever number of passages each was asked for."


def _needed(run: LoadedRun) -> str:
    needed = tokens_to_90_of(run.columns)
    if needed.median is None:
        return literal(f"Tokens to reach 90 % of the evidence: no number, because {needed.reason}.")
    return literal(
        f"Half of the questions have 90 % of their evidence within {needed.median:,} tokens; "
        f"{needed.reached:,} of {needed.n:,} reach it within {BUDGETS[-1]:,}."
    )


def _interval(mean: BudgetMean) -> str:
    return "" if mean.low is None else f"95 %: {mean.low:.3f} to {mean.high:.3f}, "


def _table(means: Sequence[BudgetMean], by: By) -> None:
    head = "tokens" if by == "tokens" else "k"
    rows: dict[int, dict[str, float | None]] = {}
    for mean in means:
        if mean.by == by:
            name = "returned" if mean.metric == "tokens" else _LABELS[mean.metric].removeprefix("Evidence ")
            rows.setdefault(mean.limit, {head: mean.limit})[name] = mean.mean
    column = st.column_config.NumberColumn
    config = {name: column(format="%.2f", width=54) for name in next(iter(rows.values()))}
    config[head] = column(format="localized", pinned=True, width=60)
    config["returned"] = column(format="%.0f", width=70, help="Tokens that were returned, on average.")
    st.dataframe(
        frame(list(rows.values())), hide_index=True, column_config=config, placeholder="–", height=38 + 35 * len(rows)
    )

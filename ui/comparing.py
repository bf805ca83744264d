"""Runs side by side, on the questions that all of them measured: what it comes to, tables, charts."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from evaluation.compare import Comparison, common_means, compare, warnings
from evaluation.export import to_csv
from evaluation.metrics import EVIDENCE, METRICS, TRACE
from evaluation.runs import LoadedRun
from ui import charts, results
from ui.literal import literal

_SHOWN = (*TRACE, *EVIDENCE, "context_tokens")
_COLUMNS = ("metric", "baseline", "candidate", "base", "other", "delta", "low", "high", "wins", "ties", "losses", "n")


def label(run: LoadedRun) -> str:
    """A run in few words."""
    plan = run.plan
    amount = plan["retrieval"]["token_budget"]
    by = f"{amount:,} tokens" if amount else f"k = {plan['retrieval']['k']}"
    return (
        f"{plan['collection']['name']} · {plan['retrieval']['mode']}, {by} · {plan['judge']['name']} · {run.name[-6:]}"
    )


def show(baseline: LoadedRun, others: Sequence[LoadedRun]) -> None:
    """The verdict of each candidate against the baseline, then what it rests on."""
    runs = [baseline, *others]
    for warning in warnings(runs):
        st.warning(literal(warning))
    comparisons = {run.name: compare(baseline, run) for run in others}
    for run in others:
        st.markdown(verdict(baseline, run, comparisons[run.name]))
    summaries = {label(run): results.summaries_of(run) for run in runs}
    left, right = st.columns([3, 2])
    with left:
        st.markdown("**Means with 95 % intervals**")
        st.plotly_chart(charts.metric_bars(summaries, TRACE), config=charts.CONFIG, key="compare-bars")
    with right:
        st.markdown("**Profile**")
        st.plotly_chart(charts.radar(summaries, (*TRACE, *EVIDENCE[:3])), config=charts.CONFIG, key="compare-radar")
    _means(runs)
    _differences(baseline, others, comparisons)


def verdict(baseline: LoadedRun, run: LoadedRun, comparison: Comparison) -> str:
    """One sentence: better, worse, or not to be told yet, on evidence recall, else on relevance."""
    rows = {row.metric: row for row in comparison.rows}
    row = rows.get("evidence_recall") or rows.get("relevance")
    names = f"**{literal(run.plan['collection']['name'])}** against **{literal(baseline.plan['collection']['name'])}**"
    if row is None:
        return f"{names}: no question was measured in both runs."
    metric = METRICS[row.metric].label.lower()
    counts = f"{row.wins} better, {row.ties} equal, {row.losses} worse of {row.n} questions"
    if row.low is None or row.high is None:
        return f"{names}: {metric} differs by {row.delta:+.2f} ({counts}); too little variation for an interval."
    interval = f"{row.delta:+.2f} (95 %: {row.low:+.2f} to {row.high:+.2f}; {counts})"
    if row.low > 0:
        return f"{names}: **higher** {metric}, {interval}."
    if row.high < 0:
        return f"{names}: **lower** {metric}, {interval}."
    return f"{names}: {metric} cannot be told apart yet, {interval}."


def _means(runs: Sequence[LoadedRun]) -> None:
    rows = []
    for metric in _SHOWN:
        means = common_means(runs, metric)
        if means[0].n:
            rows.append(
                {"metric": METRICS[metric].label, "questions in common": means[0].n}
                | {label(run): mean.mean for run, mean in zip(runs, means, strict=True)}
            )
    st.markdown("**Means on the questions measured in every run**")
    config = {label(run): st.column_config.NumberColumn(format="%.3f") for run in runs}
    st.dataframe(pd.DataFrame(rows), hide_index=True, column_config=config)


def _differences(baseline: LoadedRun, others: Sequence[LoadedRun], comparisons: dict[str, Comparison]) -> None:
    rows = [
        {
            "metric": row.metric,
            "baseline": baseline.name,
            "candidate": run.name,
            **{name: getattr(row, name) for name in _COLUMNS[3:]},
        }
        for run in others
        for row in comparisons[run.name].rows
        if row.metric in _SHOWN
    ]
    st.markdown("**Differences, question by question** (candidate minus baseline)")
    numbers = {name: st.column_config.NumberColumn(format="%+.3f") for name in ("delta", "low", "high")}
    numbers |= {name: st.column_config.NumberColumn(format="%.3f") for name in ("base", "other")}
    frame = pd.DataFrame(rows, columns=list(_COLUMNS))
    frame["metric"] = [METRICS[name].label for name in frame["metric"]]
    st.dataframe(frame, hide_index=True, column_config=numbers)
    st.download_button(
        "Differences (CSV)",
        to_csv(_COLUMNS, rows, bom=True),
        "comparison.csv",
        "text/csv",
        key="compare-download",
        on_click="ignore",
    )

"""Runs side by side, on the questions that all of them measured: what it comes to, tables, charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from evaluation.compare import Comparison, common_means, compare, warnings
from evaluation.export import to_csv
from evaluation.metrics import EVIDENCE, METRICS, TRACE
from evaluation.runs import LoadedRun
from ui import charts, results
from ui.labels import labels
from ui.literal import literal
from ui.tables import frame

_SHOWN = (*TRACE, *EVIDENCE, "context_tokens")
_COLUMNS = ("metric", "baseline", "candidate", "base", "other", "delta", "low", "high", "wins", "ties", "losses", "n")


def show(baseline: LoadedRun, others: Sequence[LoadedRun]) -> None:
    """The verdict and the charts, then the tables that they rest on."""
    glance(baseline, others)
    names = labels([baseline, *others])
    _means([baseline, *others], names)
    _differences(baseline, others, names)


def glance(baseline: LoadedRun, others: Sequence[LoadedRun]) -> None:
    """What to know before reading, the verdict of each candidate against the baseline, and two charts."""
    runs = [baseline, *others]
    for warning in warnings(runs):
        st.warning(literal(warning))
    names = labels(runs)
    for run in others:
        st.markdown(verdict(names[baseline.name], names[run.name], compare(baseline, run)))
    summaries = {names[run.name]: results.summaries_of(run) for run in runs}
    left, right = st.columns([3, 2])
    with left:
        st.markdown("**TRACe: means with 95\u00a0% intervals**")
        st.plotly_chart(charts.metric_bars(summaries, TRACE), config=charts.CONFIG, key="compare-bars")
    with right:
        st.markdown("**Profile**")
        st.plotly_chart(charts.radar(summaries, (*TRACE, *EVIDENCE)), config=charts.CONFIG, key="compare-radar")


def verdict(baseline: str, candidate: str, comparison: Comparison) -> str:
    """One sentence: higher, lower, or not to be told apart yet, on evidence recall, else on relevance."""
    rows = {row.metric: row for row in comparison.rows}
    row = rows.get("evidence_recall") or rows.get("relevance")
    names = f"**{literal(candidate)}** against **{literal(baseline)}**"
    if row is None:
        return f"{names}: no question was measured in both runs."
    metric = METRICS[row.metric].label.lower()
    counts = f"{row.wins} better, {row.ties} equal, {row.losses} worse of {row.n} questions"
    if row.low is None or row.high is None:
        return f"{names}: {metric} differs by {row.delta:+.2f} ({counts}); too little variation for an interval."
    interval = f"{row.delta:+.2f} (95\u00a0%: {row.low:+.2f} to {row.high:+.2f}; {counts})"
    if row.low > 0:
        return f"{names}: **higher** {metric}, {interval}."
    if row.high < 0:
        return f"{names}: **lower** {metric}, {interval}."
    return f"{names}: {metric} cannot be told apart yet, {interval}."


def _means(runs: Sequence[LoadedRun], names: Mapping[str, str]) -> None:
    rows = []
    for metric in _SHOWN:
        means = common_means(runs, metric)
        if means[0].n:
            rows.append(
                {"metric": METRICS[metric].label, "questions": means[0].n}
                | {names[run.name]: mean.mean for run, mean in zip(runs, means, strict=True)}
            )
    st.markdown("**Means on the questions measured in every run**")
    config = {name: st.column_config.NumberColumn(format="%.3f") for name in names.values()}
    st.dataframe(frame(rows), hide_index=True, column_config=config, height=38 + 35 * len(rows))


def _differences(baseline: LoadedRun, others: Sequence[LoadedRun], names: Mapping[str, str]) -> None:
    rows = [
        {"metric": row.metric, "baseline": names[baseline.name], "candidate": names[run.name]}
        | {name: getattr(row, name) for name in _COLUMNS[3:]}
        for run in others
        for row in compare(baseline, run).rows
        if row.metric in _SHOWN
    ]
    st.markdown(f"**Differences, question by question** (candidate minus {literal(names[baseline.name])})")
    signed = {name: st.column_config.NumberColumn(format="%+.3f") for name in ("delta", "low", "high")}
    plain = {name: st.column_config.NumberColumn(format="%.3f") for name in ("base", "other")}
    table = frame(rows, _COLUMNS).drop(columns="baseline")
    table["metric"] = [METRICS[name].label for name in table["metric"]]
    if len(others) == 1:
        table = table.drop(columns="candidate")
    st.dataframe(table, hide_index=True, column_config=signed | plain, height=min(640, 38 + 35 * len(rows)))
    st.download_button(
        "Differences (CSV)",
        to_csv(_COLUMNS, rows, bom=True),
        "comparison.csv",
        "text/csv",
        key="compare-download",
        on_click="ignore",
    )

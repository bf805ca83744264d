"""Every metric of a candidate beside the baseline, and the means of all runs. Other views show the headline alone."""

from __future__ import annotations

import streamlit as st

from core.hashing import key_of
from evaluation.compare import common_means, compare
from evaluation.conclusions import between, plain, signed
from evaluation.differences import PairedDifference
from evaluation.metrics import EVIDENCE, METRICS, TRACE
from ui import charts, computing, ruler
from ui.compare_focus import Focus
from ui.literal import literal
from ui.summaries import metrics_for_bars, summaries_of
from ui.tables import frame

# More runs than this are too many for bars side by side.
_READABLE = 5
_LARGE = 2_000


def show(focus: Focus) -> None:
    """Differences with their intervals, means side by side, and charts of few runs."""
    base, other = focus.baseline, focus.candidate
    comparison = computing.value_of(
        key_of(["metrics", base.run.state, other.run.state]),
        lambda: compare(base.run, other.run),
        "Comparing all metrics",
        large=max(len(base.run.columns), len(other.run.columns)) > _LARGE,
    )
    st.markdown(f"**{literal(other.name)} beside {literal(base.name)}, metric by metric**")
    st.dataframe(
        frame([_row(row) for row in comparison.rows]),
        hide_index=True,
        height="content" if len(comparison.rows) < 12 else 420,
        column_config={
            "metric": st.column_config.TextColumn("metric", pinned=True, width=180),
            "baseline": st.column_config.TextColumn("◆ baseline", width=90),
            "candidate": st.column_config.TextColumn("candidate", width=90),
            "change": st.column_config.TextColumn("Δ with 95 % interval", width=230),
            "counts": st.column_config.TextColumn("+ / = / −", help="Questions on which it is better, equal, worse"),
            "n": st.column_config.NumberColumn("questions", format="localized", width=80),
            "means": st.column_config.TextColumn("what it means", width=420),
        },
    )
    _means(focus)


def _row(row: PairedDifference) -> dict[str, object]:
    metric = METRICS[row.metric]
    better = (row.delta > 0) is (metric.more_is_better is not False)
    shown = row.low is not None and row.high is not None and row.low * row.high > 0
    sign = ("▲ " if better else "▼ ") if shown and metric.more_is_better is not None else "○ "
    return {
        "metric": metric.label,
        "baseline": plain(row.base, row.metric),
        "candidate": plain(row.other, row.metric),
        "change": f"{sign}{signed(row.delta, row.metric)}{between(row.low, row.high, row.metric)}",
        "counts": f"{row.wins:,} / {row.ties:,} / {row.losses:,}",
        "n": row.n,
        "means": metric.help,
    }


def _means(focus: Focus) -> None:
    """All ranked runs on the questions that each of them measured."""
    ranked = [entry for entry in focus.family.entries if entry.rank is not None]
    runs, names = [entry.run for entry in ranked], [entry.name for entry in ranked]
    means = {metric: common_means(runs, metric, intervals=False) for metric in (*TRACE, *EVIDENCE, "context_tokens")}
    measured = [metric for metric, found in means.items() if found[0].n]
    rows = [
        {"run": name} | {METRICS[metric].label: means[metric][place].mean for metric in measured}
        for place, name in enumerate(names)
    ]
    config: dict[str, object] = {
        METRICS[metric].label: st.column_config.NumberColumn(
            format="%.0f" if METRICS[metric].kind == "count" else "%.3f", help=METRICS[metric].help
        )
        for metric in measured
    }
    config["run"] = st.column_config.TextColumn("run", pinned=True)
    st.markdown("**Means of all runs, on the questions measured in every run**")
    st.dataframe(frame(rows), hide_index=True, column_config=config, height="content" if len(rows) <= 12 else 470)
    ruler.compared(runs)
    if len(runs) > _READABLE:
        return
    summaries = {name: summaries_of(run) for name, run in zip(names, runs, strict=True)}
    left, right = st.columns([3, 2])
    with left:
        st.plotly_chart(
            charts.metric_bars(summaries, metrics_for_bars(measured)), config=charts.CONFIG, key="compare-bars"
        )
    with right:
        st.plotly_chart(charts.radar(summaries, (*TRACE, *EVIDENCE)), config=charts.CONFIG, key="compare-radar")

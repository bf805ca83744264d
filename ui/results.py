"""A run on the page: what it says in words, the four metrics, charts, the questions, and the files."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

import pandas as pd
import streamlit as st

from evaluation.metrics import EVIDENCE, METRICS, TRACE
from evaluation.runs import LoadedRun
from evaluation.summary import MetricSummary, failures_in
from evaluation.tables import QUESTION_METRICS, contexts_csv, metrics_csv, question_rows, questions_csv, summary_csv
from ui import charts, curves, loss_view, places, question_pick, reference_view, ruler, scenario_view, trust
from ui.literal import literal
from ui.summaries import metrics_for_bars, summaries_of
from ui.tables import frame


def show(run: LoadedRun) -> None:
    """Everything about one run, the plain words first."""
    summaries = summaries_of(run)
    st.markdown(in_words(summaries))
    cards(summaries, TRACE)
    ruler.show(run)
    for reason, count in failures_in(run.columns):
        st.warning(literal(f"{count:,} of {len(run.outcomes):,} questions failed: {reason}"))
    if run.columns.failed.any():
        st.caption("Evaluate the same again to try those that failed once more; the others are kept.")
    trust.brief(run)
    measured = [metric for metric in (*TRACE, *EVIDENCE) if summaries[metric].n]
    left, right = st.columns(2)
    with left:
        st.markdown("**Means with 95\u00a0% intervals**")
        bars = charts.metric_bars({run.name: summaries}, metrics_for_bars(measured))
        st.plotly_chart(bars, config=charts.CONFIG, key="results-bars")
    with right:
        metric = st.selectbox(
            "Spread over the questions of", measured, format_func=lambda m: METRICS[m].label, key="results-spread"
        )
        if metric:
            st.plotly_chart(
                charts.distribution(run.columns.score(metric), metric), config=charts.CONFIG, key="results-distribution"
            )
    if summaries["evidence_recall"].n:
        st.markdown("**Against the annotated evidence**")
        cards(summaries, EVIDENCE)
        curves.show(run)
        loss_view.show(run)
    reference_view.show(run, summaries, cards)
    scenario_view.show(run)
    questions(run)


def in_words(summaries: Mapping[str, MetricSummary]) -> str:
    """What the numbers say, in two or three sentences."""
    said = [
        text.format(value=f"**{mean:.0%}**")
        for metric, text in (
            ("evidence_recall", "Retrieval brought back {value} of the annotated evidence."),
            ("relevance", "{value} of the retrieved sentences help to answer the question."),
            ("utilization", "The answers use {value} of them all"),
            ("adherence", "and {value} of the answers are supported throughout by what was retrieved."),
        )
        if (mean := summaries[metric].mean) is not None
    ]
    text = " ".join(said)
    return text if text.endswith(".") or not text else text + "."


def cards(summaries: Mapping[str, MetricSummary], metrics: tuple[str, ...]) -> None:
    """One card a metric: the mean, its interval, and how many questions it rests on."""
    with st.container(horizontal=True, gap="small"):
        for name in metrics:
            summary, metric = summaries[name], METRICS[name]
            with st.container(border=True, width=174):
                st.metric(metric.label, "–" if summary.mean is None else _score(summary.mean), help=metric.help)
                st.caption(_basis(summary))


def _basis(summary: MetricSummary) -> str:
    total = summary.n + summary.missing
    if summary.mean is None:
        return f"not measured (0 of {total:,})"
    interval = summary.reason
    if summary.low is not None and summary.high is not None:
        interval = f"95\u00a0%: {_score(summary.low)} to {_score(summary.high)}"
    return f"{interval}  \n{summary.n:,} of {total:,} questions"


def _score(value: float) -> str:
    """Two decimals, a third where the value is small, so that little is not shown as nothing."""
    return f"{value:.2f}" if value >= 0.1 or value == 0 else f"{value:.3f}"


def questions(run: LoadedRun) -> None:
    """The table of the questions and the run's files."""
    table = _table(run.state, run)
    st.markdown("**Question by question**")
    st.caption("Tick a row to open its question: what came back, what was lost and why, what the answer rests on.")
    ticked = st.dataframe(
        table,
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        key=f"results-questions-{run.name}-{len(table)}",
        height=min(420, 38 + 35 * len(table)),
        column_config={
            "question_id": st.column_config.TextColumn("id", pinned=True),
            "question": st.column_config.TextColumn("question", width="large"),
            "answer": st.column_config.TextColumn("answer", width="large"),
            **{
                name: st.column_config.NumberColumn(
                    METRICS[name].label,
                    help=METRICS[name].help,
                    format="%d" if METRICS[name].kind == "count" else "%.2f",
                )
                for name in QUESTION_METRICS
            },
        },
    )
    for row in ticked.selection.rows:
        if row < len(run.outcomes):
            query = question_pick.address([run.name], run.outcomes[row].question_id)
            st.switch_page(places.QUESTION, query_params=query)
    downloads(run)


@st.cache_resource(max_entries=4, show_spinner="Reading the questions")
def _table(state: str, _run: LoadedRun) -> pd.DataFrame:
    table = frame(question_rows(_run.outcomes))
    for name in QUESTION_METRICS:
        table[name] = pd.to_numeric(table[name].map(lambda cell: None if cell is None else float(cell)))
    return table


def downloads(run: LoadedRun) -> None:
    """The run's tables, made when asked for. A byte order mark makes Excel read them as UTF-8."""
    summaries = list(summaries_of(run).values())
    files: tuple[tuple[str, str, str, Callable[[], bytes]], ...] = (
        ("Questions (CSV)", "evaluate-download", "questions.csv", lambda: questions_csv(run.outcomes, bom=True)),
        (
            "Retrieved chunks (CSV)",
            "evaluate-download-contexts",
            "contexts.csv",
            lambda: contexts_csv(run.outcomes, bom=True),
        ),
        ("All metrics (CSV)", "evaluate-download-metrics", "metrics.csv", lambda: metrics_csv(run.outcomes, bom=True)),
        ("Summary (CSV)", "evaluate-download-summary", "summary.csv", lambda: summary_csv(summaries, bom=True)),
    )
    with st.container(horizontal=True):
        for label, key, name, content in files:
            st.download_button(label, content, f"{run.name}-{name}", "text/csv", key=key, on_click="ignore")
        record = json.dumps(dict(run.record or run.plan), indent=2, ensure_ascii=False)
        st.download_button(
            "Run (JSON)",
            record,
            f"{run.name}-run.json",
            "application/json",
            key="evaluate-download-run",
            on_click="ignore",
        )

"""The means of a run, kept while the run stays the same. Unlike results.py, which shows them, loads no chart."""

from __future__ import annotations

from collections.abc import Collection

import streamlit as st

from evaluation.metrics import EVIDENCE, TRACE
from evaluation.runs import LoadedRun
from evaluation.summary import MetricSummary, summarize_columns


def summaries_of(run: LoadedRun) -> dict[str, MetricSummary]:
    """The run's summaries by metric, computed once for each state of the run."""
    return _summaries(run.state, run)


def metrics_for_bars(measured: Collection[str]) -> tuple[str, ...]:
    """TRACe; where nobody answered, relevance is the only part of it, and the metrics of retrieval say more."""
    trace, evidence = (tuple(one for one in each if one in measured) for each in (TRACE, EVIDENCE))
    return trace if len(trace) > 1 or not evidence else evidence


@st.cache_data(max_entries=256, show_spinner="Averaging")
def _summaries(state: str, _run: LoadedRun) -> dict[str, MetricSummary]:
    return {summary.metric: summary for summary in summarize_columns(_run.columns)}

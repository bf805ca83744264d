"""The means of a run, kept while the run stays the same. Unlike results.py, which shows them, loads no chart."""

from __future__ import annotations

import streamlit as st

from evaluation.runs import LoadedRun
from evaluation.summary import MetricSummary, summarize_columns


def summaries_of(run: LoadedRun) -> dict[str, MetricSummary]:
    """The run's summaries by metric, computed once for each state of the run."""
    return _summaries(run.state, run)


@st.cache_data(max_entries=256, show_spinner="Averaging")
def _summaries(state: str, _run: LoadedRun) -> dict[str, MetricSummary]:
    return {summary.metric: summary for summary in summarize_columns(_run.columns)}

"""A run's answers beside the reference answers: cards, and every pair. Unlike results.py, no judge of contexts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from evaluation.references.correctness import ONLY_BY_MODEL
from evaluation.references.tables import REFERENCE_METRICS, references_csv
from evaluation.runs import LoadedRun
from evaluation.summary import MetricSummary
from ui.tables import frame

_HEIGHT = 320


def show(
    run: LoadedRun,
    summaries: Mapping[str, MetricSummary],
    cards: Callable[[Mapping[str, MetricSummary], tuple[str, ...]], None],
) -> None:
    """Nothing where no question has both an answer and a reference."""
    if not any(summaries[metric].n for metric in REFERENCE_METRICS):
        return
    st.subheader("Against the reference answers", anchor=False)
    cards(summaries, tuple(metric for metric in REFERENCE_METRICS if summaries[metric].n))
    if not summaries["correctness"].n:
        st.caption(f"Correctness is {ONLY_BY_MODEL}.")
    with st.expander("Answers beside their references", key="results-references"):
        compared = [outcome for outcome in run.outcomes if outcome.compared is not None]
        rows = [
            {
                "id": outcome.question_id,
                "question": outcome.question,
                "answer": outcome.answer.text if outcome.answer else None,
                "reference": outcome.compared.reference,
                "reference words": outcome.compared.scores.get("reference_words"),
                "verdict": outcome.compared.verdict,
                "reason": outcome.compared.reason if outcome.compared.reason != ONLY_BY_MODEL else "",
            }
            for outcome in compared
            if outcome.compared is not None
        ]
        st.dataframe(frame(rows), hide_index=True, height=min(_HEIGHT, 38 + 35 * len(rows)))
        st.download_button(
            "References (CSV)",
            lambda: references_csv(run.outcomes, bom=True) or b"",
            f"{run.name}-references.csv",
            "text/csv",
            key="evaluate-download-references",
            on_click="ignore",
        )

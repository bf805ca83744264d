"""The scores of one question, a row a metric and a column a run, with the difference to the first."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from evaluation.metrics import EVIDENCE, METRICS, TRACE
from ui.literal import literal
from ui.question_column import Column
from ui.tables import frame

_MAIN = ("evidence_recall", *TRACE, "correctness", "context_tokens")
_REST = (*EVIDENCE[1:], "precision_omega", "severed", "adherence_share", "relevance_to_question", "reference_words")


def show(columns: Sequence[Column]) -> None:
    """What any run measured; a better score than the first run's has a +, a worse one a −."""
    st.subheader("Scores", anchor=False)
    if len(columns) > 1:
        st.caption(literal(" · ".join(f"{column.letter}: {column.name}" for column in columns)))
    _table(_MAIN, columns)
    if any(_row(metric, columns) for metric in _REST):
        with st.expander("More scores", key="question-scores"):
            _table(_REST, columns)


def _table(metrics: Sequence[str], columns: Sequence[Column]) -> None:
    rows = [row for metric in metrics if (row := _row(metric, columns))]
    if not rows:
        st.caption("Nothing of this was measured.")
        return
    names = [_titled(column, columns) for column in columns]
    config = {_titled(each, columns): st.column_config.TextColumn(help=each.name) for each in columns}
    meaning = st.column_config.TextColumn("what it is", width="large")
    first = st.column_config.TextColumn("score", pinned=True, width=130)
    st.dataframe(
        frame(rows, ["score", *names, "meaning"]),
        hide_index=True,
        height="content",
        column_config={**config, "meaning": meaning, "score": first},
    )


def _row(metric: str, columns: Sequence[Column]) -> dict[str, str | None] | None:
    scores = [column.outcome.score(metric) if column.outcome else None for column in columns]
    if all(score is None for score in scores):
        return None
    base = scores[0]
    cells = {
        _titled(column, columns): _cell(metric, score, base if number else None)
        for number, (column, score) in enumerate(zip(columns, scores, strict=True))
    }
    return {"score": METRICS[metric].label, **cells, "meaning": METRICS[metric].help}


def _titled(column: Column, columns: Sequence[Column]) -> str:
    return column.letter if len(columns) > 1 else column.name


def _cell(metric: str, score: float | bool | None, base: float | bool | None) -> str:
    """The score, and how much better or worse than the first run's it is."""
    if score is None:
        return "not measured"
    kind = METRICS[metric].kind
    told = f"{score:,.0f}" if kind == "count" else ("yes" if score else "no") if kind == "yes or no" else f"{score:.2f}"
    if base is None or abs(delta := float(score) - float(base)) < 1e-9:
        return told
    better = (delta > 0) == (METRICS[metric].more_is_better is not False)
    word = ("more" if delta > 0 else "fewer") if kind == "count" else "better" if better else "worse"
    arrow = f"{'▲' if delta > 0 else '▼'} {word}"
    size = "" if kind == "yes or no" else f" {delta:+,.0f}" if kind == "count" else f" {delta:+.2f}"
    return f"{told}{size} {arrow}"

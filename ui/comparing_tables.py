"""The leaderboard as a table of which a row can be chosen. Unlike compare_differences.py, one row a run."""

from __future__ import annotations

import streamlit as st

from core.hashing import key_of
from evaluation.board_words import board_words
from evaluation.family import Family
from evaluation.metrics import METRICS
from ui.compare_focus import CANDIDATE
from ui.tables import frame

_COLUMNS = (
    "rank",
    "name",
    "verdict",
    "mean",
    "delta",
    "delta_interval",
    "interval",
    "counts",
    "questions",
    "probability_best",
    "context_tokens",
    "seconds",
    "cost",
    "missing",
    "remark",
)


def leaderboard(family: Family) -> None:
    """One row a run, in order of rank; those that cannot be ranked at the end, with the reason."""
    rows = board_words(family)
    columns = [name for name in _COLUMNS if any(row[name] not in (None, "") for row in rows)]
    names = [entry.run.name for entry in family.entries]
    key = f"compare-board-{key_of([names, family.metric, family.baseline])}"

    def choose() -> None:
        picked = st.session_state[key]["selection"]["rows"]
        if picked and family.entries[picked[0]].name != family.baseline:
            st.session_state[CANDIDATE] = names[picked[0]]

    st.dataframe(
        frame(rows, columns),
        hide_index=True,
        column_config=_config(family),
        height="content" if len(rows) <= 12 else 470,
        key=key,
        on_select=choose,
        selection_mode="single-row",
        placeholder="–",
    )


def _config(family: Family) -> dict[str, object]:
    metric = METRICS[family.metric]
    count = metric.kind == "count"
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    return {
        "rank": number("", width=36, pinned=True),
        # As wide as their longest entry, which must not be cut.
        "name": text("run", pinned=True),
        "verdict": text("verdict", help=f"Against the baseline, {family.baseline}"),
        "missing": text("what is missing", help="For a verdict, if the difference stays as it is"),
        "mean": number(metric.label, format="localized" if count else "%.3f", help=metric.help),
        "interval": text("95 % of the mean", help="Where the mean would lie with other questions of this kind"),
        "delta": number("Δ", format="localized" if count else "%+.3f", help="The run less the baseline", width=65),
        "delta_interval": text("95 % of Δ", help="Where the difference would lie with other questions of this kind"),
        "counts": text("+ / = / −", help="Questions on which the run is better than the baseline, equal, worse"),
        "questions": text("n", help="Questions that the mean rests on, of those that were asked", width=90),
        "probability_best": number(
            "best", format="percent", help="How often it has the best mean when the questions are drawn anew", width=60
        ),
        "context_tokens": number(
            "tokens", format="localized", help="cl100k tokens of the retrieved text, a question", width=70, step=1
        ),
        "seconds": number("seconds", format="%.2f", help="To search and answer, of the median question", width=75),
        "cost": number("cost", format="$%.4f", help="US dollars of the answer, a question", width=75),
        "remark": text("remark", width=300),
    }

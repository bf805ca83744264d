"""Every run against the baseline as a forest of intervals, and all pairs by any metric, of the Compare page."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.hashing import key_of
from evaluation.board_words import missing_for_verdict, mood_of, signed_verdict
from evaluation.export import Cell
from evaluation.family import Family, pairs_by, wanted_pairs
from evaluation.leaderboard import pair_row
from evaluation.metrics import METRICS
from evaluation.verdicts import PairRow
from ui import charts, computing
from ui.compare_focus import Focus
from ui.literal import escaped
from ui.tables import frame

_PAIRS = (
    "other",
    "base",
    "verdict",
    "delta",
    "low",
    "high",
    "p_adjusted",
    "wins",
    "ties",
    "losses",
    "n",
    "minimum_detectable",
    "missing",
    "remark",
)
_LARGE = 20_000


def show(focus: Focus) -> None:
    """The forest, then the table of pairs."""
    forest(focus.family, "compare-forest")
    _pairs(focus)


def forest(family: Family, key: str) -> None:
    """Every ranked run against the baseline, in order of rank."""
    pairs = [pair for entry in family.entries if (pair := family.against(entry.name)) is not None]
    if not pairs:
        st.info("No other run can be ranked.")
        return
    rows = [
        charts.Difference(
            escaped(pair.other),
            pair.decided.difference.delta,
            pair.decided.difference.low,
            pair.decided.difference.high,
            mood_of(pair.decided.verdict),
            escaped(pair.decided.verdict),
        )
        for pair in pairs
    ]
    label = METRICS[family.metric].label.lower()
    figure = charts.forest(rows, label, pairs[0].decided.difference.margin)
    st.plotly_chart(figure, config=charts.CONFIG, key=key)


def _pairs(focus: Focus) -> None:
    """The pairs of runs, of one metric at a time."""
    family = focus.family
    ranked = [entry for entry in family.entries if entry.rank is not None]
    runs = [entry.run for entry in ranked]
    both = [focus.baseline.run.columns, focus.candidate.run.columns]
    names = [metric.name for metric in METRICS.values() if all(run.measured(metric.name) for run in both)]
    metric = st.selectbox(
        "Pairs by",
        [family.metric, *(name for name in names if name != family.metric)],
        format_func=lambda name: METRICS[name].label,
        key=f"compare-pairs-metric-{family.metric}",
        width=320,
    )
    found = [pair for pair in family.pairs if pair.decided.difference.metric == metric]
    if not found and metric:
        called = [entry.name for entry in ranked]
        first = called.index(family.baseline)
        wanted = wanted_pairs(range(len(runs)), first if focus.pick.against_one else None, first)
        found = computing.value_of(
            key_of(["pairs", [run.state for run in runs], metric, family.margin, wanted]),
            lambda: pairs_by(runs, called, wanted, str(metric), family.margin),
            f"Comparing by {METRICS[str(metric)].label.lower()}",
            large=len(wanted) * max(len(run.columns) for run in runs) > _LARGE,
        )
    _table(found, str(metric))


def _table(pairs: Sequence[PairRow], metric: str) -> None:
    number = st.column_config.NumberColumn
    count = METRICS[metric].kind == "count"
    deltas = {name: number(format="localized" if count else "%+.3f") for name in ("delta", "low", "high")}
    config = deltas | {
        # As wide as their longest entry, which must not be cut.
        "other": st.column_config.TextColumn("run", pinned=True),
        "base": st.column_config.TextColumn("against"),
        "verdict": st.column_config.TextColumn("verdict"),
        "p_adjusted": number("adjusted p", format="%.3f", help="Of no difference, adjusted over this table (Holm)"),
        "minimum_detectable": number(
            "detectable",
            format="localized" if count else "%.3f",
            help="The true difference that these questions find with 80 % power",
        ),
        "missing": st.column_config.TextColumn(
            "what is missing", help="For a verdict, if the difference stays as it is"
        ),
    }
    rows = [pair_row(pair) | _words(pair.decided.verdict) for pair in pairs]
    columns = [name for name in _PAIRS if any(row[name] not in (None, "") for row in rows)]
    st.dataframe(
        frame(rows, columns),
        hide_index=True,
        column_config=config,
        height="content" if len(rows) < 12 else 420,
        placeholder="–",
    )


def _words(verdict: str) -> dict[str, Cell]:
    return {"verdict": signed_verdict(verdict), "missing": missing_for_verdict(verdict)}

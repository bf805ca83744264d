"""The tables of a comparison: leaderboard, pairs of runs, settings. Unlike comparing.py, each draws one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from evaluation.conclusions import between, p_text, signed
from evaluation.family import Family
from evaluation.leaderboard import comparison_rows, leaderboard_rows
from evaluation.metrics import METRICS
from evaluation.statistics.effects import Effect
from evaluation.statistics.power import ALPHA
from ui import charts
from ui.literal import escaped, literal
from ui.tables import frame

_BOARD = (
    "rank",
    "name",
    "verdict",
    "mean",
    "low",
    "high",
    "n",
    "questions",
    "probability_best",
    "context_tokens",
    "seconds",
    "cost",
    "evidence_precision",
    "evidence_iou",
    "remark",
)
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
    "more_questions",
    "remark",
)


def kind_of(verdict: str) -> str:
    """Which of the chart's colors a verdict has."""
    return verdict if verdict in ("better", "worse") else "open"


def leaderboard(family: Family) -> None:
    """One row a run, in order of rank; those that cannot be ranked at the end, with the reason."""
    count = METRICS[family.metric].kind == "count"
    number = st.column_config.NumberColumn
    score = {name: number(format="localized" if count else "%.3f") for name in ("low", "high")}
    config = score | {
        "rank": number("", width=40, pinned=True),
        "name": st.column_config.TextColumn("run", pinned=True, width=230),
        "verdict": st.column_config.TextColumn("verdict", width=210, help=f"against {family.baseline}"),
        "mean": number(METRICS[family.metric].label, format="localized" if count else "%.3f"),
        "n": number("measured", help="Questions that the mean rests on"),
        "questions": number("of", help="Questions that were asked"),
        "probability_best": number(
            "best", format="percent", help="How often it has the best mean when the questions are drawn anew"
        ),
        "context_tokens": number("tokens", format="%.0f", help="cl100k tokens of the retrieved text, a question"),
        "seconds": number("seconds", format="%.2f", help="To search and answer, of the median question"),
        "cost": number("cost", format="$%.4f", help="Of the answer, a question"),
        "evidence_precision": number("precision", format="%.3f"),
        "evidence_iou": number("IoU", format="%.3f"),
    }
    rows = leaderboard_rows(family)
    columns = [name for name in _BOARD if any(row[name] not in (None, "") for row in rows)]
    st.dataframe(frame(rows, columns), hide_index=True, column_config=config, height="content")


def pairs(family: Family) -> None:
    """The pairs of runs, of one metric at a time."""
    rows = comparison_rows(family)
    metrics = list(dict.fromkeys(str(row["metric"]) for row in rows))
    if not metrics:
        return
    metric = st.selectbox(
        "Pairs by", metrics, format_func=lambda name: METRICS[name].label, key="compare-pairs-metric", width=320
    )
    number = st.column_config.NumberColumn
    count = METRICS[metric].kind == "count"
    deltas = {name: number(format="localized" if count else "%+.3f") for name in ("delta", "low", "high")}
    config = deltas | {
        "other": st.column_config.TextColumn("run", pinned=True, width=230),
        "base": st.column_config.TextColumn("against", width=230),
        "verdict": st.column_config.TextColumn(width=210),
        "p_adjusted": number("adjusted p", format="%.3f", help="Of no difference, adjusted over this table (Holm)"),
        "minimum_detectable": number(
            "detectable",
            format="localized" if count else "%.3f",
            help="The true difference that these questions find with 80 % power",
        ),
        "more_questions": number("more questions", format="localized", help="About how many would settle it"),
    }
    shown = [row for row in rows if row["metric"] == metric]
    columns = [name for name in _PAIRS if any(row[name] not in (None, "") for row in shown)]
    st.dataframe(
        frame(shown, columns), hide_index=True, column_config=config, height="content" if len(shown) < 12 else 420
    )


def effects(family: Family) -> None:
    """Which setting carries the difference, where the runs differ in settings that can be told apart."""
    found = family.effects
    if found is None:
        return
    st.subheader("Which setting carries the difference", anchor=False)
    label = METRICS[family.metric].label.lower()
    if found.effects:
        rows = [_line(effect, family.metric, found.shares) for effect in found.effects]
        st.plotly_chart(charts.forest(rows, label), config=charts.CONFIG, key="compare-effects")
        shares = ", ".join(f"{name} {share:.0%}" for name, share in found.shares.items())
        st.caption(literal(f"Part of the differences between runs that each explains alone: {shares}."))
    for reason in found.refused:
        st.markdown(f"- {literal(reason[:1].upper() + reason[1:])}")
    if found.interactions:
        with st.expander("Do settings interact?"):
            rows = [
                {
                    "settings": effect.factor,
                    "levels": effect.level,
                    "beyond the sum": signed(effect.delta, family.metric)
                    + between(effect.low, effect.high, family.metric),
                    "adjusted p": p_text(effect.p_adjusted),
                }
                for effect in found.interactions
            ]
            st.dataframe(frame(rows), hide_index=True, height="content")


def means(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> None:
    """Means of every metric, one column a run."""
    st.markdown("**Means on the questions measured in every run**")
    config = {name: st.column_config.NumberColumn(format="%.3f") for name in names}
    st.dataframe(frame(rows), hide_index=True, column_config=config, height="content")


def _line(effect: Effect, metric: str, shares: Mapping[str, float]) -> charts.Difference:
    up = (effect.delta > 0) is (METRICS[metric].more_is_better is not False)
    kind = ("better" if up else "worse") if effect.p_adjusted < ALPHA else "open"
    name = escaped(f"{effect.factor}: {effect.level} instead of {effect.reference}")
    says = f"adjusted p {p_text(effect.p_adjusted)}; {shares[effect.factor]:.0%} of the differences"
    return charts.Difference(name, effect.delta, effect.low, effect.high, kind, escaped(says))

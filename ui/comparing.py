"""Runs compared as one family: what it comes to in words, the leaderboard, the differences, the files."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from evaluation.compare import common_means
from evaluation.conclusions import conclusions
from evaluation.differences import MARGIN
from evaluation.family import Family, compare_family
from evaluation.leaderboard import comparisons_csv, leaderboard_csv
from evaluation.metrics import EVIDENCE, METRICS, TRACE
from evaluation.report import report_html
from evaluation.runs import LoadedRun
from ui import charts, comparing_tables, curves, results, ruler
from ui.comparing_tables import kind_of
from ui.labels import labels
from ui.literal import escaped, literal

_SHOWN_WARNINGS = 4
# More runs than this are too many for bars side by side.
_READABLE = 5


@st.cache_resource(max_entries=16, show_spinner="Comparing")
def _family(
    state: Sequence[str],
    against_one: bool,
    metric: str | None,
    margin: float,
    _runs: Sequence[LoadedRun],
) -> Family:
    names = labels(_runs)
    return compare_family(
        _runs,
        baseline=names[_runs[0].name] if against_one else None,
        metric=metric,
        margin=margin,
        names=[names[run.name] for run in _runs],
    )


def family_of(
    runs: Sequence[LoadedRun], *, against_one: bool = False, metric: str | None = None, margin: float = MARGIN
) -> Family:
    """The runs compared, the first being the baseline; computed once for each state of the runs and these settings."""
    state = tuple(run.state for run in runs)
    return _family(state, against_one, metric, margin, list(runs))


def show(family: Family) -> None:
    """The words and the leaderboard, then what they rest on."""
    _words(family)
    st.subheader("Leaderboard", anchor=False)
    comparing_tables.leaderboard(family)
    _files(family)
    st.subheader(f"Differences to {escaped(family.baseline)}", anchor=False)
    _forest(family, "compare-forest")
    comparing_tables.pairs(family)
    comparing_tables.effects(family)
    runs = [entry.run for entry in family.entries]
    st.subheader("Evidence against tokens", anchor=False)
    curves.overlaid(runs)
    ruler.compared([entry.run for entry in family.entries if entry.rank is not None])
    _metrics(family)
    with st.expander("On what this rests"):
        for note in (family.headline.why, *family.notes):
            st.markdown(f"- {literal(note)}")


def glance(baseline: LoadedRun, others: Sequence[LoadedRun]) -> None:
    """The words and two charts."""
    family = family_of([baseline, *others])
    _words(family)
    runs = {entry.name: results.summaries_of(entry.run) for entry in family.entries}
    left, right = st.columns([3, 2])
    with left:
        st.markdown(f"**{METRICS[family.metric].label}: differences to {literal(family.baseline)}**")
        _forest(family, "glance-forest")
    with right:
        st.markdown("**Profile**")
        st.plotly_chart(charts.radar(runs, (*TRACE, *EVIDENCE)), config=charts.CONFIG, key="glance-radar")


def _words(family: Family) -> None:
    for sentence in conclusions(family):
        st.markdown(f"- {literal(sentence)}")
    found = family.warnings
    for warning in found[:_SHOWN_WARNINGS]:
        st.warning(literal(warning))
    if len(found) > _SHOWN_WARNINGS:
        with st.expander(f"{len(found) - _SHOWN_WARNINGS:,} more to know"):
            for warning in found[_SHOWN_WARNINGS:]:
                st.markdown(f"- {literal(warning)}")


def _forest(family: Family, key: str) -> None:
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
            kind_of(pair.decided.verdict),
            escaped(pair.decided.verdict),
        )
        for pair in pairs
    ]
    label = METRICS[family.metric].label.lower()
    figure = charts.forest(rows, label, pairs[0].decided.difference.margin)
    st.plotly_chart(figure, config=charts.CONFIG, key=key)


def _metrics(family: Family) -> None:
    """All metrics of the ranked runs on the questions that each of them measured, and charts of few runs."""
    ranked = [entry for entry in family.entries if entry.rank is not None]
    runs, names = [entry.run for entry in ranked], [entry.name for entry in ranked]
    st.subheader("Other metrics", anchor=False)
    rows = []
    for metric in (*TRACE, *EVIDENCE, "context_tokens"):
        means = common_means(runs, metric)
        if means[0].n:
            rows.append(
                {"metric": METRICS[metric].label, "questions": means[0].n}
                | {name: mean.mean for name, mean in zip(names, means, strict=True)}
            )
    comparing_tables.means(rows, names)
    if len(runs) > _READABLE:
        return
    summaries = {name: results.summaries_of(run) for name, run in zip(names, runs, strict=True)}
    left, right = st.columns([3, 2])
    with left:
        st.plotly_chart(charts.metric_bars(summaries, TRACE), config=charts.CONFIG, key="compare-bars")
    with right:
        st.plotly_chart(charts.radar(summaries, (*TRACE, *EVIDENCE)), config=charts.CONFIG, key="compare-radar")


def _files(family: Family) -> None:
    files = (
        ("Leaderboard (CSV)", leaderboard_csv(family, bom=True), "leaderboard.csv", "text/csv", "compare-leaderboard"),
        ("Comparisons (CSV)", comparisons_csv(family, bom=True), "comparisons.csv", "text/csv", "compare-download"),
        ("Report (HTML)", report_html(family).encode("utf-8", "replace"), "report.html", "text/html", "compare-report"),
    )
    with st.container(horizontal=True):
        for label, content, name, media_type, key in files:
            st.download_button(label, content, name, media_type, key=key, on_click="ignore")

"""Runs compared as one family: the verdict, what speaks against it, the leaderboard, and views of what it rests on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from core.errors import ChunkTraceError
from core.files import read_json
from core.hashing import key_of
from evaluation.comparable import plan_warnings
from evaluation.conclusions import conclusions
from evaluation.differences import MARGIN
from evaluation.family import Family, compare_family
from evaluation.leader import leader_of
from evaluation.metrics import EVIDENCE, METRICS, TRACE
from evaluation.mismatches import mismatches
from evaluation.runs import LoadedRun
from experiments.folders import SWEEP
from retrieval.collections import find_card
from ui import (
    charts,
    compare_differences,
    compare_metrics,
    compare_questions,
    compare_report,
    compare_settings,
    compare_tradeoff,
    comparing_tables,
    computing,
    curves,
    resources,
)
from ui.compare_focus import Focus, focus_of
from ui.compare_pick import Pick
from ui.labels import labels, left_out
from ui.literal import literal
from ui.summaries import summaries_of

_SHOWN_WARNINGS = 3
# From so many scores on (questions x pairs) the statistics take longer than a page may.
_LARGE = 50_000
_VIEWS: Mapping[str, tuple[str, Callable[[Focus], None]]] = {
    "questions": ("Questions", compare_questions.show),
    "differences": ("Differences", compare_differences.show),
    "budgets": ("Recall and budget", lambda focus: curves.overlaid(focus.runs, focus.highlighted)),
    "tradeoff": ("Quality and tokens", compare_tradeoff.show),
    "metrics": ("All metrics", compare_metrics.show),
    "settings": ("Settings", compare_settings.show),
    "report": ("Report and recipe", compare_report.show),
}


def family_of(
    runs: Sequence[LoadedRun], *, against_one: bool = False, metric: str | None = None, margin: float = MARGIN
) -> Family:
    """The runs compared by the headline metric alone, the first being the baseline.

    Computed once for each state of the runs and these settings, beside the page where that takes long.
    """
    names = labels(runs)
    pairs = len(runs) - 1 if against_one else len(runs) * (len(runs) - 1) // 2
    return computing.value_of(
        key_of(["family", [run.state for run in runs], list(names.values()), against_one, metric, margin]),
        lambda: compare_family(
            runs,
            baseline=names[runs[0].name] if against_one else None,
            metric=metric,
            margin=margin,
            names=[names[run.name] for run in runs],
            metrics=(),
        ),
        f"Comparing {len(runs):,} runs",
        large=pairs * max(len(run.columns) for run in runs) > _LARGE,
    )


def show(pick: Pick) -> None:
    """The answer first; then the leaderboard, of which a row is looked at more closely below it."""
    family = family_of(pick.runs, against_one=pick.against_one, metric=pick.metric, margin=pick.margin)
    _verdict(family)
    _caution(family, pick)
    if said := left_out(pick.runs):
        st.caption(literal(said))
    comparing_tables.leaderboard(family)
    focus = focus_of(family, pick)
    if focus is None:
        st.info("No other run can be ranked: the table says why.")
        return
    focus.cards()
    view = st.segmented_control(
        "View",
        list(_VIEWS),
        format_func=lambda name: _VIEWS[name][0],
        default=None if "compare-view" in st.session_state else "questions",
        required=True,
        key="compare-view",
        label_visibility="collapsed",
    )
    _VIEWS[view if view in _VIEWS else "questions"][1](focus)
    with st.expander("On what this rests"):
        for note in (family.headline.why, *family.notes):
            st.markdown(f"- {literal(note)}")


def glance(baseline: LoadedRun, others: Sequence[LoadedRun]) -> None:
    """The words and two charts."""
    family = family_of([baseline, *others])
    _verdict(family)
    runs = {entry.name: summaries_of(entry.run) for entry in family.entries}
    left, right = st.columns([3, 2])
    with left:
        st.markdown(f"**{METRICS[family.metric].label}: differences to {literal(family.baseline)}**")
        compare_differences.forest(family, "glance-forest")
    with right:
        st.markdown("**Profile**")
        st.plotly_chart(charts.radar(runs, (*TRACE, *EVIDENCE)), config=charts.CONFIG, key="glance-radar")


def _verdict(family: Family) -> None:
    first, *rest = conclusions(family)
    told = literal(first)
    if leader_of(family).is_best:
        st.success(f"**{told}**", icon="🏆")
    else:
        st.info(f"**{told}**", icon="⚖️")
    for sentence in rest:
        st.markdown(f"- {literal(sentence)}")


def _caution(family: Family, pick: Pick) -> None:
    """What speaks against reading the numbers: first what differs between the runs that should not."""
    by_run = {entry.run.name: entry.name for entry in family.entries}
    names = [by_run[run.name] for run in pick.runs]
    for one in mismatches(pick.runs, names, _documents(pick.runs)):
        st.warning(literal(one.sentence), icon="⚠️")
    told = set(plan_warnings(pick.runs))
    found = [warning for warning in family.warnings if warning not in told]
    for warning in found[:_SHOWN_WARNINGS]:
        st.warning(literal(warning[:1].upper() + warning[1:] + "."))
    if len(found) > _SHOWN_WARNINGS:
        with st.expander(f"{len(found) - _SHOWN_WARNINGS:,} more to know"):
            for warning in found[_SHOWN_WARNINGS:]:
                st.markdown(f"- {literal(warning)}")


def _documents(runs: Sequence[LoadedRun]) -> dict[str, str]:
    """A hash of each run's documents where it is still known: by its sweep, or by its collection."""
    found = {}
    for run in runs:
        try:
            if run.sweep:
                found[run.name] = str(read_json(run.folder.parent.parent / SWEEP)["marks"]["documents"])
                continue
            card = find_card(run.plan["collection"]["name"], resources.home())
        except (ChunkTraceError, KeyError, TypeError):
            continue
        if card.recipe.key == run.plan["collection"].get("recipe"):
            found[run.name] = card.recipe.corpus_key
    return found

"""Which runs are compared, with which baseline, by what. What is in the address is in compare_address.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from core.counted import counted
from evaluation.differences import MARGIN
from evaluation.metrics import METRICS
from evaluation.runs import LoadedRun
from ui import compare_address, places, resources
from ui.labels import labels
from ui.literal import literal

# So many runs are chosen for somebody who chose none.
_MOST_CHOSEN = 20
# More chips than this push the answer off the screen.
_MOST_CHIPS = 6
_DEFAULT = "What suits these runs"


@dataclass(frozen=True, slots=True)
class Pick:
    """The runs, the baseline first, and how to compare them."""

    runs: tuple[LoadedRun, ...]
    metric: str | None
    margin: float
    against_one: bool


def show() -> Pick | None:
    """The choices; None where there is nothing to compare, after saying what to do."""
    runs = {run.name: run for run in resources.runs() if len(run.outcomes)}
    if len(runs) < 2:
        _nothing(len(runs))
        return None
    compare_address.adopt()
    names = labels(list(runs.values()))
    with st.container(border=True, key="compare-pick"):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            chosen = _chosen(runs)
            _question_set(runs, chosen)
            baseline = _baseline(labels([runs[name] for name in chosen]))
            metric, margin, against_one = _how()
        picked = _candidates(runs, names, chosen)
    if len(picked) < 2:
        st.info("Choose at least two runs.")
        compare_address.write()
        return None
    first = baseline if baseline in picked else picked[0]
    order = [first, *(name for name in picked if name != first)]
    return Pick(tuple(runs[name] for name in order), metric, margin, against_one)


def _nothing(runs: int) -> None:
    told = "There is one run" if runs else "There is no run yet"
    st.info(f"{told}, and comparing needs two. Evaluate two collections with the same questions, then come back.")
    with st.container(horizontal=True):
        st.page_link(places.EVALUATE, label="Evaluate", icon="📏")
        st.page_link(places.HOME, label="See it work on a sample", icon="🧭")


def _chosen(runs: Mapping[str, LoadedRun]) -> list[str]:
    """The runs in hand: those asked for that are there, else the newest with its companions."""
    wanted = st.session_state.get(compare_address.RUNS.key)
    if wanted is None:
        wanted = _together(runs, next(iter(runs)))
    if missing := [name for name in wanted if name not in runs]:
        st.caption(literal(f"Not among the runs on this machine: {', '.join(missing)}."))
    chosen = [name for name in wanted if name in runs]
    st.session_state[compare_address.RUNS.key] = chosen
    return chosen


def _together(runs: Mapping[str, LoadedRun], first: str) -> list[str]:
    """A run and the others that were asked the same questions, of its sweep where it belongs to one."""
    mine = runs[first]
    same = [name for name, run in runs.items() if _set_of(run) == _set_of(mine) and run.sweep == mine.sweep]
    return same[:_MOST_CHOSEN] if len(same) > 1 else list(runs)[:2]


def _set_of(run: LoadedRun) -> str:
    return str(run.plan["questions"].get("key") or run.plan["questions"]["name"])


def _group(run: LoadedRun) -> str:
    """What a group of runs that belong together is called."""
    asked = f"{run.plan['questions']['name'] or 'questions'} · {counted(run.total, 'question')}"
    return f"{run.sweep} · {asked}" if run.sweep else asked


def _question_set(runs: Mapping[str, LoadedRun], chosen: Sequence[str]) -> None:
    """A quick choice of all runs that belong together; nothing where all of them do."""
    groups: dict[str, list[str]] = {}
    for name, run in runs.items():
        groups.setdefault(_group(run), []).append(name)
    if len(groups) < 2:
        return
    here = {_group(runs[name]) for name in chosen}
    st.session_state["compare-set"] = here.pop() if len(here) == 1 else None

    def choose() -> None:
        if wanted := st.session_state.get("compare-set"):
            st.session_state[compare_address.RUNS.key] = groups[wanted][:_MOST_CHOSEN]

    st.selectbox(
        "Question set",
        list(groups),
        index=None,
        placeholder="several",
        format_func=lambda group: f"{group} ({counted(len(groups[group]), 'run')})",
        key="compare-set",
        on_change=choose,
        help="Choosing one takes all of its runs.",
        width=270,
    )


def _baseline(names: Mapping[str, str]) -> str | None:
    if st.session_state.get("compare-baseline") not in names:
        st.session_state.pop("compare-baseline", None)
    return st.selectbox(
        "◆ Baseline",
        list(names),
        format_func=lambda name: names[name],
        key="compare-baseline",
        help="What the others are compared with.",
        width=290,
    )


def _candidates(runs: Mapping[str, LoadedRun], names: Mapping[str, str], chosen: Sequence[str]) -> list[str]:
    title = f"Runs: {len(chosen):,} of {len(runs):,} are compared"
    with st.expander(title, expanded=len(chosen) <= _MOST_CHIPS, key=f"compare-chips-{len(chosen) <= _MOST_CHIPS}"):
        return list(
            st.multiselect(
                "Runs to compare",
                list(runs),
                format_func=lambda name: names[name],
                key=compare_address.RUNS.key,
                label_visibility="collapsed",
            )
        )


def _how() -> tuple[str | None, float, bool]:
    ranked = [metric.name for metric in METRICS.values() if metric.more_is_better is not None]
    if st.session_state.get("compare-metric") not in ranked:
        st.session_state.pop("compare-metric", None)
    margin = st.session_state.setdefault("compare-margin", MARGIN)
    st.session_state["compare-margin"] = min(0.5, max(0.005, float(margin)))
    with st.popover("How to compare", icon=":material/tune:"):
        metric = st.selectbox(
            "Rank by",
            [None, *ranked],
            format_func=lambda name: METRICS[name].label if name else _DEFAULT,
            key="compare-metric",
            help="By default evidence recall at an equal budget where the questions have evidence, else relevance that "
            "was judged without the answers.",
        )
        if metric:
            st.caption(METRICS[metric].help)
        margin = st.number_input(
            "Differences below this do not matter",
            min_value=0.005,
            max_value=0.5,
            step=0.005,
            format="%.3f",
            key="compare-margin",
            help="A difference that lies within it beyond chance is called equivalent; in the metric's unit.",
        )
        against_one = st.toggle(
            "Compare with the baseline only",
            key="compare-against-one",
            help="Fewer comparisons find smaller differences; all pairs tell which run is best.",
        )
    return metric, float(margin or MARGIN), against_one

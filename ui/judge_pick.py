"""Which run's judge the Judge page checks, and what is labeled there: read from the address, and written back to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from evaluation.label_design import Frame, frame_of
from evaluation.labels import KINDS, Kind
from evaluation.runs import LoadedRun
from ui import places, resources
from ui.labels import full
from ui.literal import literal

NAMES: Mapping[Kind, str] = {"relevant": "Relevant", "utilized": "Used", "supported": "Supported"}
HELP: Mapping[Kind, str] = {
    "relevant": "Does a retrieved sentence help to answer the question? Speaks for relevance.",
    "utilized": "Does the answer use a retrieved sentence? Speaks for utilization.",
    "supported": "Do the passages support a sentence of the answer? Speaks for adherence (share).",
}
DRAWN, WHOLE = "drawn", "whole"
WAYS: Mapping[str, str] = {DRAWN: "One sentence at a time", WHOLE: "A whole question by clicks"}
_RUN, _KIND, _WAY, _ID = "judge-run", "judge-kind", "judge-way", "judge-id"
_LAST = "judge-last-address"


@dataclass(frozen=True, slots=True)
class Checked:
    """The run, and the sentences of each kind that its judge judged; kinds without any are left out."""

    run: LoadedRun
    frames: Mapping[Kind, Frame]


def run() -> Checked | None:
    """The choice of a run; None where there is none to choose."""
    runs = {one.name: one for one in resources.runs()}
    if not runs:
        st.info("There is no run yet. Evaluate a collection with a judge, then come back to check that judge.")
        st.page_link(places.EVALUATE, label="Go to Evaluate", icon="📏")
        return None
    if not st.query_params.to_dict() and _LAST in st.session_state:
        # The navigation leads here without an address: go on where the reader was.
        st.query_params.from_dict(st.session_state[_LAST])
    wanted = st.query_params.get("run", "")
    if wanted and wanted not in runs:
        st.caption(literal(f"Not among the runs on this machine: {wanted}. The newest is shown."))
    st.session_state[_RUN] = wanted if wanted in runs else next(iter(runs))
    name = st.selectbox(
        "Run", list(runs), format_func=lambda one: full(runs[one]), key=_RUN, on_change=_write, args=(_RUN,)
    )
    chosen = runs[name or next(iter(runs))]
    # Said in full, so that the address shows the same when there are newer runs.
    st.query_params["run"] = chosen.name
    st.session_state[_LAST] = st.query_params.to_dict()
    return Checked(chosen, _frames(chosen.state, chosen))


@st.cache_resource(max_entries=8, show_spinner="Reading the judge's verdicts …")
def _frames(state: str, _run: LoadedRun) -> dict[Kind, Frame]:
    # Once through the run for all kinds, because its outcomes are read from disk.
    outcomes = list(_run.outcomes)
    return {kind: frame for kind in KINDS if (frame := frame_of(outcomes, kind)).sentences}


def kind(frames: Mapping[Kind, Frame], done: Mapping[Kind, int]) -> Kind:
    """What is labeled; the number of labels so far stands on each button."""
    wanted = st.query_params.get("kind", "")
    st.session_state[_KIND] = wanted if wanted in frames else next(iter(frames))
    chosen = st.segmented_control(
        "What to label",
        list(frames),
        format_func=lambda each: f"{NAMES[each]} {done[each]:,}",
        required=True,
        key=_KIND,
        on_change=_write,
        args=(_KIND,),
        help="\n".join(f"- **{NAMES[each]}**: {HELP[each]}" for each in frames),
    )
    return chosen or next(iter(frames))


def way() -> str:
    """How sentences are labeled."""
    wanted = st.query_params.get("way", "")
    st.session_state[_WAY] = wanted if wanted in WAYS else DRAWN
    return (
        st.segmented_control(
            "How",
            list(WAYS),
            format_func=lambda each: WAYS[each],
            required=True,
            key=_WAY,
            on_change=_write,
            args=(_WAY,),
            help="One at a time, drawn by chance, corrects a mean with the fewest labels. A whole question tells "
            "as well how far its score is off.",
        )
        or DRAWN
    )


def question(ids: Sequence[str], texts: Mapping[str, str]) -> str:
    """The question that is labeled as a whole."""
    wanted = st.query_params.get("id", "")
    st.session_state[_ID] = wanted if wanted in texts else ids[0]
    return str(
        st.selectbox(
            "Question",
            ids,
            format_func=lambda each: f"{each}: {texts[each]}",
            key=_ID,
            on_change=_write,
            args=(_ID,),
        )
    )


def go(name: str) -> None:
    """To another question."""
    st.query_params["id"] = name


def address(run_name: str, **chosen: str) -> dict[str, Any]:
    """The query of a link to the judge of a run."""
    return {"run": run_name, **chosen}


def _write(key: str) -> None:
    """Put one choice into the address; another run begins anew."""
    if key == _RUN:
        st.query_params.clear()
    st.query_params[key.removeprefix("judge-")] = str(st.session_state[key])

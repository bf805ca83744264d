"""Which question of which runs the Question page shows: read from the address, chosen, and written back to it.

The address is the only state, so that every view can be sent to somebody and the browser's back button works.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from evaluation.metrics import METRICS
from evaluation.outcomes import Outcome
from evaluation.question_list import ALL, FILTERS, Place, QuestionTable, kept, metric_for, place_of, table_of
from evaluation.runs import LoadedRun
from ui import places, resources
from ui.labels import full, labels
from ui.literal import literal

# More columns than this cannot be read side by side.
MOST_RUNS = 6
_RUNS, _FILTER, _METRIC, _ID = "question-runs", "question-filter", "question-metric", "question-id"
_SENTENCE = "sentence"


@dataclass(frozen=True, slots=True)
class Pick:
    """The runs, the first being the baseline, with short names; the question's id and its outcomes in their order."""

    runs: tuple[LoadedRun, ...]
    names: tuple[str, ...]
    id: str
    row: Sequence[Outcome | None]
    metric: str | None
    place: Place
    sentence: str


def address(
    runs: Sequence[str], question_id: str | None = None, *, which: str = ALL, metric: str | None = None
) -> dict[str, str | list[str]]:
    """The query of a link to a question of these runs, for st.page_link and st.switch_page."""
    query: dict[str, str | list[str]] = {"run": list(runs)}
    given = {"id": question_id, "filter": which if which != ALL else None, "metric": metric}
    return query | {name: value for name, value in given.items() if value}


def show() -> Pick | None:
    """The choices, and the neighbors of the question; None where there is nothing to choose from."""
    runs = {run.name: run for run in resources.runs()}
    if not runs:
        st.info("There is no run yet. Evaluate a collection with a question set, then open a question from its result.")
        st.page_link(places.EVALUATE, label="Go to Evaluate", icon="📏")
        return None
    chosen = _chosen(runs)
    rows = _table(tuple(run.state for run in chosen), chosen)
    metric = _metric(rows)
    which, ids = _filtered(rows, metric, len(chosen))
    if not rows.ids:
        st.info("These runs have not finished a question yet.")
        return None
    name = _question(rows, ids)
    place = place_of(name, ids, rows.ids)
    _walk(place, which, chosen)
    short = labels(chosen)
    names = tuple(short[run.name] for run in chosen)
    text = rows.texts[rows.ids.index(name)]
    found = [run.outcome(name) for run in chosen]
    row = [one if one is not None and one.question == text else None for one in found]
    return Pick(tuple(chosen), names, name, row, metric, place, st.query_params.get(_SENTENCE, ""))


def look_at(sentence: str) -> None:
    """Mark what one sentence of an answer rests on: a run's number and a sentence key, or nothing."""
    if sentence:
        st.query_params[_SENTENCE] = sentence
    else:
        st.query_params.pop(_SENTENCE, None)


@st.cache_resource(max_entries=16, show_spinner=False)
def _table(state: Sequence[str], _runs: Sequence[LoadedRun]) -> QuestionTable:
    return table_of([run.columns for run in _runs])


def _chosen(runs: Mapping[str, LoadedRun]) -> list[LoadedRun]:
    wanted = list(dict.fromkeys(st.query_params.get_all("run")))
    there = [name for name in wanted if name in runs]
    if len(there) > MOST_RUNS:
        st.caption(f"Of these {len(there):,} runs the first {MOST_RUNS} are shown.")
    if missing := [name for name in wanted if name not in runs]:
        st.caption(literal(f"Not among the runs on this machine: {', '.join(missing)}."))
    st.session_state[_RUNS] = there[:MOST_RUNS] or _newest(runs)
    names = st.multiselect(
        "Runs (the first is the baseline)",
        list(runs),
        format_func=lambda name: full(runs[name]),
        max_selections=MOST_RUNS,
        key=_RUNS,
        on_change=_write,
    )
    return [runs[name] for name in names or _newest(runs)]


def _newest(runs: Mapping[str, LoadedRun]) -> list[str]:
    """The newest run, and the one before it that asked the same questions."""
    first = next(iter(runs))
    key = runs[first].plan["questions"].get("key")
    same = [name for name, run in runs.items() if key and run.plan["questions"].get("key") == key]
    return [first, *[name for name in same if name != first][:1]]


def _metric(rows: QuestionTable) -> str | None:
    wanted = st.query_params.get("metric", "")
    if wanted in METRICS and METRICS[wanted].more_is_better is not None:
        return METRICS[wanted].name
    return metric_for(rows)


def _filtered(rows: QuestionTable, metric: str | None, runs: int) -> tuple[str, list[str]]:
    """The filter and the questions that it keeps; the number of each stands on its button."""
    offered = [name for name, one in FILTERS.items() if not one.pairs or (runs > 1 and metric is not None)]
    ids = {name: kept(rows, name, metric or "evidence_recall") for name in offered}
    wanted = st.query_params.get("filter", ALL)
    st.session_state[_FILTER] = wanted if wanted in offered else ALL
    compared = f" Compared by {METRICS[metric].label.lower()}." if metric else ""
    which = st.segmented_control(
        "Questions",
        offered,
        format_func=lambda name: f"{FILTERS[name].label} {len(ids[name]):,}",
        required=True,
        key=_FILTER,
        on_change=_write,
        kwargs={"anew": True},
        help="\n".join(f"- **{FILTERS[name].label}**: {FILTERS[name].help}" for name in offered) + f"\n\n{compared}",
    )
    chosen = which or ALL
    if not ids[chosen]:
        st.caption(f"No question of these runs is “{FILTERS[chosen].label.lower()}”; all are shown.")
    return chosen, ids[chosen] or ids[ALL]


def _question(rows: QuestionTable, ids: Sequence[str]) -> str:
    wanted, texts = st.query_params.get("id", ""), dict(zip(rows.ids, rows.texts, strict=True))
    if wanted and wanted not in texts:
        st.caption(literal(f"These runs have no question {wanted}; the first of the list is shown."))
    name = wanted if wanted in texts else ids[0]
    st.session_state[_ID] = name
    offered = list(ids) if name in ids else [name, *ids]
    return str(
        st.selectbox(
            "Question",
            offered,
            format_func=lambda each: f"{each}: {texts[each]}",
            key=_ID,
            on_change=_write,
            label_visibility="collapsed",
        )
    )


def _walk(place: Place, which: str, runs: Sequence[LoadedRun]) -> None:
    """Buttons to the question before and after, by keyboard too, and the way back to all questions."""
    at = f"**{place.number:,}** of {place.total:,}" if place.number else f"not among the {place.total:,}"
    among = "" if which == ALL else f" “{FILTERS[which].label.lower()}”"
    with st.container(horizontal=True, vertical_alignment="center"):
        for label, icon, target, key in (
            ("Previous", ":material/arrow_back:", place.before, "K"),
            ("Next", ":material/arrow_forward:", place.after, "J"),
        ):
            st.button(
                label,
                icon=icon,
                key=f"question-{label.lower()}",
                disabled=target is None,
                shortcut=key,
                on_click=_go,
                args=(target,),
            )
        st.markdown(f"{at}{among}")
        if len(runs) > 1:
            query = {"run": [run.name for run in runs], "baseline": runs[0].name, "with": runs[1].name, "filter": which}
            st.page_link(places.COMPARE, label="Compare these runs", icon="⚖️", query_params=query)


def _go(name: str | None) -> None:
    st.query_params["run"] = st.session_state.get(_RUNS) or []
    if name is not None:
        st.query_params["id"] = name
    st.query_params.pop(_SENTENCE, None)


def _write(anew: bool = False) -> None:
    """Put what was chosen into the address; `anew` begins at the first question of a filter."""
    chosen: dict[str, Any] = {"run": st.session_state.get(_RUNS) or [], "metric": st.query_params.get("metric")}
    if (which := st.session_state.get(_FILTER)) and which != ALL:
        chosen["filter"] = which
    if not anew:
        chosen["id"] = st.session_state.get(_ID)
    st.query_params.from_dict({name: value for name, value in chosen.items() if value})

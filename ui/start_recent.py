"""What was done last on this machine, with a link to each: sweeps and evaluations together, newest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import streamlit as st

from core.counted import counted
from evaluation.metrics import METRICS
from experiments.saved import SavedSweep
from retrieval.card import CollectionCard
from ui import places, resources
from ui.labels import full
from ui.literal import literal

if TYPE_CHECKING:
    from evaluation.runs import LoadedRun

_SHOWN = 6
_TOLD = ("evidence_recall", "relevance", "relevance_to_question")


@dataclass(frozen=True, slots=True)
class Recent:
    """One line. `query` is the address on Evaluate; empty where there is nothing to open any more."""

    when: datetime
    icon: str
    title: str
    says: str
    details: str
    query: dict[str, str] = field(default_factory=dict)


def show(sweeps: list[SavedSweep], cards: list[CollectionCard]) -> None:
    """The newest few; nothing where nothing was done."""
    runs = [run for run in resources.runs() if run.complete and not run.sweep]
    # Only what is shown is summed up.
    newest = sorted(runs, key=_when, reverse=True)[:_SHOWN]
    lines = sorted([*_of_sweeps(sweeps), *_of_runs(newest, cards)], key=lambda one: one.when, reverse=True)[:_SHOWN]
    if not lines:
        return
    st.subheader("Recent", anchor=False)
    for number, line in enumerate(lines):
        with st.container(border=True, key=f"home-recent-{number}"):
            left, right = st.columns([6, 1], vertical_alignment="center")
            left.markdown(f"{line.icon} **{literal(line.title)}** · {literal(line.says)}")
            left.caption(literal(f"{line.details} · {line.when:%Y-%m-%d %H:%M}"))
            if line.query:
                right.page_link(places.EVALUATE, label="Open", icon="➡️", query_params=line.query)
    if len(runs) + sum(one.state is not None for one in sweeps) > 1:
        st.page_link(places.COMPARE, label="Compare runs", icon="⚖️")


def _of_sweeps(sweeps: list[SavedSweep]) -> Iterator[Recent]:
    for one in sweeps:
        if one.state is None:
            continue
        done = f"{one.state.count('confirmed')} of {counted(len(one.state.standings), 'configuration')} evaluated"
        verdict = one.state.verdict[0] if one.state.verdict else "no verdict"
        query = {"view": "sweep", "sweep": one.name}
        yield Recent(one.changed, "🧪", f"Sweep {one.name}", verdict, done, query)


def _of_runs(runs: list[LoadedRun], cards: list[CollectionCard]) -> Iterator[Recent]:
    shown = {card.name: card.display for card in cards}
    for run in runs:
        name = str(run.plan["collection"]["name"])
        query = {"evaluate-collection": shown[name], "run": run.name} if name in shown else {}
        details = full(run).removeprefix(f"{name} · ").rsplit(" · ", 1)[0].removesuffix(" · no sweep")
        yield Recent(_when(run), "📏", shown.get(name, name), _score(run), details, query)


def _score(run: LoadedRun) -> str:
    """The first metric that the run has, with its interval."""
    from ui.summaries import summaries_of  # slow to import, and a first page has no run

    summaries = summaries_of(run)
    for metric in _TOLD:
        summary = summaries[metric]
        if summary.mean is not None:
            known = summary.low is not None and summary.high is not None
            interval = f" ({summary.low:.2f} to {summary.high:.2f})" if known else ""
            return f"{METRICS[metric].label} {summary.mean:.2f}{interval}"
    return "nothing measured"


def _when(run: LoadedRun) -> datetime:
    """When the run was begun; long ago where its plan does not say."""
    created: Any = run.plan.get("created", "")
    try:
        found = datetime.fromisoformat(str(created))
    except ValueError:
        return datetime.fromtimestamp(0, UTC)
    return found if found.tzinfo else found.replace(tzinfo=UTC)

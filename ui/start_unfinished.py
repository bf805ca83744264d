"""Work that was cut off, each with the button or link that takes it up. Unlike queue_view.py, nothing of it runs."""

from __future__ import annotations

import streamlit as st

from core.counted import counted
from core.errors import ChunkTraceError
from experiments.saved import SavedSweep, plan_of_sweep
from retrieval.card import CollectionCard
from ui import empty, places, resources
from ui.literal import literal


def show(sweeps: list[SavedSweep], cards: list[CollectionCard]) -> None:
    """Sweeps, then evaluations, then builds; nothing where all is done."""
    jobs = resources.jobs()
    stopped = _stopped([one for one in sweeps if not one.finished])
    known = {card.name: card.display for card in cards}
    working = any(job.key.startswith(("evaluate:", "tour")) for job in jobs.active())
    runs = [] if working else [run for run in resources.runs() if not run.complete and not run.sweep]
    if stopped or runs:
        st.subheader("Go on", anchor=False)
    for one in stopped:
        _sweep(one)
    for run in runs:
        name = str(run.plan["collection"]["name"])
        with st.container(border=True, key=f"home-run-{run.name}"):
            left, right = st.columns([5, 2], vertical_alignment="center")
            told = f"{len(run.outcomes):,} of {counted(run.total, 'question')}. Evaluate the same again to go on."
            left.markdown(f"📏 **{literal(known.get(name, name))}** · {literal(told)}")
            if name in known:
                query = {"evaluate-collection": known[name], "run": run.name}
                right.page_link(places.EVALUATE, label="Open", icon="➡️", query_params=query)
    empty.unfinished()


def _stopped(sweeps: list[SavedSweep]) -> list[SavedSweep]:
    """Those that no job is at work on."""
    if not sweeps:
        return []
    # Here and below, because most first pages have no sweep and need not wait for what makes one.
    from ui.sweep_work import job_key

    return [one for one in sweeps if resources.jobs().by_key(job_key(one.name)) is None]


def _sweep(one: SavedSweep) -> None:
    from ui import sweep_actions

    with st.container(border=True, key=f"home-sweep-{one.name}"):
        left, right = st.columns([5, 2], vertical_alignment="center")
        left.markdown(f"🧪 **{literal(f'Sweep {one.name}')}** · {literal(_far(one))}")
        with right.container(horizontal=True, vertical_alignment="center"):
            if not _asks_for_a_key(one):
                st.button("Go on", key=f"home-go-on-{one.name}", on_click=sweep_actions.go_on, args=(one.name, {}))
            st.page_link(places.EVALUATE, label="Open", icon="➡️", query_params=_address(one))


def _address(one: SavedSweep) -> dict[str, str]:
    return {"view": "sweep", "sweep": one.name}


def _far(one: SavedSweep) -> str:
    """How far a sweep came, and why it stands still."""
    if one.state is None:
        return "Saved, but not begun."
    of_all = f"{one.state.count('confirmed')} of {counted(len(one.state.standings), 'configuration')} evaluated"
    left = one.state.count("failed")
    failed = f", {left} failed" if left else ""
    return f"{of_all}{failed}. {one.state.problem or 'What is measured is kept.'}"


def _asks_for_a_key(one: SavedSweep) -> bool:
    """Whether it needs a model elsewhere, whose key its page asks for."""
    try:
        plan = plan_of_sweep(one).plan
    except ChunkTraceError:  # its own page tells what is wrong with it
        return True
    return any("@" in (name or "") for name in (plan.model, plan.judge_model))

"""What a plan will take, beside the button that starts it. Nothing is encoded or asked here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from config import settings
from core.counted import counted
from core.durations import between
from core.errors import ChunkTraceError
from corpus.questions import RAGBENCH
from experiments.configurations import Configuration
from experiments.estimate import Estimate, Grading, Ground, Range, estimate, ground_of
from experiments.material import load_asked
from experiments.pace import read_pace
from experiments.plan import SweepPlan
from generation.chat import ChatModel
from generation.models import ExtractiveModel
from ui import choices, resources, sweep_work
from ui.literal import literal
from ui.plan_measures import Measures

# A folder may change; a sweep reads it anew anyway.
_SECONDS = 300


def show(plan: SweepPlan, configurations: Sequence[Configuration], measures: Measures) -> None:
    """The counts, the time and the price, all said to be estimates. Raises LoadError for what cannot be read."""
    if plan.data.startswith(RAGBENCH) and settings().ragbench is None:
        _counts([("Configurations", f"{len(configurations):,}", "Every combination of the values below.")])
        st.caption("The data set is downloaded when the sweep starts; what it takes cannot be told before.")
        return
    ground = _ground(plan.data, plan.asked, plan.limits.questions, plan.racing is not None, plan.seed, plan)
    told = estimate(plan, configurations, ground, read_pace(resources.home()), _grading(measures))
    _counts(_cells(told))
    st.caption(literal(_basis(told, ground)))


@st.cache_resource(max_entries=6, ttl=_SECONDS, show_spinner="Reading the documents and questions…")
def _ground(data: str, questions: str, limit: int | None, raced: bool, seed: int, _plan: SweepPlan) -> Ground:
    return ground_of(load_asked(_plan, sweep_work.surroundings({}), Path()))


def _grading(measures: Measures) -> Grading:
    """The models that can be loaded; without them their calls are not counted, and the form says what waits."""
    return Grading(_chatting(measures.answers), _chatting(measures.grader))


def _chatting(choice: choices.ModelChoice | None) -> ChatModel | None:
    if choice is None or choice.waits or choice.name == choices.NONE:
        return None
    try:
        model = choice.load()
    except ChunkTraceError:
        return None
    return None if isinstance(model, ExtractiveModel) else model


def _cells(told: Estimate) -> list[tuple[str, str, str]]:
    asked = _numbers(told.asked)
    full = (
        f"{told.configurations:,}" if told.asked.least == told.configurations else f"{told.configurations:,} → {asked}"
    )
    return [
        ("Configurations", full, "Combinations that are tried, and how many of them are evaluated in full."),
        ("Questions asked", _numbers(told.evaluations), "Questions times configurations that are asked them."),
        ("Time", between(told.seconds.least, told.seconds.most), "An estimate, from the pace of this machine."),
        ("Model calls", _numbers(told.calls), "Calls of language models for answers and judgements."),
        ("Money", _money(told), "US dollars at the prices given beside the models; replies as long as they may be."),
    ]


def _counts(cells: Sequence[tuple[str, str, str]]) -> None:
    with st.container(horizontal=True, gap="medium", key="evaluate-plan-cost"):
        for label, value, says in cells:
            st.metric(label, value, help=says, width="content")


def _numbers(found: Range) -> str:
    low, high = f"{found.least:,.0f}", f"{found.most:,.0f}"
    return low if low == high else f"{low} to {high}"


def _money(told: Estimate) -> str:
    if told.cost is None:
        return "price not known"
    return "none" if not told.cost.most else f"up to ${told.cost.most:,.2f}"


def _basis(told: Estimate, ground: Ground) -> str:
    parts = (
        f"{counted(ground.documents, 'document')} of {ground.tokens:,} tokens",
        counted(len(ground.questions), "question"),
        f"{counted(told.indexes, 'set')} of chunks to encode, less what is known from before",
    )
    if told.guessed:
        return f"{', '.join(parts)}. The time is a guess: {' and '.join(told.guessed)} was never timed on this machine."
    return f"{', '.join(parts)}. The time is an estimate, from how fast this machine was before."

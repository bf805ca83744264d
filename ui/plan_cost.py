"""What a plan will take, beside the button that starts it. Nothing is encoded or asked here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from config import settings
from core.calls import Calls
from core.counted import counted
from core.durations import between
from core.errors import ChunkTraceError
from corpus.library import SAVED, list_corpora, list_sets
from corpus.questions import RAGBENCH
from experiments.configurations import Configuration
from experiments.context_calls import context_calls, context_models
from experiments.estimate import Estimate, Grading, Range, estimate
from experiments.ground import Ground, ground_of
from experiments.material import Asked, load_asked
from experiments.pace import read_pace
from experiments.plan import SweepPlan
from generation.chat import ChatModel
from generation.models import ExtractiveModel
from ui import choices, plan_measures, resources, sweep_work
from ui.literal import literal
from ui.plan_measures import Measures

# A folder may change; a sweep reads it anew anyway.
_SECONDS = 300


def show(key: str, plan: SweepPlan, configurations: Sequence[Configuration], measures: Measures) -> None:
    """The counts, the time and the price, all said to be estimates. Raises LoadError for what cannot be read.

    `key` begins the keys of the plan's widgets.
    """
    if plan.data.startswith(RAGBENCH) and settings().ragbench is None:
        _counts([("Configurations", f"{len(configurations):,}", "Every combination of the values below.")])
        st.caption("The data set is downloaded when the sweep starts; what it takes cannot be told before.")
        return
    raced, problem = plan.racing is not None, ""
    asked, ground = _loaded(plan.data, plan.asked, plan.limits.questions, raced, plan.seed, _versions(plan), plan)
    try:
        contexts = _contexts(asked, configurations, measures)
    except ChunkTraceError as error:  # the model that writes contexts cannot be asked: the rest can still be told
        contexts, problem = None, str(error)
    told = estimate(plan, configurations, ground, read_pace(resources.home()), _grading(measures), contexts)
    _counts(_cells(told))
    st.caption(literal(_basis(told, ground)))
    for warning in filter(None, (ground.foreign, problem)):
        st.warning(literal(warning))
    _budgets(key, plan, ground)


def _budgets(key: str, plan: SweepPlan, ground: Ground) -> None:
    """What to do where questions may be shown so much of the documents that every strategy does well."""
    budgets = [budget for _, budget in plan.footings if budget is not None]
    better = ground.better_budget(budgets)
    if better is None:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.warning(
            f"The documents have {ground.tokens:,} tokens: a context of {max(budgets):,} holds most of them, so that "
            "every strategy finds nearly everything.",
            icon="⚠️",
        )
        st.button(f"Use {better:,} tokens", key=f"{key}-better", on_click=plan_measures.set_budget, args=(key, better))


@st.cache_resource(max_entries=3, ttl=_SECONDS, show_spinner="Reading the documents and questions…")
def _loaded(
    data: str, questions: str, limit: int | None, raced: bool, seed: int, versions: tuple[str, str], _plan: SweepPlan
) -> tuple[Asked, Ground]:
    asked = load_asked(_plan, sweep_work.surroundings({}), Path())
    return asked, ground_of(asked)


def _versions(plan: SweepPlan) -> tuple[str, str]:
    """What changes when saved documents or questions are edited."""
    corpora = {f"{SAVED}{one.name}": f"{one.key} {one.changed}" for one in list_corpora(resources.home())}
    sets = {f"{SAVED}{one.name}": one.version for one in list_sets(resources.home())}
    return corpora.get(plan.data, ""), sets.get(plan.asked, "")


def _contexts(asked: Asked, configurations: Sequence[Configuration], measures: Measures) -> Calls | None:
    """What models that write contexts would be asked. Raises as loading them does."""
    if not context_models(configurations):
        return None
    keys = tuple(dict.fromkeys(one.chunking.key for one in configurations))
    models = tuple((one.name, one.input_price, one.output_price) for one in measures.models.values())
    return _counted(asked.corpus.key, keys, models, asked, configurations, measures)


@st.cache_data(max_entries=8, ttl=_SECONDS, show_spinner="Counting the contexts to write…")
def _counted(
    documents: str,
    chunkings: tuple[str, ...],
    models: tuple[tuple[str, float | None, float | None], ...],
    _asked: Asked,
    _configurations: Sequence[Configuration],
    _measures: Measures,
) -> Calls | None:
    around = sweep_work.surroundings(_measures.models)
    return context_calls(_asked.corpus.documents, _configurations, around.tools(around.writer))


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
        (
            "Time, a guess" if told.guessed else "Time, estimated",
            between(told.seconds.least, told.seconds.most),
            "From the pace of a usual laptop, where this machine's is not known."
            if told.guessed
            else "From the pace of this machine.",
        ),
        ("Model calls", _numbers(told.calls), "Calls of language models for contexts, answers and judgements."),
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
    parts = [
        f"{counted(ground.documents, 'document')} of {ground.tokens:,} tokens",
        counted(len(ground.questions), "question"),
        f"{counted(told.indexes, 'set')} of chunks to encode, less what is known from before",
    ]
    if told.contexts:
        parts.append(f"{counted(told.contexts, 'context')} to be written by a model")
    if told.guessed:
        were = "was" if len(told.guessed) == 1 else "were"
        guessed = f"The time is a guess: {' and '.join(told.guessed)} {were} never timed on this machine."
        return f"{', '.join(parts)}. {guessed}"
    return f"{', '.join(parts)}. The time is an estimate, from how fast this machine was before."

"""What a language model as the judge would be asked, shown beside the button that starts it. Nothing is asked here."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.errors import ChunkTraceError
from core.types import Question, RetrievalSpec
from evaluation.judges.llm_calls import planned_calls
from evaluation.judges.noise import SAMPLE
from evaluation.scenarios.scenario import scenarios_of
from evaluation.trust import model_cautions
from generation.models import chatting
from retrieval.card import CollectionCard
from ui import choices, resources
from ui.literal import literal


def show(
    card: CollectionCard,
    retrieval: RetrievalSpec,
    questions: Sequence[Question],
    answers: choices.ModelChoice,
    grader: choices.ModelChoice,
    scenarios: Sequence[str] = (),
) -> None:
    """The number of calls and their price, and what speaks against this judge; while models are chosen, nothing."""
    if answers.waits or grader.waits:
        return
    answered = answers.name != choices.NONE
    try:
        model = chatting(grader.load())
        calls = planned_calls(
            resources.collection(card.name),
            retrieval,
            model,
            questions,
            answered=answered,
            repeated=SAMPLE,
            scenarios=scenarios_of(scenarios),
        )
    except ChunkTraceError as error:
        st.caption(literal(str(error)))
        return
    st.caption(literal(calls.sentence))
    for caution in model_cautions(model.name, answers.name if answered else None):
        st.warning(literal(f"Note: {caution}."))

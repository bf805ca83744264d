"""The form of the Evaluate page: what to ask, how to retrieve, who answers, who judges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from core.hashing import key_of
from core.types import Question, RetrievalSpec
from evaluation.judges import JUDGES
from evaluation.scenarios.scenario import KINDS
from retrieval.card import CollectionCard
from ui import choices, judge_calls, question_check, question_sets, resources, work
from ui.literal import literal

# Enough to see differences, few enough for a laptop; the slider goes up to all.
_FIRST_ASKED = 50


@dataclass(frozen=True, slots=True)
class Filled:
    """The form's content; `waits` says what is still missing. Models are loaded only when it is sent."""

    card: CollectionCard
    asked: question_sets.Asked
    limit: int
    retrieval: RetrievalSpec
    judge: str
    answers: choices.ModelChoice
    grader: choices.ModelChoice | None
    scenarios: tuple[str, ...] = ()

    @property
    def waits(self) -> str:
        """What the user has to give before the evaluation can start."""
        return self.asked.waits or self.answers.waits or (self.grader.waits if self.grader else "")

    @property
    def key(self) -> str:
        """Equal for the same work, so that it is not queued twice; holds no secret."""
        grader = self.grader.name if self.grader else ""
        asked = [question.id for question in self.questions]
        return key_of(
            [
                self.card.name,
                self.asked.name,
                asked,
                self.retrieval.key,
                self.judge,
                self.answers.name,
                grader,
                self.scenarios,
            ]
        )

    @property
    def questions(self) -> tuple[Question, ...]:
        """As many questions as were chosen, spread evenly over the set."""
        return spread(self.asked.questions, self.limit)

    def evaluation(self) -> work.Evaluation:
        """The work itself. Raises SettingError or ModelMissing where a model cannot be used."""
        return work.Evaluation(
            collection=self.card.name,
            questions=self.questions,
            question_set=self.asked.name,
            retrieval=self.retrieval,
            judge=self.judge,
            model=None if self.answers.name == choices.NONE else self.answers.load(),
            judge_model=self.grader.load() if self.grader else None,
            scenarios=self.scenarios,
            unplaced=self.asked.unplaced,
        )


def spread(questions: Sequence[Question], limit: int) -> tuple[Question, ...]:
    """`limit` questions at even distances: the first of each group, so that no kind is left out."""
    wanted = min(limit, len(questions))
    return tuple(questions[number * len(questions) // wanted] for number in range(wanted))


def show(cards: list[CollectionCard]) -> Filled:
    """The form's widgets."""
    left, middle, right = st.columns(3)
    with left:
        card = choices.collection("evaluate-collection", cards)
        asked = question_sets.show(card)
        question_sets.tell(asked)
        limit = _limit(asked)
    with middle:
        retrieval = choices.retrieval("evaluate", card)
    with right:
        judge = st.selectbox("Judge", list(JUDGES), format_func=lambda name: JUDGES[name].label, key="evaluate-judge")
        st.caption(JUDGES[judge].summary)
        answers = choices.model("evaluate", (choices.EXTRACTIVE, choices.LOCAL, choices.NONE))
        grader = choices.model("evaluate-judge", (), "Judged by") if JUDGES[judge].needs == "model" else None
        scenarios = _scenarios(asked, answers)
    st.caption(choices.describe(card))
    if asked.rows is not None:
        documents = tuple(resources.collection(card.name).documents.values())
        question_check.show(asked.rows, documents, card.recipe.corpus_key)
    filled = Filled(card, asked, limit, retrieval, judge, answers, grader, scenarios)
    if grader is not None:
        judge_calls.show(card, retrieval, filled.questions, answers, grader, scenarios)
    if filled.waits:
        st.caption(literal(filled.waits))
    return filled


def _scenarios(asked: question_sets.Asked, answers: choices.ModelChoice) -> tuple[str, ...]:
    """What is asked again as retrieval fails; needs answers, and questions with evidence."""
    if answers.name == choices.NONE or not any(question.evidence for question in asked.questions):
        return ()
    chosen = st.pills(
        "Ask again while retrieval fails",
        list(KINDS),
        selection_mode="multi",
        wrap=True,
        format_func=lambda name: KINDS[name].label,
        key="evaluate-scenarios",
        help="  \n".join(f"{kind.label}: {kind.summary}" for kind in KINDS.values()),
    )
    return tuple(chosen)


def _limit(asked: question_sets.Asked) -> int:
    total = len(asked.questions)
    if total < 2:
        return total
    return int(
        st.slider(
            "How many of them",
            1,
            total,
            min(total, _FIRST_ASKED),
            key=f"evaluate-limit-{asked.name}-{total}",
            help="Spread evenly over the set. More questions, narrower intervals, longer wait.",
        )
    )

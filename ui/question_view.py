"""One question on the page, the words first; sections with a column a run. What a column holds is drawn elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.counted import counted
from evaluation.question_words import Told, in_words
from ui import question_evidence, question_scores, question_texts, rank_chart
from ui.evidence_marks import KINDS
from ui.literal import literal
from ui.marked_text import legend
from ui.question_column import Column, Shown, shown_of
from ui.question_pick import Pick
from ui.trace_marks import ANSWER_LEGEND, PASSAGE_LEGEND

# More columns than this are too narrow; further runs stand below.
_ABREAST = 3


def show(pick: Pick) -> None:
    """Everything about the question that is picked."""
    shown = shown_of(pick)
    _headline(pick, shown)
    for problem in shown.problems:
        st.warning(literal(problem))
    if shown.evidence:
        st.subheader(f"Evidence: {counted(len(shown.evidence), 'passage')}", anchor=False)
        legend(KINDS)
        _abreast(shown, question_evidence.show)
    if any(column.answer is not None for column in shown.columns):
        st.subheader("Answers", anchor=False)
        legend(ANSWER_LEGEND)
        st.caption("Click a sentence of an answer to see in the passages what it rests on.")
        _abreast(shown, lambda column: question_texts.answer(column, pick.sentence))
    question_scores.show(shown.columns)
    st.subheader("What was retrieved", anchor=False)
    legend(PASSAGE_LEGEND)
    _abreast(shown, lambda column: question_texts.passages(column, shown, pick.sentence))
    if sum(bool(column.passages) for column in shown.columns) > 1:
        rank_chart.show(shown.columns)
    st.subheader("How it was judged", anchor=False)
    _abreast(shown, question_texts.judged)


def _headline(pick: Pick, shown: Shown) -> None:
    """The question, the answer to what happened, and what a good answer would be."""
    asked = next(outcome for outcome in pick.row if outcome is not None)
    with st.container(border=True, key="question-headline"):
        st.subheader(literal(asked.question), anchor=False)
        with st.container(horizontal=True, gap="small"):
            if len(shown.columns) > 1:
                for column in shown.columns:
                    _name(column)
            for tag in asked.tags:
                st.badge(literal(tag), color="gray", icon=":material/sell:")
        told = [Told(column.letter, column.outcome, column.losses) for column in shown.columns]
        for sentence in in_words(told):
            st.markdown(f"- {literal(sentence)}")
        if shown.reference:
            st.markdown(f"**Reference answer:** {literal(shown.reference)}")
    if shown.evidence is None:
        st.caption("These runs were made before evidence was kept: evaluate again to see it here.")


def _abreast(shown: Shown, draw: Callable[[Column], None]) -> None:
    """A column a run, each under its name; on a narrow screen they stand one below the other."""
    for start in range(0, len(shown.columns), _ABREAST):
        group = shown.columns[start : start + _ABREAST]
        for place, column in zip(st.columns(len(group)), group, strict=True):
            with place:
                if len(shown.columns) > 1:
                    _name(column)
                if column.outcome is None:
                    st.caption("Did not ask this question.")
                else:
                    draw(column)


def _name(column: Column) -> None:
    st.badge(literal(f"{column.letter} · {column.name}"), color=column.color)

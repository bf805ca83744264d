"""What is retrieved for a follow-up question."""

from __future__ import annotations

import pytest

from generation.chat import Message
from generation.followup import retrieval_query

ORION = [Message("user", "Who leads the Orion team?"), Message("assistant", "Mira Falk leads it.")]


def test_G08_a_follow_up_is_retrieved_with_its_topic():
    assert retrieval_query("And since when?", ORION) == "Who leads the Orion team? And since when?"


@pytest.mark.parametrize(
    "question",
    ["Why?", "What about Berlin?", "How long has she done so?", "Und seit wann?", "いつから？", "Phone number?"],
)
def test_questions_that_lean_on_what_was_said(question):
    assert retrieval_query(question, ORION) == f"Who leads the Orion team? {question}"


@pytest.mark.parametrize(
    "question",
    [
        "Who leads the Vega team?",
        "What is RAG?",
        "How many depots are there?",
        "Some instruments fail when it is cold; which of those listed in the manual do?",
        "Wie lange gilt die Gewährleistung?",
        "保証期間は何年ですか",
    ],
)
def test_questions_that_stand_alone(question):
    assert retrieval_query(question, ORION) == question


def test_a_chain_of_follow_ups_keeps_the_topic():
    history = [*ORION, Message("user", "And since when?"), Message("assistant", "Since 2021.")]
    assert retrieval_query("Where?", history) == "Who leads the Orion team? Where?"


def test_the_first_question_is_left_alone():
    assert retrieval_query("And since when?", []) == "And since when?"

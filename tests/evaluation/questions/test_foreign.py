"""Whether a question set is about other documents, from the evidence that is nowhere."""

from __future__ import annotations

from core.types import Evidence, Question
from corpus.questions import Unplaced
from evaluation.questions.foreign import foreign_words

FOUND = Question("q1", "?", (Evidence("a.md", 0, 3, "abc"),))
BARE = Question("q2", "?")


def lost(*ids):
    return [Unplaced(each, "b.md", "x", "not there") for each in ids]


def test_a_set_whose_evidence_is_all_elsewhere_is_about_other_documents():
    assert foreign_words([BARE, Question("q3", "?")], lost("q2", "q3", "q3")) == (
        "None of the 3 passages of evidence is in these documents: the questions seem to be about others."
    )
    assert foreign_words([BARE], lost("q2")).startswith("The evidence is not in these documents")


def test_some_lost_evidence_is_told_as_what_it_is():
    assert foreign_words([FOUND, FOUND, BARE], lost("q2")) == (
        "1 of 3 passages of evidence is not in these documents: it cannot come back."
    )
    assert foreign_words([FOUND, BARE], lost("q2", "q2")).endswith("the questions seem to be about others.")


def test_nothing_is_said_where_all_is_found_or_nobody_asks_for_it():
    assert foreign_words([FOUND, BARE], []) == "" and foreign_words([FOUND], lost("q9")) == ""

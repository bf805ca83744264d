"""A judgement as marks: what each sentence's color and tip say."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from core.spans import Span
from core.types import Judgement, Support
from evaluation.peek import Line
from ui.trace_marks import answer_marks, passage_marks, support_words

LINES = (Line("0a", Span(0, 4)), Line("0b", Span(5, 9)), Line("0c", Span(10, 12)))
JUDGED = Judgement(
    "local",
    "measured",
    relevant=("0a", "0b"),
    utilized=("0b",),
    support={"0a": Support(("1a", "general"), True), "0b": Support((), False)},
    probabilities={"relevant": {"0a": 0.9, "0b": 0.8}},
)


def test_passages_by_hand():
    marks = passage_marks(LINES, JUDGED, chosen=["0c"])
    assert [(mark.start, mark.end, mark.kind) for mark in marks] == [
        (0, 4, "relevant"),
        (5, 9, "relevant-used"),
        (10, 12, "chosen"),
    ]
    assert marks[0].tip == "0a: relevant (90%)"
    assert passage_marks(LINES, None) == []


def test_answers_by_hand():
    marks = answer_marks(LINES, JUDGED, chosen="0b", says={"0b": "It is nowhere."}.get)
    assert [(mark.kind, mark.id) for mark in marks] == [
        ("supported", "0a"),
        ("unsupported", "0b"),
        ("chosen", ""),
        ("", "0c"),
    ]
    assert marks[1].tip == "Nothing supports it. It is nowhere."
    assert marks[0].tip == "Supported by sentence 1a, it claims nothing that needs support."


def test_a_judge_that_gives_probabilities_says_how_sure_it_is():
    judged = replace(JUDGED, probabilities={"supported": {"0a": 0.83}})
    marks = answer_marks(LINES[:1], judged)
    assert marks[0].tip.endswith("support. Support is 83% likely.")


@given(st.lists(st.sampled_from(["0a", "1b", "general", "well_known_fact"])), st.sampled_from([True, False, None]))
def test_every_verdict_has_words(keys, supported):
    words = support_words(Support(tuple(keys), supported))
    assert words.endswith(".") and "None" not in words
    assert ("upport" in words) == (supported is not None)

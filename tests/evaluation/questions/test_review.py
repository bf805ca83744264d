"""What a person's edits make of a question set."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import LoadError
from core.spans import Span
from core.types import Document
from corpus.question_rows import QuestionRow
from evaluation.export import safe_text
from evaluation.questions.review import FILTERS, accepted, edited, from_table, is_unreviewed, matching, passage

EVIDENCE = {"document": "a.md", "quote": "the lid"}
ROWS = [
    QuestionRow("a", "Why does the lid rattle?", "It is bent.", (EVIDENCE,), ("unreviewed", "heading")),
    QuestionRow("b", "Who owns the pump?", None, (), ("unanswerable",)),
    QuestionRow("c", "When was it oiled?", None, (), ()),
]


def names(*given_one):
    return [row.id for row in matching(ROWS, *given_one)]


def test_filters_keep_what_they_say():
    assert names("all", "", ()) == ["a", "b", "c"]
    assert [names(wanted, "", {"c"}) for wanted in FILTERS if wanted != "all"] == [["a"], ["c"], ["b", "c"], ["b"]]
    assert names("all", "LID bent", ()) == ["a"]
    assert names("unreviewed", "pump", ()) == []


def test_accepting_takes_one_tag_away():
    assert is_unreviewed(ROWS[0]) and not is_unreviewed(accepted(ROWS[0]))
    assert accepted(ROWS[0]).tags == ("heading",)


def test_an_edit_keeps_the_id_and_refuses_a_blank_question():
    row = edited(ROWS[0], " Why\nnot? ", "  ", ["x", " x ", ""], [])
    assert (row.id, row.question, row.answer, row.tags, row.evidence) == ("a", "Why not?", None, ("x",), ())
    with pytest.raises(LoadError, match="needs words"):
        edited(ROWS[0], " \n", "", [], [])


@given(st.text(max_size=30), st.integers(0, 30), st.integers(0, 30))
def test_a_selected_passage_is_what_is_visible_of_it(text, start, end):
    document = Document.from_text(text, "a.md")
    span = Span(min(start, len(text)), min(end, len(text)))
    if not text[span.start : span.end].strip():
        with pytest.raises(LoadError, match="white space"):
            passage(document, span)
        return
    found = passage(document, span)
    assert found["quote"] == text[found["start"] : found["end"]] == text[span.start : span.end].strip()


def test_a_table_keeps_evidence_by_id_adds_and_leaves_out():
    assert from_table(ROWS, {}, [], []) == ROWS
    formula = QuestionRow("f", "=1+1?", None, (EVIDENCE,), ())
    assert from_table([formula], {0: {"question": safe_text(formula.question)}}, [], []) == [formula]
    kept, mended, new = from_table(ROWS, {0: {"answer": None}, 2: {"tags": "x, y,"}}, [{"question": "New?"}], [1])
    assert kept == replace(ROWS[0], answer=None)
    assert mended == replace(ROWS[2], tags=("x", "y"))
    assert (new.id, new.question, new.evidence, new.tags) == ("q4", "New?", (), ())
    with pytest.raises(LoadError, match="Line 2: A question needs words"):
        from_table(ROWS, {1: {"question": " "}}, [], [])
    with pytest.raises(LoadError, match="Line 4: A question needs words"):
        from_table(ROWS, {}, [{"answer": "Yes."}], [])

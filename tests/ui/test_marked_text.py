"""Pieces of a marked text: whole, in order, under exactly their marks; and what a browser may send back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.spans import Span
from ui.marked_text import Mark, _within, pieces

TEXT = 60
MARKS = st.lists(
    st.tuples(st.integers(0, TEXT), st.integers(0, TEXT), st.sampled_from(["even", "odd", "evidence", "cut"])).map(
        lambda each: Mark(min(each[:2]), max(each[:2]), each[2])
    )
)


@given(MARKS, st.integers(0, TEXT), st.integers(0, TEXT))
def test_pieces_are_the_whole_in_order(marks: list[Mark], one: int, other: int) -> None:
    start, end = min(one, other), max(one, other)
    cut = list(pieces(marks, start, end))
    assert [index for piece in cut for index in range(piece.start, piece.end)] == list(range(start, end))


@given(MARKS, st.integers(0, TEXT), st.integers(0, TEXT))
def test_a_piece_lies_under_exactly_the_marks_that_cover_it(marks: list[Mark], one: int, other: int) -> None:
    for piece in pieces(marks, min(one, other), max(one, other)):
        over = [mark for mark in piece.marks if mark.start < mark.end]
        covering = [mark for mark in marks if mark.start <= piece.start and piece.end <= mark.end]
        assert sorted(over, key=str) == sorted((mark for mark in covering if mark.start < mark.end), key=str)


@given(MARKS)
def test_every_mark_with_text_begins_once(marks: list[Mark]) -> None:
    begun = [mark for piece in pieces(marks, 0, TEXT) for mark in piece.begins if mark.start < mark.end]
    assert sorted(begun, key=str) == sorted((mark for mark in marks if mark.start < mark.end), key=str)


def test_an_overlap_by_hand() -> None:
    left, right, cut = Mark(0, 6, "even"), Mark(4, 9, "odd"), Mark(8, 8, "cut")
    told = [(piece.start, piece.end, piece.marks) for piece in pieces([right, left, cut], 0, 10)]
    assert told == [(0, 4, (left,)), (4, 6, (left, right)), (6, 8, (right,)), (8, 9, (right, cut)), (9, 10, ())]


def test_a_focus_begins_a_piece() -> None:
    assert [piece.start for piece in pieces([], 0, 10, Span(3, 7))] == [0, 3, 7]


@pytest.mark.parametrize("sent", [None, [], [5], [5, 4], [0, 11], [-1, 3], ["1", "2"], {"a": 1}, [1.5, 2]])
def test_what_is_no_span_of_the_text_is_no_selection(sent: object) -> None:
    assert _within(sent, 0, 10) is None


def test_a_span_of_the_text_is_a_selection() -> None:
    assert _within([2, 10], 0, 10) == Span(2, 10)

"""Interval arithmetic against sets of characters."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from core.spans import Span, contains, intersect, length, merge, overlaps, subtract

SPANS = st.lists(st.builds(Span, st.integers(0, 30), st.integers(0, 30)), max_size=8)


def characters(spans: list[Span]) -> set[int]:
    return {position for span in spans for position in range(span.start, span.end)}


@given(SPANS, SPANS)
def test_sums_differences_and_lengths_are_those_of_the_characters(left: list[Span], right: list[Span]) -> None:
    ours, theirs = characters(left), characters(right)
    assert characters(merge(left)) == ours
    assert length(left) == len(ours)
    assert characters(intersect(left, right)) == ours & theirs
    assert characters(subtract(left, right)) == ours - theirs


@given(SPANS)
def test_merged_spans_are_sorted_and_apart(spans: list[Span]) -> None:
    merged = merge(spans)
    assert all(before.end < after.start for before, after in pairwise(merged))


def test_touching_is_not_overlap_and_the_sum_of_both_is_counted_once() -> None:
    assert not overlaps(Span(0, 5), Span(5, 9))
    assert overlaps(Span(0, 6), Span(5, 9))
    assert length([Span(0, 6), Span(5, 9)]) == 9
    assert contains(Span(0, 9), Span(0, 9)) and not contains(Span(1, 9), Span(0, 3))

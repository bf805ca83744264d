"""Markers and matches by wording, by hand."""

from __future__ import annotations

import pytest

from generation.citations import BY_WORDING, cite, markers_of, strip_markers
from generation.passages import passages_of
from tests.generation.hits import hits_of

ONE = "The pump weighs nine kilograms. The warranty lasts for two years."
TWO = "Claims need the receipt."


def ranges(cited):
    return [(citation.marker, citation.document_id, citation.start, citation.end) for citation in cited.citations]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Two years [2], parts only [1, 4-5].", [2, 1, 4, 5]),
        ("Yes[1][1][3].", [1, 3]),
        ("Yes 【2】, no 【3†manual.md】.", [2, 3]),
        ("Yes【1, 2】, no［3］、[5-4].", [1, 2, 3, 4, 5]),
        ("See [a], [1.5] and [2024].", []),
        ("No markers.", []),
    ],
)
def test_markers_of(text, numbers):
    assert markers_of(text) == numbers


def test_strip_markers():
    assert strip_markers("Two years [2]. Parts only. [1][3]") == "Two years. Parts only."


def test_a_marker_points_to_the_sentence_that_says_it():
    cited = cite("The warranty lasts two years [1]. Bring the receipt. [2]", passages_of(hits_of(ONE, TWO)))
    assert cited.text == "The warranty lasts two years [1]. Bring the receipt. [2]"
    start = ONE.index("The warranty")
    assert ranges(cited) == [(1, "d1.txt", start, len(ONE)), (2, "d2.txt", 0, len(TWO))]
    assert cited.notes == ()


def test_a_marker_whose_words_match_no_sentence_points_to_the_whole_passage():
    assert ranges(cite("Es gilt zwei Jahre [1].", passages_of(hits_of(ONE)))) == [(1, "d1.txt", 0, len(ONE))]


def test_unknown_markers_are_dropped_and_noted():
    cited = cite("The warranty lasts two years [7].", passages_of(hits_of(ONE)))
    assert cited.citations == () and cited.notes == ("markers that name no passage: [7]",)


def test_a_long_range_of_unknown_markers_makes_a_short_note():
    (note,) = cite("Two years [1-999].", passages_of(hits_of(ONE))).notes
    assert note == "markers that name no passage: [2], [3], [4], [5], [6] and 993 more"


def test_without_markers_each_sentence_is_matched_by_its_wording():
    """The second sentence shares one of its four terms with a passage, which is too little."""
    cited = cite("The warranty lasts for two years. Call Anna Bell about receipts.", passages_of(hits_of(TWO, ONE)))
    assert cited.text == "The warranty lasts for two years. [2] Call Anna Bell about receipts."
    assert ranges(cited) == [(2, "d2.txt", ONE.index("The warranty"), len(ONE))]
    assert cited.notes == (BY_WORDING,)


def test_no_match_is_no_citation():
    cited = cite("Nobody knows.", passages_of(hits_of(ONE)))
    assert cited.citations == () and cited.text == "Nobody knows."
    assert cited.notes == ("no citation: the answer's wording matches no passage",)


def test_line_breaks_of_the_answer_stay():
    answer = "- The warranty lasts for two years.\n\n- Claims need the receipt.\n"
    assert cite(answer, passages_of(hits_of(ONE, TWO))).text == (
        "- The warranty lasts for two years. [1]\n\n- Claims need the receipt. [2]\n"
    )

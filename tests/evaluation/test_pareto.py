"""The Pareto front, what differs between runs, and their settings side by side."""

from hypothesis import given
from hypothesis import strategies as st

from evaluation.board_words import board_words
from evaluation.factors import settings_table
from evaluation.family import compare_family
from evaluation.mismatches import mismatches
from evaluation.pareto import front, trade_offs
from tests.evaluation.compared import run_of

POINTS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=12)


def beats(one, other):
    return one[0] <= other[0] and one[1] >= other[1] and one != other


@given(POINTS)
def test_nothing_on_the_front_is_beaten_and_all_else_is(points):
    found = front(points)
    for place, point in enumerate(points):
        assert (place in found) is not any(beats(other, point) for other in points)
    assert [points[place] for place in found] == sorted(points[place] for place in found)


def test_trade_offs_by_hand():
    runs = [run_of("dear", [0.9] * 12, tokens=900), run_of("cheap", [0.5] * 12, tokens=300)]
    runs.append(run_of("beaten", [0.4] * 12, tokens=400))
    found = trade_offs(compare_family(runs))
    assert [(one.name, one.tokens, one.on_front) for one in found] == [
        ("cheap", 300, True),
        ("beaten", 400, False),
        ("dear", 900, True),
    ]


def test_a_board_in_words_by_hand():
    family = compare_family([run_of("a", [0.2] * 12), run_of("b", [0.6] * 12)])
    first, second = board_words(family)
    assert (first["name"], first["verdict"], first["counts"], first["questions"]) == (
        "b",
        "▲ better",
        "12 / 0 / 0",
        "12 of 12",
    )
    assert (second["verdict"], second["delta"], second["counts"]) == ("◆ baseline", None, None)


def test_what_differs_is_told_once_for_all_runs():
    runs = [run_of(name, [0.5, 0.6]) for name in "abcde"]
    runs.append(run_of("odd", [0.5], questions={"name": "tiny", "key": "z"}, judge={"name": "llm", "model": "m"}))
    found = mismatches(runs, [run.name for run in runs], {"a": "1" * 16, "odd": "2" * 16})
    assert [one.sentence for one in found] == [
        "The runs have different question sets: set, 2 questions (a, b, c and 2 more); tiny, 1 question (odd). "
        "Only questions with the same id and the same text are compared.",
        "The runs have different documents: version 111111 (a); version 222222 (odd). "
        "A difference may come from the documents alone.",
        "The runs have different judges: local [1] (a, b, c and 2 more); llm [m] (odd). "
        "Judged metrics are not compared between them.",
    ]
    assert mismatches(runs[:5], list("abcde")) == []


def test_settings_that_differ_and_those_that_are_equal():
    other = {"strategy": "markdown", "parameters": {"chunk_size": 512, "overlap": 0, "headings": 3}}
    runs = [run_of("fixed", [0.5]), run_of("other", [0.5], collection=other)]
    assert settings_table(runs) == {
        "strategy": ("fixed", "markdown"),
        "overlap": ("50", "0"),
        "headings": ("", "3"),
    }
    assert settings_table(runs, differing=False)["chunk size"] == ("512", "512")

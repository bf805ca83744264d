"""Votes on disk, their tally and what it says."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import LoadError
from evaluation.votes import (
    Candidate,
    Setup,
    Tally,
    Vote,
    add_vote,
    between,
    read_votes,
    tally,
    verdict,
    votes_csv,
    votes_json,
)

A, B = (Setup(name, f"recipe-{name}", {"mode": "dense", "k": 5}, "m") for name in ("a", "b"))
OTHER_K = Setup("a", "recipe-a", {"mode": "dense", "k": 9}, "m")


def vote(name, first, second, choice, answer="=1+1"):
    sides = (Candidate(one, answer, {"relevance": 0.5, "adherence": True}) for one in (first, second))
    return Vote(name, "2026-01-01T00:00:00+00:00", "Which?", *sides, choice)


def test_the_order_in_which_answers_stood_does_not_matter():
    votes = [vote("1", A, B, "first"), vote("2", B, A, "second"), vote("3", B, A, "first"), vote("4", A, B, "tie")]
    assert tally(votes, A, B) == Tally(2, 1, 1, 0)
    assert tally(votes, B, A) == Tally(1, 2, 1, 0)


def test_votes_under_other_settings_are_told_and_not_counted():
    votes = [vote("1", A, B, "first"), vote("2", OTHER_K, B, "first"), vote("3", B, B, "tie")]
    assert tally(votes, A, B) == Tally(1, 0, 0, 0, elsewhere=1)
    assert [one.id for one in between(votes, A, B)] == ["1"]


def test_the_last_vote_on_a_question_counts_and_a_withdrawn_one_does_not(tmp_path):
    given_votes = [vote("1", A, B, "first"), vote("2", A, B, "tie"), vote("1", A, B, "both bad")]
    for one in [*given_votes, vote("2", A, B, "withdrawn")]:
        add_vote(tmp_path, one)
    assert read_votes(tmp_path) == [vote("1", A, B, "both bad")]


@given(st.lists(st.sampled_from(["first", "second", "tie", "both bad"]), max_size=8), st.booleans())
def test_law_every_vote_is_counted_once(choices, swapped):
    pair = (B, A) if swapped else (A, B)
    votes = [vote(str(number), *pair, choice) for number, choice in enumerate(choices)]
    counts = tally(votes, A, B)
    assert counts.votes == len(choices)
    assert (counts.tie, counts.both_bad) == (choices.count("tie"), choices.count("both bad"))


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        (Tally(0, 0, 3, 1), "No decided vote yet"),
        (Tally(2, 2, 0, 0), "Even"),
        (Tally(5, 0, 0, 0), "Cannot tell yet: one is preferred in 5 of 5 decided votes"),
        (Tally(0, 6, 1, 0), "other is better: preferred in 6 of 6 decided votes"),
    ],
)
def test_in_words(counts, said):
    assert verdict(counts, "one", "other").startswith(said)


def test_files_are_safe_and_whole():
    votes = [vote("1", A, B, "second")]
    (row,) = csv.DictReader(io.StringIO(votes_csv(votes).decode()))
    assert (row["preferred"], row["first_answer"], row["second_relevance"]) == ("b", "'=1+1", "0.5")
    assert json.loads(votes_json(votes))[0]["first"]["setup"]["retrieval"]["k"] == 5


@pytest.mark.parametrize("line", ['{"id": "1"}', '{"id": "1", "first": 3, "second": {}}'])
def test_a_line_that_is_no_vote_is_told(tmp_path, line):
    path = tmp_path / "votes" / "votes.jsonl"
    path.parent.mkdir()
    path.write_text(line + "\n")
    with pytest.raises(LoadError, match="delete that line"):
        read_votes(tmp_path)

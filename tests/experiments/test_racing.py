"""Races: the rules by hand, laws on random scores, and by simulation that the best is seldom lost."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import SettingError
from experiments.racing import Race, blocks_of

NAMES = ("a", "b", "c")
SCORE = st.none() | st.sampled_from([0.0, 0.5, 1.0])
TABLES = st.integers(0, 30).flatmap(lambda n: st.lists(st.tuples(*[SCORE] * 3), min_size=n, max_size=n))


def run(race: Race, table, size=5) -> Race:
    """All questions in the order given, each block for those still alive."""
    for start in range(0, len(table), size):
        rows = table[start : start + size]
        race.observe({name: [row[race.names.index(name)] for row in rows] for name in race.alive})
    return race


def test_always_worse_by_hand():
    race = Race(("good", "bad"))
    # Wealth grows as the mean of (1 + share)^n: 1.5, 2.4, 3.9, 6.8, 12.0, 21.7 after 1 to 6 questions.
    assert race.observe({"good": [1.0] * 5, "bad": [0.0] * 5}) == ()
    (gone,) = race.observe({"good": [1.0], "bad": [0.0]})
    assert (gone.name, gone.against, gone.after, gone.n, gone.behind) == ("bad", "good", 6, 6, 1.0)
    assert gone.at_least is not None and 0 < gone.at_least < 1
    assert gone.reason.startswith("behind good by 1.000 on 6 questions (0.")
    assert race.alive == ("good",) and race.saving == 0
    assert race.observe({"good": [1.0] * 6}) == ()
    assert race.saving == pytest.approx(6 / 24)


def test_equal_ones_stay_unless_a_margin_says_that_they_may_go():
    table = [(0.5, 0.5, 0.5)] * 200
    assert run(Race(NAMES), table).alive == NAMES
    race = run(Race(NAMES, margin=0.1), table)
    assert race.alive == ("a",)
    assert "better by less than the margin of 0.1" in race.dropped[0].reason


def test_lower_may_be_better():
    race = run(Race(NAMES, more_is_better=False), [(1.0, 0.0, 1.0)] * 20)
    assert race.alive == ("b",)


def test_only_questions_measured_in_both_count():
    # b is measured where all are bad, and never beside a's successes.
    race = run(Race(("a", "b")), [(1.0, None), (None, 0.0)] * 100)
    assert race.alive == ("a", "b") and race.dropped == ()


def test_a_failed_configuration_leaves_with_its_reason_and_the_rest_goes_on():
    race = Race(NAMES)
    race.withdraw("b", "the model is missing")
    assert (race.dropped[0].name, race.dropped[0].reason) == ("b", "the model is missing")
    race.observe({"a": [1.0], "c": [1.0]})
    assert race.alive == ("a", "c") and race.saving == pytest.approx(1 / 3)
    with pytest.raises(SettingError, match="not in the race"):
        race.withdraw("b", "again")


@pytest.mark.parametrize(
    ("block", "says"),
    [
        ({"a": [1.0]}, "no scores of b, c"),
        ({"a": [1.0], "b": [1.0], "c": []}, "same questions"),
        ({"a": [1.0], "b": [1.5], "c": [0.0]}, "from 0 to 1"),
        ({"a": [0.0] * 3, "b": [0.0] * 3, "c": [0.0] * 3}, "2 questions"),
    ],
)
def test_blocks_that_cannot_be(block, says):
    with pytest.raises(SettingError, match=says):
        Race(NAMES, population=2).observe(block)


@pytest.mark.parametrize("wrong", [{"names": ()}, {"names": ("a", "a")}, {"alpha": 0}, {"margin": 1}])
def test_races_that_cannot_be(wrong):
    with pytest.raises(SettingError):
        Race(**{"names": NAMES} | wrong)


@given(TABLES, st.sampled_from([0.0, 0.05]), st.booleans())
@settings(max_examples=60)
def test_somebody_is_left_and_who_left_was_behind(table, margin, finite):
    race = run(Race(NAMES, margin=margin, population=len(table) if finite else None), table)
    assert race.alive and {*race.alive, *(one.name for one in race.dropped)} == {*NAMES}
    assert len(race.alive) + len(race.dropped) == len(NAMES)
    for one in race.dropped:
        assert one.against in NAMES and one.behind >= 0 and 0 < one.n <= one.after <= len(table)
        assert -margin <= one.at_least <= one.behind + 1e-4
    assert race.saving is None if not table else 0 <= race.saving < 1


@given(TABLES)
@settings(max_examples=30)
def test_names_and_their_order_play_no_part(table):
    forward = run(Race(NAMES), table)
    backward = run(Race(NAMES[::-1]), [row[::-1] for row in table])
    assert {*forward.alive} == {*backward.alive}
    assert [*map(repr, forward.dropped)] == [*map(repr, run(Race(NAMES), table).dropped)]


@given(st.integers(0, 50), st.integers(1, 9))
def test_blocks_ask_each_question_once(questions, size):
    blocks = blocks_of(questions, size, seed=1)
    assert sorted(place for block in blocks for place in block) == [*range(questions)]
    assert all(len(block) == size for block in blocks[:-1])
    assert blocks == blocks_of(questions, size, seed=1)


def test_the_best_is_seldom_lost_and_work_is_saved():
    rng, lost, saved = np.random.default_rng(5), 0, []
    for simulation in range(40):
        hard = rng.standard_normal((120, 1))
        scores = np.clip(hard * 0.8 + 0.6 * rng.standard_normal((120, 6)) + np.linspace(0, 1.5, 6) + 0.5, 0, 1)
        race = Race([*"abcdef"], alpha=0.2, population=120)
        for block in blocks_of(120, 10, seed=simulation):
            race.observe({name: scores[block, race.names.index(name)].tolist() for name in race.alive})
        lost += race.names[int(scores.mean(axis=0).argmax())] not in race.alive
        saved.append(race.saving)
    assert lost <= 14, "of 40 at a level of .2; more than 14 has a probability of .002"
    assert np.mean(saved) > 0.3

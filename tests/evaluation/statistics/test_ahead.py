"""Who may be best, what can be found, how many more questions, and what choosing costs."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.statistics.best import probability_of_best
from evaluation.statistics.clusters import clustered
from evaluation.statistics.halves import choose_and_confirm
from evaluation.statistics.power import minimum_detectable, more_questions

RNG = np.random.default_rng(6)
# Mean 0.1 and standard error 0.05 over 100 questions.
DELTAS = np.tile([0.1 - 0.4975, 0.1 + 0.4975], 50)


def test_probabilities_of_being_best_sum_to_one_and_equal_runs_share():
    scores = RNG.uniform(size=(60, 3))
    chances = probability_of_best(clustered(np.hstack([scores, scores[:, :1]])))
    assert chances.sum() == pytest.approx(1.0)
    assert chances[0] == chances[3]
    assert probability_of_best(clustered(scores + np.array([0.0, 1.0, 0.0]))).tolist() == [0.0, 1.0, 0.0]
    assert probability_of_best(clustered(scores + np.array([0.0, 1.0, -1.0])), more_is_better=False).tolist() == [
        0.0,
        0.0,
        1.0,
    ]


def test_the_minimum_detectable_difference_by_the_formula():
    # 1.9842 + .8416 * sqrt(1 + (2.8510 ** 2 + 1.9842 ** 2) / 198) = 2.8510 standard errors of .05
    assert minimum_detectable(clustered(DELTAS)) == pytest.approx(0.14255, abs=1e-5)
    assert minimum_detectable(clustered(DELTAS), 9) > 0.18
    assert minimum_detectable(clustered(np.zeros(10))) is None


def test_more_questions_until_the_difference_is_found_or_ruled_out():
    # 100 * (.14255 / .1) ** 2 = 203 questions find .1; that a margin of .5 is not reached is known by now.
    assert more_questions(clustered(DELTAS), 0.05) == 110
    assert more_questions(clustered(DELTAS), 0.5) == 10
    assert more_questions(clustered(DELTAS - 0.1), 0.0001) is None


def test_more_questions_where_none_differed_yet():
    # 59 equal questions rule a margin of .05 out.
    assert more_questions(clustered(np.zeros(19)), 0.05) == 40
    assert more_questions(clustered(np.zeros(19)), 0.05, family=9) > 80


def test_choosing_among_equals_looks_better_than_it_is():
    halves = choose_and_confirm(clustered(RNG.uniform(size=(40, 12))))
    assert halves.optimism > 0.03
    assert halves.chosen - halves.confirmed == pytest.approx(halves.optimism)
    assert halves.again < 0.9


def test_a_clear_winner_is_confirmed():
    halves = choose_and_confirm(clustered(RNG.uniform(size=(40, 3)) + np.array([0.0, 2.0, 0.0])))
    assert (halves.run, halves.again, halves.ahead) == (1, 1.0, 1.0)
    assert abs(halves.optimism) < 0.01
    fewer = choose_and_confirm(clustered(RNG.uniform(size=(40, 2)) + np.array([0.0, 2.0])), more_is_better=False)
    assert (fewer.run, round(fewer.chosen, 1)) == (0, 0.5)


def test_a_shared_lead_is_no_choice():
    equal = np.repeat(RNG.uniform(size=(40, 1)), 3, axis=1)
    assert choose_and_confirm(clustered(equal)) is None
    assert choose_and_confirm(clustered(np.zeros((40, 2))), more_is_better=False) is None
    rare = np.zeros((40, 2))
    rare[0, 1] = 1.0  # one half of the questions has it, and chooses; the other sees a tie
    halves = choose_and_confirm(clustered(rare))
    assert (halves.run, halves.ahead) == (1, 0.0)
    assert 0.4 < halves.again < 0.6


def test_too_few_documents_are_not_split():
    assert choose_and_confirm(clustered(np.ones((9, 2)))) is None
    assert choose_and_confirm(clustered(np.ones((40, 1)))) is None

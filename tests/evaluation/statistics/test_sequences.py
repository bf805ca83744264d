"""Bounds valid at all times: by hand, as laws, and by simulation at every moment."""

from __future__ import annotations

from itertools import pairwise
from math import exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.statistics.sequences import Betting, mean_bounds

RANGE = (-1.0, 1.0)
SCORES = st.lists(st.none() | st.sampled_from([-1.0, -0.5, 0.0, 0.25, 1.0]), min_size=1, max_size=25)


def test_wealth_by_hand():
    betting = Betting(1.0)
    betting.observe(np.array(-1.0))
    # The gamblers' shares lie symmetrically around one half: each doubles on average 1 + share, which is 1.5.
    assert exp(betting.evidence) == pytest.approx(1.5)
    betting.observe(np.array(1.0))
    assert exp(betting.evidence) == pytest.approx(1.5), "the highest wealth so far"


def test_what_is_left_to_come_by_hand():
    # Of three values two are seen, each 1/2 below the threshold: the third would have to be 1 above, the most there is.
    betting = Betting(1.0, population=3)
    for _ in range(2):
        betting.observe(np.array(-0.5))
    assert betting.evidence < log(20)
    betting.observe(np.array(0.9))
    assert betting.evidence > log(1e6), "the mean is below the threshold for certain"


def test_a_value_not_measured_is_no_evidence():
    seen, skipped = Betting(1.0), Betting(1.0)
    for value in (-0.5, 0.0, 0.3):
        seen.observe(np.array(value))
    for value in (-0.5, 0.3):
        skipped.observe(np.array(value))
    assert seen.evidence == skipped.evidence


@given(SCORES, st.booleans())
def test_bounds_hold_the_mean_between_them_and_only_shrink(values, finite):
    population = len(values) if finite else None
    known = [value for value in values if value is not None]
    ends = [mean_bounds(values[: n + 1], 0.05, RANGE, population) for n in range(len(values))]
    assert all(RANGE[0] <= low <= high <= RANGE[1] for low, high in ends[:1] + ends[-1:])
    assert all(later[0] >= sooner[0] and later[1] <= sooner[1] for sooner, later in pairwise(ends))
    if known and finite and len(known) == len(values) and len(set(known)) == 1:
        assert ends[-1][0] <= known[0] <= ends[-1][1]
    if not known and not finite:
        assert ends[-1] == RANGE


@given(SCORES)
def test_the_ends_are_mirrored(values):
    low, high = mean_bounds(values, 0.05, RANGE)
    mirrored = mean_bounds([None if value is None else -value for value in values], 0.05, RANGE)
    assert mirrored == pytest.approx((-high, -low))


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=20))
def test_who_refutes_a_threshold_refutes_all_higher_ones(values):
    thresholds = np.linspace(-1, 1, 41)
    for population in (None, 30):
        betting = Betting(1 - thresholds, population)
        for value in values:
            betting.observe(value - thresholds)
        assert (np.diff(betting.evidence) >= -1e-9).all()


def test_more_values_than_there_are_is_refused():
    betting = Betting(1.0, population=1)
    betting.observe(np.array(0.0))
    with pytest.raises(ValueError, match="more values than the 1"):
        betting.observe(np.array(0.0))


@pytest.mark.parametrize("population", [None, 150])
def test_the_truth_is_refuted_at_any_moment_as_seldom_as_it_says(population):
    rng = np.random.default_rng(3)
    if population is None:
        values = rng.choice([-1.0, 0.0, 0.5], size=(150, 2000), p=[0.1, 0.7, 0.2])
    else:
        values = rng.permuted(np.tile(np.repeat([-1.0, 0.0, 0.5], [15, 105, 30])[:, None], 2000), axis=0)
    betting = Betting(np.ones(2000), population)
    for row in values:
        betting.observe(row)
    # Level .1, looked at 150 times. Three standard errors are .02.
    assert 0.01 < (betting.evidence >= log(10)).mean() < 0.12

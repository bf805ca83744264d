"""A small version of benchmarks/statistics.py: coverage, false verdicts, power and size, seeded."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks import statistics as simulated


@pytest.mark.parametrize("name", simulated.SCORES)
@pytest.mark.parametrize(("n", "sizes", "icc"), [(30, (1,), 0.0), (30, (5,), 0.3), (100, (1, 2, 3, 4, 6, 9), 0.3)])
def test_intervals_hold_the_truth_as_often_as_they_say(name, n, sizes, icc):
    labels = simulated.clusters_of(n, sizes)
    # 600 simulations: three standard errors are 2.7 points.
    assert 0.903 <= simulated.coverage(simulated.SCORES[name], labels, icc, 600) <= 0.99


def test_intervals_of_shares_hold_the_truth_too():
    for sizes, icc in (((1,), 0.0), ((5,), 0.3)):
        assert 0.91 <= simulated.share_coverage(simulated.clusters_of(30, sizes), icc, 400) <= 0.985


def test_equal_strategies_are_not_called_better():
    labels, rng = simulated.clusters_of(30, (1,)), np.random.default_rng(11)
    pairs = [(0, other) for other in range(1, 10)]
    wrong = sum(simulated.said(simulated.strategies(rng, labels), labels, pairs, "better", "worse") for _ in range(60))
    assert wrong <= 7


def test_the_stated_difference_is_found():
    labels, rng, hits = simulated.clusters_of(60, (3,)), np.random.default_rng(12), 0
    for _ in range(100):
        pilot, scores = (simulated.strategies(rng, labels, 2) for _ in range(2))
        scores[:, 1] += simulated.minimum_detectable(simulated.clustered(pilot[:, 1] - pilot[:, 0], list(labels)))
        hits += simulated.verdicts(scores, labels, [(0, 1)]) == ["better"]
    assert 65 <= hits <= 92


def test_a_difference_of_the_margin_is_seldom_called_equivalent():
    assert max(simulated.equivalence_size(600).values()) <= 0.08

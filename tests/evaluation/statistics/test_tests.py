"""Sign flips, Holm, equivalence: by hand, and beside scipy and statsmodels."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.statistics.adjusting import holm
from evaluation.statistics.clusters import clustered
from evaluation.statistics.equivalence import equivalence_p
from evaluation.statistics.permutation import EXACT_UP_TO, p_values

RNG = np.random.default_rng(5)


def test_three_documents_by_hand():
    # Of the 8 sign patterns of 1, 2 and 3 only two reach a sum of 6, and of -1, 2 and 3 four reach 4.
    assert p_values(clustered([[1.0, -1.0], [2.0, 2.0], [3.0, 3.0]])).tolist() == [0.25, 0.5]


def test_no_difference_has_a_p_of_one():
    assert p_values(clustered(np.zeros((40, 2)))).tolist() == [1.0, 1.0]
    assert p_values(clustered(np.zeros((4, 1)))).tolist() == [1.0]


def test_signs_flip_by_document():
    values = [0.3, 0.2, 0.4, 0.1] * 3
    assert p_values(clustered(values, [n // 4 for n in range(12)]))[0] == 0.25
    assert p_values(clustered(values))[0] < 0.01


def test_many_clusters_agree_with_scipy():
    from scipy.stats import permutation_test

    values = RNG.normal(0.25, 1.0, size=50)
    theirs = permutation_test(
        (values,), np.mean, permutation_type="samples", n_resamples=9999, rng=np.random.default_rng(3)
    )
    assert p_values(clustered(values))[0] == pytest.approx(theirs.pvalue, abs=0.015)


def test_exact_and_random_patterns_agree():
    values = RNG.normal(0.5, 1.0, size=EXACT_UP_TO)
    exact = p_values(clustered(values))[0]
    # Two more questions that differ by nothing take the random way, and change no sum.
    assert p_values(clustered([*values, 0.0, 0.0]))[0] == pytest.approx(exact, abs=0.02)


def test_p_is_never_zero():
    assert p_values(clustered(np.ones(100)))[0] == pytest.approx(1 / 10_000)


def test_holm_is_statsmodels():
    from statsmodels.stats.multitest import multipletests

    for size in (1, 2, 7, 45):
        values = RNG.uniform(0, 0.2, size=size)
        assert holm(list(values)) == pytest.approx(list(multipletests(values, method="holm")[1]))


def test_holm_passes_over_what_has_no_p():
    assert holm([None, 0.01, None, 0.02]) == [None, 0.02, None, 0.02]
    assert holm([]) == [] and holm([None]) == [None]


@pytest.mark.parametrize("mean", [0.0, 0.03, 0.05, -0.2])
def test_equivalence_is_statsmodels_tost(mean):
    from statsmodels.stats.weightstats import DescrStatsW

    values = RNG.normal(mean, 0.1, size=80)
    assert equivalence_p(clustered(values), 0.05)[0] == pytest.approx(DescrStatsW(values).ttost_mean(-0.05, 0.05)[0])


def test_equal_on_every_question_is_equivalent_only_with_enough_of_them():
    # .95 ** 58 > .05 > .95 ** 59
    assert equivalence_p(clustered(np.zeros(58)), 0.05)[0] > 0.05 > equivalence_p(clustered(np.zeros(59)), 0.05)[0]

"""The sign test against the sum that a reader can do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from evaluation.statistics.signs import LEVEL, sign_p, votes_to_settle

COUNTS = st.integers(0, 40)


def test_by_hand():
    assert sign_p(5, 0) == 2 / 32
    assert sign_p(3, 1) == pytest.approx(2 * (4 + 1) / 16)
    assert sign_p(0, 0) is None


@given(COUNTS, COUNTS)
def test_law_p_is_the_two_tails_of_a_fair_coin(wins, losses):
    p = sign_p(wins, losses)
    if wins + losses:
        assert p == pytest.approx(binomtest(wins, wins + losses, 0.5).pvalue)
    assert p == sign_p(losses, wins)


@given(COUNTS, COUNTS)
def test_law_what_would_settle_it_does(wins, losses):
    more = votes_to_settle(wins, losses)
    if more is None:
        return
    n = wins + losses + more
    ahead = round(n * max(wins, losses) / (wins + losses))
    assert sign_p(ahead, n - ahead) < LEVEL
    assert (more == 0) == (sign_p(wins, losses) < LEVEL)

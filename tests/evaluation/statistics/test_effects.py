"""Effects of settings: those of statsmodels' OLS with the questions as blocks, and no effect where none can be told."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from evaluation.statistics.effects import main_effects

RNG = np.random.default_rng(7)
STRATEGIES, SIZES = ("fixed", "recursive", "markdown"), ("256", "512")
RUNS = list(product(STRATEGIES, SIZES))
FACTORS = {"strategy": tuple(run[0] for run in RUNS), "chunk size": tuple(run[1] for run in RUNS)}
TRUE = {"markdown": 0.2, "512": 0.1}


def scores(n=60, interaction=0.0):
    hard = RNG.normal(size=(n, 1))
    gains = [TRUE.get(strategy, 0.0) + TRUE.get(size, 0.0) for strategy, size in RUNS]
    both = [interaction * (run == ("markdown", "512")) for run in RUNS]
    return hard + np.array(gains) + np.array(both) + RNG.normal(0, 0.15, size=(n, len(RUNS)))


def test_effects_are_those_of_ols_with_questions_as_blocks():
    import statsmodels.api as sm

    table = scores(20)
    found = {effect.level: effect.delta for effect in main_effects(table, FACTORS, 0).effects}
    rows = []
    for question, run in product(range(len(table)), range(len(RUNS))):
        block = np.eye(len(table))[question]
        strategy, size = RUNS[run]
        rows.append([*block, strategy == "recursive", strategy == "markdown", size == "512"])
    fitted = sm.OLS(table.ravel(), np.array(rows, dtype=float)).fit()
    assert [found["recursive"], found["markdown"], found["512"]] == pytest.approx(list(fitted.params[-3:]))


def test_the_setting_that_carries_the_difference_comes_first():
    found = main_effects(scores(), FACTORS, 0)
    assert list(found.shares) == ["strategy", "chunk size"]
    assert found.shares["strategy"] > 0.5 > found.shares["chunk size"] > 0.05
    by_level = {effect.level: effect for effect in found.effects}
    assert by_level["markdown"].low < 0.2 < by_level["markdown"].high
    assert by_level["markdown"].p_adjusted < 0.01 < by_level["recursive"].p_adjusted
    assert by_level["512"].reference == "256"
    assert not found.refused


def test_pairs_that_interact_are_told():
    none = main_effects(scores(), FACTORS, 0).interactions
    assert [effect.level for effect in none] == ["recursive with 512", "markdown with 512"]
    assert min(effect.p_adjusted for effect in none) > 0.05
    found = {effect.level: effect for effect in main_effects(scores(interaction=0.4), FACTORS, 0).interactions}
    assert found["markdown with 512"].p_adjusted < 0.01
    assert found["markdown with 512"].delta == pytest.approx(0.4, abs=0.1)


def test_settings_that_change_together_are_refused():
    factors = {"strategy": ("fixed", "recursive"), "chunk size": ("256", "512")}
    found = main_effects(scores()[:, :2], factors, 0)
    assert not found.effects
    assert found.refused == (
        "strategy changes together with chunk size: its effect cannot be told apart",
        "chunk size changes together with strategy: its effect cannot be told apart",
    )


def test_one_level_is_no_factor():
    found = main_effects(scores()[:, :2], {"strategy": ("fixed", "fixed"), "chunk size": ("256", "512")}, 0)
    assert [effect.factor for effect in found.effects] == ["chunk size"]


def test_what_can_be_told_is_told_beside_what_cannot():
    factors = {
        "strategy": ("fixed", "fixed", "recursive", "recursive"),
        "unit": ("chars", "chars", "tokens", "tokens"),
        "retriever": ("dense", "hybrid", "dense", "hybrid"),
    }
    found = main_effects(scores()[:, :4], factors, 0)
    assert [effect.factor for effect in found.effects] == ["retriever"]
    assert len(found.refused) == 2


def test_missing_combinations_leave_main_effects_alone():
    found = main_effects(scores()[:, :3], {name: levels[:3] for name, levels in FACTORS.items()}, 0)
    assert len(found.effects) == 2
    assert found.refused == ("whether strategy and chunk size interact: not enough of their combinations were run",)

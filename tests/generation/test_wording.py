"""Terms, rarity and coverage by hand."""

from __future__ import annotations

import math

import pytest

from generation.wording import coverage, rarity, terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How long are the warranties of X-200 pumps?", ["long", "warrantie", "x", "200", "pump"]),
        ("Wie lange gilt die GEWÄHRLEISTUNG?", ["lange", "gilt", "gewährleistung"]),
        ("PDF保証期間は3年", ["pdf", "保証", "証期", "期間", "間は", "3", "年"]),
        ("ＡＢ１２ ﬁle", ["ab12", "file"]),
        ("?! \u200b ...", []),
    ],
)
def test_terms(text, expected):
    assert terms(text) == expected


def test_rarity_is_the_idf_of_lucene():
    weights = rarity([["a", "b", "b"], ["a"], ["a"]])
    assert weights == pytest.approx({"a": math.log(1 + 0.5 / 3.5), "b": math.log(1 + 2.5 / 1.5)})


def test_coverage_is_a_share_of_weight():
    weights = {"a": 1.0, "b": 3.0}
    assert coverage(["a", "b", "b"], ["b", "z"], weights) == 0.75
    assert coverage(["a", "unseen"], ["a"], weights) == 0.25  # a term seen nowhere weighs as much as the rarest
    assert coverage([], ["a"], weights) == 0.0
    assert coverage(["a"], ["a"], {}) == 1.0

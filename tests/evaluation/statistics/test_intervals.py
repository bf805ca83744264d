"""Intervals beside scipy and statsmodels, by hand where few numbers allow it, and what is taken for a cluster."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.types import Judgement
from evaluation.outcomes import Outcome
from evaluation.statistics.bca import bca_ends
from evaluation.statistics.clusters import clustered, labels_of
from evaluation.statistics.intervals import mean_interval, mean_intervals, share_interval
from evaluation.statistics.robust import robust

SKEWED = np.random.default_rng(1).exponential(size=200)


def test_sums_and_sizes_by_hand():
    sample = clustered([[1.0, 10.0], [2.0, 20.0], [3.0, 30.0]], ["a", "b", "a"])
    assert sample.sums.tolist() == [[4.0, 40.0], [2.0, 20.0]]
    assert (sample.n, sample.clusters, sample.means.tolist()) == (3, 2, [2.0, 20.0])


def test_bca_is_scipys_where_there_are_many_questions():
    from scipy.stats import bootstrap

    theirs = bootstrap((SKEWED,), np.mean, n_resamples=9999, method="BCa", rng=np.random.default_rng(2))
    low, high = bca_ends(clustered(SKEWED), 0.95)
    width = theirs.confidence_interval.high - theirs.confidence_interval.low
    assert low[0] == pytest.approx(theirs.confidence_interval.low, abs=0.06 * width)
    assert high[0] == pytest.approx(theirs.confidence_interval.high, abs=0.06 * width)
    assert high[0] - SKEWED.mean() > SKEWED.mean() - low[0], "it follows the skewness"


def test_without_clusters_the_error_is_the_textbooks():
    spread = robust(clustered(SKEWED))
    assert spread.error[0] == pytest.approx(SKEWED.std(ddof=1) / np.sqrt(200))
    assert spread.freedom == pytest.approx(199)


def test_errors_of_equal_clusters_are_those_of_their_means_and_of_statsmodels():
    import statsmodels.api as sm

    values, labels = SKEWED[:60], np.repeat(np.arange(12), 5)
    spread = robust(clustered(values, list(labels)))
    means = values.reshape(12, 5).mean(axis=1)
    assert spread.error[0] == pytest.approx(means.std(ddof=1) / np.sqrt(12))
    assert spread.freedom == pytest.approx(11)
    fitted = sm.OLS(values, np.ones(60)).fit(cov_type="cluster", cov_kwds={"groups": labels, "use_correction": False})
    assert spread.error[0] == pytest.approx(fitted.bse[0] * np.sqrt(12 / 11))


def test_few_clusters_reach_at_least_as_far_as_students_t():
    values, labels = SKEWED[:30], [number // 5 for number in range(30)]
    around = mean_interval(list(values), labels)
    reach = 2.5706 * values.reshape(6, 5).mean(axis=1).std(ddof=1) / np.sqrt(6)
    assert around.low <= values.mean() - reach + 1e-4
    assert around.high >= values.mean() + reach - 1e-4


def test_clusters_widen_an_interval_where_questions_are_alike():
    alike = list(np.repeat(np.linspace(0, 1, 20), 5))
    alone, together = mean_interval(alike), mean_interval(alike, [number // 5 for number in range(100)])
    assert together.high - together.low > 1.8 * (alone.high - alone.low)


def test_e04_one_question_has_no_interval_of_its_mean_but_one_of_its_share():
    assert mean_interval([1.0]).reason == "n/a (one question)"
    assert share_interval([1.0]).low == pytest.approx(0.2065, abs=1e-4)


def test_one_document_has_no_interval():
    assert mean_interval([0.1, 0.9], ["a", "a"]).reason == "n/a (one document)"


def test_a_share_of_clustered_answers_is_worth_fewer_questions():
    answers = [1.0] * 40 + [0.0] * 10
    assert share_interval([1.0, 0.0], ["a", "a"]).reason == mean_interval([1.0, 0.0], ["a", "a"]).reason
    assert share_interval([1.0], ["a"]) == share_interval([1.0])
    alone, together = share_interval(answers), share_interval(answers, [number // 5 for number in range(50)])
    assert together.low < alone.low < 0.8 < alone.high < together.high <= 1.0


@settings(max_examples=25, deadline=None)
@given(st.lists(st.floats(0, 1, width=32), min_size=2, max_size=40), st.floats(0.5, 3), st.floats(-2, 2))
def test_intervals_move_and_stretch_with_the_scores(values, factor, shift):
    table = np.array(values)[:, None] * np.array([[1.0, factor, -1.0]]) + np.array([[0.0, shift, 0.0]])
    plain, moved, turned = mean_intervals(table)
    if plain.low is None:
        return
    assert plain.low <= np.mean(values) + 1e-9
    assert plain.high >= np.mean(values) - 1e-9
    if moved.low is not None and turned.low is not None:
        assert moved.low == pytest.approx(factor * plain.low + shift, abs=1e-3)
        assert (turned.low, turned.high) == pytest.approx((-plain.high, -plain.low), abs=1e-3)


def outcome(name, documents):
    return Outcome(name, "?", "measured", judgement=Judgement("t", "measured"), evidence_documents=documents)


def test_questions_are_clustered_by_the_first_document_of_their_evidence():
    outcomes = [outcome(f"q{n}", (f"d{n % 11}", "other")) for n in range(22)] + [outcome("none", ())]
    labels = labels_of(outcomes)
    assert labels.note.startswith("questions are clustered by 11 documents; ")
    assert labels.of(["q0", "q11", "q1", "none"]) == [
        ("document", "d0"),
        ("document", "d0"),
        ("document", "d1"),
        ("question", "none"),
    ]


@pytest.mark.parametrize(
    ("documents", "note"),
    [
        (None, "a run does not say"),
        ((), "no annotated evidence"),
        (("one.md", "two.md"), "1 document, too few to stand for others: intervals speak of more questions about it"),
    ],
)
def test_where_clusters_say_nothing_questions_count_one_by_one(documents, note):
    labels = labels_of([outcome(f"q{n}", documents) for n in range(8)])
    assert note in labels.note
    assert len(set(labels.of([f"q{n}" for n in range(8)]))) == 8


def test_a_run_that_knows_the_documents_tells_them_for_one_that_does_not():
    old = [outcome(f"q{n}", None) for n in range(11)]
    assert "by 11 documents" in labels_of([*old, *(outcome(f"q{n}", (f"d{n}",)) for n in range(11))]).note


@pytest.mark.parametrize("n", range(1, 40))
def test_a_share_of_none_begins_at_zero_and_a_share_of_all_ends_at_one(n):
    assert share_interval([0.0] * n).low == 0
    assert share_interval([1.0] * n).high == 1

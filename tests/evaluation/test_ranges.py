"""No interval reaches where no score can lie: means, curves, differences, effects, and what the ruler says of them."""

from __future__ import annotations

from core.types import Judgement
from evaluation.compare import common_means, paired
from evaluation.conclusions import conclusions
from evaluation.family import compare_family
from evaluation.outcomes import Outcome
from evaluation.ruler import intervals_in_range
from evaluation.statistics.intervals import mean_interval
from evaluation.summary import MetricSummary, interval_of, summarize, summarize_metric
from tests.evaluation.compared import run_of


def test_means_of_few_questions_stay_within_their_metric():
    high = interval_of("share", [0.981, 1.0, 0.94, 1.0])
    assert (0.9 < high.low < 0.981, high.high) == (True, 1.0)
    two = interval_of("share", [0.4, 1.0])
    assert (two.low, two.high) == (0.0, 1.0)
    tokens = interval_of("count", [100.0, 132.0])
    assert tokens.low == 0.0 and tokens.high > 300


def test_a_run_of_two_questions_has_no_impossible_interval():
    run = run_of("a", [0.2, 1.0], tokens=100)
    for summary in summarize(run.outcomes):
        if summary.low is not None:
            assert summary.low >= 0 and (summary.metric == "context_tokens" or summary.high <= 1)
    assert (common_means([run], "mrr")[0].low, common_means([run], "mrr")[0].high) == (0.0, 1.0)


def test_differences_of_shares_stay_within_one_and_none_larger_is_said_to_be_found():
    base, other = run_of("a", [0.0, 1.0]), run_of("b", [0.3, 0.2])
    row = paired(base, other, "evidence_recall")
    assert (row.low, row.high, row.detectable) == (-1.0, 1.0, None)
    told = " ".join(conclusions(compare_family([base, other])))
    assert "With so few questions no difference would be found with 80 % power, however large." in told
    assert "would be found by now" not in told


def test_drawing_ends_in_loses_no_true_mean():
    free, within = mean_interval([0.9, 1.0, 0.8]), mean_interval([0.9, 1.0, 0.8], bounds=(0.0, 1.0))
    assert free.high > 1 == within.high
    assert free.low == within.low


def test_the_ruler_looks_at_the_ends_of_intervals_too():
    outcomes = [Outcome(f"q{n}", "?", "measured", judgement=Judgement("t", "measured")) for n in range(2)]
    fine = summarize_metric(outcomes, "hit", "yes or no")
    assert intervals_in_range([fine, MetricSummary("mrr", 0.6, 0.0, 1.0, 2, 0)]) == ""
    assert intervals_in_range([MetricSummary("mrr", 0.683, 0.2, 1.167, 5, 0)]) == "the interval of mrr reaches 1.167"
    assert intervals_in_range([MetricSummary("context_tokens", 116.0, -253.7, 486.2, 2, 0)]) == (
        "the interval of context_tokens reaches -253.7"
    )

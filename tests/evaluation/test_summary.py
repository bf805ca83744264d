"""Means that say how sure they are, and comparisons on common questions only."""

from __future__ import annotations

import warnings as python_warnings
from pathlib import Path

import pytest

from core.types import Judgement
from evaluation.compare import common_means, compare, paired
from evaluation.outcomes import Outcome
from evaluation.runs import LoadedRun
from evaluation.statistics.intervals import mean_interval, share_interval
from evaluation.summary import summarize, summarize_metric


def outcomes(values, metric="relevance"):
    return tuple(
        Outcome(
            f"q{number}",
            "?",
            "failed" if value is None else "measured",
            judgement=None if value is None else Judgement("t", "measured", scores={metric: value}),
        )
        for number, value in enumerate(values)
    )


def loaded(name, values, *, total=None, record=True, collection=None, **plan):
    whole = {
        "questions": {"name": "set", "key": "k", "count": total or len(values)},
        "collection": {"name": name, "strategy": name, "chunk_set": name, "chunks": 10, **(collection or {})},
        "judge": {"name": "local", "version": 1},
        "metric_version": 1,
        **plan,
    }
    return LoadedRun(Path(name), whole, {"done": True} if record else {}, outcomes(values))


def test_e01_a_failed_question_does_not_raise_the_score():
    a, b = (summarize_metric(outcomes(values), "relevance") for values in ([1.0, 0.0], [1.0, None]))
    assert (a.mean, a.n, a.missing) == (0.5, 2, 0)
    assert (b.mean, b.n, b.missing, b.failed) == (1.0, 1, 1, 1)
    assert (b.least, b.most) == (0.5, 1.0)
    pair = paired(loaded("A", [1.0, 0.0]), loaded("B", [1.0, None]), "relevance")
    assert (pair.base, pair.other, pair.delta, pair.n) == (1.0, 1.0, 0.0, 1)
    assert (pair.wins, pair.ties, pair.losses) == (0, 1, 0)


def test_e03_runs_are_ranked_on_common_questions():
    flaky, clean = loaded("flaky", [0.9, 1.0, None, None, None]), loaded("clean", [0.6] * 5)
    means = common_means([flaky, clean], "relevance")
    assert [(mean.run, mean.n, mean.measured, mean.total) for mean in means] == [("flaky", 2, 2, 5), ("clean", 2, 5, 5)]
    assert means[1].mean == pytest.approx(0.6)


def test_e04_one_question_is_shown_with_its_wide_interval():
    summary = summarize_metric(outcomes([True], "adherence"), "adherence", "yes or no")
    assert (summary.n, round(summary.low, 2), summary.high) == (1, 0.21, 1.0)
    assert mean_interval([1.0]).reason == "n/a (one question)"


def test_e19_identical_chunk_sets_are_named():
    runs = [
        loaded(name, [0.5, 0.6], collection={"strategy": name, "chunk_set": "same"}) for name in ("fixed", "recursive")
    ]
    comparison = compare(*runs)
    assert comparison.warnings == (
        "the chunk sets of fixed (fixed) and recursive (recursive) are identical (10 chunks)",
    )
    assert [(row.wins, row.ties, row.losses) for row in comparison.rows] == [(0, 2, 0)]


def test_e22_other_judges_or_questions_are_named():
    base = loaded("one", [0.5], judge={"name": "llm", "model": "m1", "prompt": "p"}, retrieval={"k": 5})
    other = loaded("two", [0.5], judge={"name": "llm", "model": "m2", "prompt": "p"}, retrieval={"k": 3})
    assert compare(base, other).warnings == ("one and two differ in judge.model",)
    other = loaded("two", [0.5, 0.5], record=False, total=3)
    other.plan["questions"]["key"] = "other"
    assert compare(loaded("one", [0.5]), other).warnings == (
        "two is unfinished: 2 of 3 questions",
        "one and two differ in questions.count, questions.key",
    )


def test_e23_no_variation_is_said_in_words_and_warns_nobody():
    with python_warnings.catch_warnings():
        python_warnings.simplefilter("error")
        summary = summarize_metric(outcomes([1.0, 1.0, 1.0]), "relevance")
        mean_interval([0.0, 0.0, 1.0])
        mean_interval([0.1, 0.1 + 1e-17, 0.1])
    assert (summary.mean, summary.low, summary.high, summary.reason) == (1.0, None, None, "n/a (no variation)")


def test_intervals_are_the_same_each_time_and_hold_the_mean():
    values = [0.1, 0.4, 0.35, 0.8, 0.9, 0.2, 0.5]
    first = mean_interval(values)
    assert first == mean_interval(values)
    assert 0 <= first.low < sum(values) / len(values) < first.high <= 1


def test_wilson_by_the_formula():
    # 8 of 10: (p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n) with z = 1.96
    assert share_interval([1.0] * 8 + [0.0] * 2).low == pytest.approx(0.4902, abs=1e-4)
    assert share_interval([1.0] * 8 + [0.0] * 2).high == pytest.approx(0.9433, abs=1e-4)


def test_a_metric_nobody_measured_is_listed_without_a_mean():
    summaries = {summary.metric: summary for summary in summarize(outcomes([0.5]))}
    assert (summaries["adherence"].mean, summaries["adherence"].n, summaries["adherence"].missing) == (None, 0, 1)


def test_fewer_tokens_win():
    runs = [
        LoadedRun(Path(name), {}, {}, (Outcome("q", "?", "measured", context_tokens=tokens),))
        for name, tokens in (("base", 100), ("other", 80))
    ]
    pair = paired(*runs, "context_tokens")
    assert (pair.delta, pair.wins, pair.losses) == (-20, 1, 0)


def test_questions_of_one_run_only_are_left_out():
    assert paired(loaded("one", [0.5]), LoadedRun(Path("two"), {}, {}, ()), "relevance") is None


def test_rounding_is_no_variation():
    assert mean_interval([0.3 - 0.1, 0.4 - 0.2, 0.5 - 0.3, 0.2 + 1e-15]).reason == "n/a (no variation)"

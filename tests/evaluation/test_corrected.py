"""Corrected means: by hand, in their limits, and by how often they hold the truth."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.corrected import corrected_estimate, corrected_mean, corrected_means, labels_only
from evaluation.label_design import Frame


def frame(questions=40, kind="relevant"):
    return Frame(kind, {f"q{number}": {"0a": 0.9, "0b": 0.1, "0c": 0.4} for number in range(questions)})


def label(asked, kind="relevant", yes=lambda drawn: drawn.key == "0a"):
    return {(one.question_id, one.key, kind): yes(one) for one in asked}


def test_a_judge_that_is_always_right_but_too_mild_is_corrected_by_hand():
    """Predictions are label + 0.2 throughout: the labels' own mean, moved by what the draw missed."""
    said = np.array([1.0] * 10 + [0.0] * 20)
    found = corrected_estimate(said, said * 0.8 + 0.2, judge_mean=0.8 * 0.5 + 0.2)
    # mean(y) = 1/3, mean(f) = 0.4667, F = 0.6; cov / var = 1.25, so the weight ends at 1.
    assert found.weight == pytest.approx(1.0)
    assert found.mean == pytest.approx(1 / 3 + 0.6 - 0.8 / 3 - 0.2)
    assert found.low < found.mean < found.high


def test_a_judge_that_knows_nothing_is_not_used():
    said = np.array([1.0, 0.0] * 15)
    found = corrected_estimate(said, np.full(30, 0.7), judge_mean=0.7)
    alone = labels_only(said)
    assert (found.weight, found.mean) == (0.0, alone.mean)
    assert found.high - found.low == pytest.approx(alone.high - alone.low, abs=0.01)


def test_a_judge_that_is_wrong_throughout_is_not_used_either():
    said = np.array([1.0, 0.0] * 15)
    assert corrected_estimate(said, 1 - said, judge_mean=0.5).weight == 0.0


def test_a_better_judge_gives_a_narrower_interval():
    said = np.array([1.0, 0.0, 0.0] * 12)
    widths = []
    for wrong in (12, 6, 2):
        predicted = said.copy()
        predicted[:wrong] = 1 - predicted[:wrong]
        found = corrected_estimate(said, predicted, judge_mean=float(predicted.mean()))
        widths.append(found.high - found.low)
    assert widths == sorted(widths, reverse=True)


def test_agreeing_labels_leave_room_for_doubt():
    found = corrected_estimate(np.ones(25), np.ones(25), judge_mean=1.0)
    assert found.high == 1.0 and 0.8 < found.low < 0.9


@settings(deadline=None, max_examples=150)
@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1)), min_size=25, max_size=60), st.floats(0, 1))
def test_means_and_intervals_stay_within_0_and_1(pairs, judge_mean):
    said, predicted = (np.array(column, dtype=float) for column in zip(*pairs, strict=True))
    found = corrected_estimate(said, predicted, judge_mean)
    assert 0 <= found.low <= found.mean <= found.high <= 1
    assert 0 <= found.weight <= 1


def test_too_few_labels_correct_nothing_and_say_how_many_are_needed():
    found = corrected_mean(frame(), label(frame().to_label(24)))
    assert (found.labeled, found.corrected, found.labels_only) == (24, None, None)
    assert found.reason == "25 labeled sentences are needed, there are 24"
    assert corrected_mean(frame(), label(frame().to_label(25))).corrected is not None


def test_a_skipped_sentence_is_no_label():
    asked = frame().to_label(26)
    labels = label(asked) | {(asked[3].question_id, asked[3].key, "relevant"): None}
    assert corrected_mean(frame(), labels).labeled == 25


def test_where_every_sentence_is_labeled_the_mean_is_exact():
    small = Frame("relevant", {"q1": {"0a": 0.9, "0b": 0.9}, "q2": {"0a": 0.9}})
    found = corrected_mean(small, label(small.to_label(3)))
    assert (found.corrected.low, found.corrected.mean, found.corrected.high) == (0.75, 0.75, 0.75)
    assert found.judge == pytest.approx(0.9)


def test_what_single_sentences_cannot_correct_is_said():
    by_metric = {one.metric: one for one in corrected_means([], {})}
    assert by_metric["completeness"].corrected is None
    assert by_metric["completeness"].reason.startswith("not corrected, because")
    assert "adherence_share is corrected instead" in by_metric["adherence"].reason
    assert by_metric["relevance"].reason == "not corrected, because the judge judged no such sentence"


@pytest.mark.parametrize("rare", [0.08, 0.35])
def test_the_interval_holds_the_truth_as_often_as_it_says(rare):
    """A judge of medium worth, whose means are biased, on 25 labels; 2,000 draws have a standard error of 0.5 %."""
    generator = np.random.default_rng(5)
    truth = generator.random(4000) < rare
    predicted = np.clip(0.55 * truth + generator.normal(0.2, 0.2, 4000), 0, 1)
    held = 0
    for _ in range(2000):
        drawn = generator.integers(4000, size=25)
        found = corrected_estimate(truth[drawn].astype(float), predicted[drawn], float(predicted.mean()))
        held += found.low <= truth.mean() <= found.high
    assert abs(predicted.mean() - truth.mean()) > 0.05
    assert 0.93 <= held / 2000 <= 0.985

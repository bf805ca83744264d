"""Training on a handful of made records: what is learned, what is written, and that nothing seen is left out."""

from __future__ import annotations

import numpy as np
import pytest

from corpus.ragbench_records import RagbenchRecord
from evaluation.judges.examples import examples_of, usable
from evaluation.judges.figures import figures_of, reliability
from evaluation.judges.fitting import Rowwise, fit_head, fit_spread, folds
from evaluation.judges.local_model import model_json
from evaluation.judges.training import leave_out, train


def record(number):
    """The first sentence answers; every third answer invents instead."""
    shown = (
        ("0a", f"Pump {number} lasts {number + 10} months."),
        ("0b", "The yard is closed."),
        ("1a", "Filters help."),
    )
    invents = number % 3 == 0
    said = "Bob sails to Peru in 1832." if invents else shown[0][1]
    return RagbenchRecord(
        id=str(number),
        question=f"How long does pump {number} last?",
        documents=(shown[0][1], shown[2][1]),
        response=said,
        documents_sentences=(shown[:2], shown[2:]),
        response_sentences=(("a", said),),
        all_relevant_sentence_keys=("0a",),
        all_utilized_sentence_keys=() if invents else ("0a",),
        unsupported_response_sentence_keys=("a",) if invents else (),
    )


RECORDS = [record(number) for number in range(30)]
SUBSETS = np.array(["one", "two", "three"] * 10)[np.argsort(np.arange(30) % 2, kind="stable")]


@pytest.fixture(scope="module")
def examples():
    return examples_of(RECORDS, lambda exchange: None)


def test_what_is_obvious_is_learned_and_the_same_each_time(examples):
    model, predicted = train(examples, None)
    again, _ = train(examples, None)
    assert model_json(model) == model_json(again)
    relevant = predicted.relevant.reshape(30, 3)
    assert (relevant[:, 0] > 0.7).all() and (relevant[:, 1:] < 0.3).all()
    assert predicted.adherence[::3].max() < predicted.adherence[1::3].min()
    figures = figures_of(examples, predicted, SUBSETS, model)
    assert figures["all"]["records"] == 30
    assert figures["all"]["unsupported_auroc"] == 1.0
    assert sum(row[1] for row in reliability(examples, predicted)["relevant"]) == 90


def test_a_left_out_subset_has_no_part_in_its_own_predictions(examples):
    found = leave_out(examples, SUBSETS)
    # With its labels turned around, predictions for the subset must stay as they were.
    out = SUBSETS == "two"
    rows = out[examples.relevant.record]
    examples.relevant.labels[rows] = 1 - examples.relevant.labels[rows]
    turned = leave_out(examples, SUBSETS)
    examples.relevant.labels[rows] = 1 - examples.relevant.labels[rows]
    assert turned.relevant[rows] == pytest.approx(found.relevant[rows])
    assert turned.relevant[~rows] != pytest.approx(found.relevant[~rows])


def test_folds_keep_a_question_together():
    fold = folds(["a", "b", "a", "c", "b"], 3)
    assert fold[0] == fold[2] and fold[1] == fold[4]


def test_every_record_weighs_the_same():
    # One record of 20 sentences says no, three of one sentence say yes: three quarters of the weight.
    rows = Rowwise(
        ("x",), np.zeros((23, 1), dtype=np.float32), np.array([0.0] * 20 + [1.0] * 3), np.array([0] * 20 + [1, 2, 3])
    )
    head = fit_head(rows, 0.01)
    assert head.terms == {}
    assert 1 / (1 + np.exp(-head.bias)) == pytest.approx(0.75, abs=1e-3)


def test_intervals_hold_as_many_as_they_should():
    generator = np.random.default_rng(1)
    expected = generator.uniform(0.2, 0.8, 2000)
    truth = expected + generator.normal(0, 0.1, 2000)
    spread = fit_spread(expected, truth, 0.9)
    inside = [low <= value <= high for value, (low, high) in zip(truth, map(spread.around, expected), strict=True)]
    assert np.mean(inside) == pytest.approx(0.9, abs=0.01)


def test_records_without_labels_are_not_used():
    assert all(usable(one) for one in RECORDS)
    assert not usable(RagbenchRecord("1", "q", ("d",), "r"))

"""A judge that is asked again: what flips, how scores vary, and what that makes of a small difference."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from core.errors import JudgeError, LoadError
from core.types import Judgement, Support
from evaluation.judges.judge import Judge
from evaluation.judges.noise import (
    JudgeNoise,
    difference_note,
    exchange_of_outcome,
    measure_noise,
    noise_of,
    noise_sample,
)
from evaluation.outcomes import Outcome, Replied
from evaluation.runs import LoadedRun
from tests.fakes import result_of


def judgement(relevant, supported=True):
    scores = {"relevance": len(relevant) / 4, "adherence": supported}
    return Judgement("t", "measured", relevant=relevant, support={"a": Support((), supported)}, scores=scores)


def outcome(name, relevant=("0a", "0b")):
    context = dict.fromkeys(("0a", "0b", "0c", "0d"), "x.")
    answer = Replied("y.", "m")
    return Outcome(
        name, "?", "measured", context=context, response={"a": "y."}, answer=answer, judgement=judgement(relevant)
    )


def run_of(folder, outcomes):
    return LoadedRun(folder, {"unit": "sentence", "questions": {"count": len(outcomes)}}, {}, tuple(outcomes))


def always(verdict):
    return lambda repetition: Judge("t", {}, lambda exchange, unit, keep: verdict)


def test_a_judge_that_is_always_alike_has_no_noise(tmp_path):
    noise = result_of(measure_noise(run_of(tmp_path, [outcome("q1")]), always(judgement(("0a", "0b"))), 5))
    assert (noise.questions, noise.repetitions, noise.failed) == (1, 2, 0)
    assert noise.flipped == {"relevant": 0.0, "utilized": None, "supported": 0.0}
    assert noise.deviation["relevance"] == 0.0 and noise.deviation["completeness"] is None
    assert noise_of(tmp_path) == noise
    assert json.loads((tmp_path / "noise.json").read_text())["questions"] == 1


def test_noise_by_hand(tmp_path):
    """Relevance 2/4, 1/4, 1/4: variance 1/48. Of the keys 0a and 0b, 0b flips."""
    noise = result_of(measure_noise(run_of(tmp_path, [outcome("q1")]), always(judgement(("0a",), False)), 5))
    assert noise.flipped["relevant"] == 0.5 and noise.flipped["supported"] == 1.0
    assert noise.deviation["relevance"] == pytest.approx((1 / 48) ** 0.5)
    assert noise.margin("relevance", 50) == pytest.approx(1.96 * (2 / 50) ** 0.5 * (1 / 48) ** 0.5)
    assert "50.0% of relevant" in noise.sentence


def test_repetitions_that_fail_are_counted_and_nothing_is_made_up(tmp_path):
    def assess(exchange, unit, keep):
        raise JudgeError("no")

    noise = result_of(measure_noise(run_of(tmp_path, [outcome("q1")]), lambda n: Judge("t", {}, assess), 5))
    assert (noise.questions, noise.failed) == (0, 2)
    assert set(noise.deviation.values()) == {None}
    assert noise.sentence == "Judge noise is not known: none of the questions could be judged again."


def test_the_sample_is_by_chance_but_the_same_every_time():
    outcomes = [outcome(f"q{number}") for number in range(30)]
    sample = noise_sample(outcomes, 5)
    assert sample == noise_sample(outcomes[::-1], 5) and len(sample) == 5
    assert sample != outcomes[:5]
    assert noise_sample([replace(one, status="failed") for one in outcomes], 5) == []


def test_a_file_of_another_version_is_told(tmp_path):
    assert noise_of(tmp_path) is None
    (tmp_path / "noise.json").write_text('{"questions": 1, "spread": 2}', encoding="utf-8")
    with pytest.raises(LoadError, match="another version"):
        noise_of(tmp_path)


def test_a_difference_within_the_noise_is_told():
    noise = JudgeNoise(5, 2, 0, {}, {"relevance": 0.1, "adherence": None})
    assert "smaller than what the judge's own noise makes" in difference_note("relevance", 0.03, 50, noise)
    assert difference_note("relevance", 0.05, 50, noise) is None
    assert difference_note("adherence", 0.0, 50, noise) is None


def test_what_was_judged_is_judged_again():
    answered = exchange_of_outcome(outcome("q"))
    assert answered.response == {"a": "y."}
    assert exchange_of_outcome(replace(outcome("q"), answer=None, response={})).response is None

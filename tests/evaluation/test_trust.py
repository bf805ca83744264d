"""What is known of a judge without labels: coverage, and cautions by names."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluation.outcomes import Outcome
from evaluation.runs import LoadedRun
from evaluation.trust import cautions, coverage, judge_cautions, parameters


def run_of(statuses, total=None, judge=None, model=None):
    outcomes = tuple(Outcome(f"q{number}", "?", status) for number, status in enumerate(statuses))
    plan = {"questions": {"count": total or len(outcomes)}, "judge": judge or {"name": "local"}, "model": model}
    return LoadedRun(Path("run"), plan, {}, outcomes)


@pytest.mark.parametrize(
    ("statuses", "total", "share", "enough"),
    [
        (["measured"] * 8 + ["failed"] * 2, 10, 0.8, True),
        (["measured"] * 7 + ["failed"] * 3, 10, 0.7, False),
        (["measured"] * 7, 10, 0.7, False),
        (["measured"] * 2 + ["not measured"] * 8, 10, 1.0, True),
        (["not measured"] * 3, 3, None, True),
    ],
)
def test_coverage_is_of_the_questions_that_could_be_judged(statuses, total, share, enough):
    found = coverage(run_of(statuses, total))
    assert (found.share, found.enough) == (share, enough)


def test_a_run_with_little_coverage_is_said_to_stand_apart():
    (caution,) = cautions(run_of(["measured", "failed"]))
    assert caution.startswith("only 1 of 2 questions are judged (50%)") and "not ranked" in caution
    assert cautions(run_of(["measured"])) == []


@pytest.mark.parametrize(
    ("judge", "answering", "said"),
    [
        ("llama-3.1-70b@groq", "llama-3.1-70b@groq", "favor their own"),
        ("Llama-3.1-70B@openrouter", "llama-3.1-70b@http://127.0.0.1:8000/v1", "favor their own"),
        ("llama-3.1-8b@groq", "llama-3.1-70b@groq", "weaker than the model that answers (8 billion against 70 billion"),
        ("qwen2.5:0.5b@ollama", "gpt-4o@openai", "looks weak (0.5 billion"),
        ("local (SmolLM2-135M-Instruct)", "gpt-4o@openai", "far too weak"),
    ],
)
def test_names_that_speak_against_a_judge(judge, answering, said):
    assert any(said in caution for caution in judge_cautions(judge, answering))
    assert any(said in caution for caution in cautions(run_of(["measured"], judge={"model": judge}, model=answering)))


@pytest.mark.parametrize("pair", [("llama-3.1-70b@groq", "qwen-7b@groq"), ("gpt-4o@openai", None), ("a@b", "c@d")])
def test_names_that_tell_nothing_against_it(pair):
    assert judge_cautions(*pair) == []


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("llama3.2", None),
        ("phi-3-mini-128k-instruct", None),
        ("mixtral-8x7b-32768", 56e9),
        ("gemma3:27b-it-q4_K_M", 27e9),
        ("qwen3-235b-a22b", 235e9),
        ("SmolLM2-135M-Instruct", 135e6),
        ("m@http://127.0.0.1:8b/v1", None),
    ],
)
def test_parameters_by_name(name, size):
    assert parameters(name) == size

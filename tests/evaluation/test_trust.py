"""What is known of a judge without labels: coverage, cautions by names, and doubts about small differences."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path

import pytest

from core.files import write_json
from core.types import Judgement
from evaluation.judges.noise import NOISE, JudgeNoise, difference_note
from evaluation.outcomes import Outcome
from evaluation.runs import LoadedRun
from evaluation.trust import cautions, doubts, model_cautions, parameters


def run_of(statuses, total=None, judge=None, model=None):
    outcomes = tuple(Outcome(f"q{number}", "?", status) for number, status in enumerate(statuses))
    plan = {"questions": {"count": total or len(outcomes)}, "judge": judge or {"name": "local"}, "model": model}
    return LoadedRun(Path("run"), plan, {}, outcomes)


@pytest.mark.parametrize(("failed", "told"), [(2, False), (3, True)])
def test_a_run_with_little_coverage_is_said_to_stand_apart(failed, told):
    found = cautions(run_of(["measured"] * (10 - failed) + ["failed"] * failed))
    assert bool(found) is told
    assert not told or (found[0].startswith("only 70% of 10 questions are judged") and "not ranked" in found[0])


def test_a_difference_within_a_judges_noise_is_doubted(tmp_path):
    def loaded(name, relevance):
        judgement = Judgement("llm", "measured", scores={"relevance": relevance})
        outcomes = tuple(Outcome(f"q{n}", "?", "measured", judgement=judgement) for n in range(8))
        run = run_of(["measured"] * 8, judge={"name": "llm", "model": "m@groq"})
        return replace(run, folder=tmp_path / name, outcomes=outcomes)

    base, near, far = loaded("base", 0.5), loaded("near", 0.52), loaded("far", 0.9)
    base.folder.mkdir()
    noise = JudgeNoise(5, 2, 0, {}, {"relevance": 0.1})
    write_json(base.folder / NOISE, asdict(noise))
    assert doubts(base, near, "relevance") == [difference_note("relevance", 0.02, 8, noise)]
    assert doubts(base, far, "relevance") == [] and doubts(near, far, "relevance") == []
    assert doubts(base, near, "completeness") == []


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
    assert any(said in caution for caution in model_cautions(judge, answering))
    assert any(said in caution for caution in cautions(run_of(["measured"], judge={"model": judge}, model=answering)))


@pytest.mark.parametrize("pair", [("llama-3.1-70b@groq", "qwen-7b@groq"), ("gpt-4o@openai", None), ("a@b", "c@d")])
def test_names_that_tell_nothing_against_it(pair):
    assert model_cautions(*pair) == []


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

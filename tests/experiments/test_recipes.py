"""A recipe makes the same configuration again: as a plan, as commands, and as a program that runs without the app."""

import shlex
import subprocess
import sys

import pytest

from config import ROOT
from core.types import RetrievalSpec
from experiments.configurations import expand
from experiments.plan_file import read_plan
from experiments.recipes import Recipe, recipe_commands, recipe_of, recipe_plan, recipe_program
from tests.evaluation.compared import run_of

PARAMETERS = {"chunk_size": 64, "overlap": 8, "unit": "tokens"}
COLLECTION = {"name": "won", "strategy": "recursive", "parameters": PARAMETERS, "encoder": "minilm, late"}


def recipe(**given):
    run = run_of("won", [0.5], collection={**COLLECTION, **given.pop("collection", {})}, **given)
    return recipe_of(run, "sample:handbook", "sample:handbook")


def test_a_plan_expands_to_the_configuration_that_won(tmp_path):
    made = recipe(retrieval={"mode": "hybrid", "token_budget": 512})
    path = tmp_path / "winner.yaml"
    path.write_text(recipe_plan(made), encoding="utf-8")
    (one,) = expand(read_plan(path))
    assert {name: value for name, value in one.chunking.parameters if name in PARAMETERS} == PARAMETERS
    assert (one.chunking.strategy, one.encoder, one.method) == ("recursive", "minilm", "late")
    assert (one.retrieval.mode, one.retrieval.token_budget) == ("hybrid", 512)


@pytest.mark.parametrize(("model", "named"), [(None, "none"), ("extractive (not a language model)", "extractive")])
def test_commands_name_all_that_differs_from_defaults(model, named):
    made = recipe(model=model, retrieval={"k": 7, "token_budget": None})
    build, evaluate = recipe_commands(made).splitlines()
    assert shlex.split(build)[3:] == [
        *("--data", "sample:handbook", "--strategy", "recursive", "--chunk-size", "64", "--overlap", "8"),
        *("--unit", "tokens", "--encoder", "minilm", "--embedding", "late", "--name", "won"),
    ]
    assert shlex.split(evaluate)[9:11] == ["--k", "7"] and f"--model {named} " in evaluate


def test_hostile_names_stay_names():
    name = "x'; rm -rf ~ #"
    made = Recipe(name, name, name, "recursive", {}, name, "standard", RetrievalSpec(), "gold", "none")
    assert shlex.split(recipe_commands(made), comments=False).count(name) == 5
    space = {}
    program = recipe_program(made)
    exec(next(line for line in program.splitlines() if line.startswith("DATA = ")), space)
    assert space["DATA"] == name
    compile(program, "winner.py", "exec")


def test_the_program_builds_and_searches_without_the_app(tmp_path, models_home, monkeypatch):
    (tmp_path / "models").symlink_to(models_home.resolve() / "models", target_is_directory=True)
    monkeypatch.setenv("CHUNKTRACE_HOME", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    program = tmp_path / "winner.py"
    text = recipe_program(recipe(collection={"encoder": "minilm"}, retrieval={"token_budget": 128}))
    program.write_text(text, encoding="utf-8")
    question = "When is an outage a major incident?"
    done = subprocess.run([sys.executable, str(program), question], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.startswith("[1] handbook.txt ")

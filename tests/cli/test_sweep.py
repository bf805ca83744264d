"""The command sweep: plans and presets, dry runs, files, and what is refused in one line."""

from __future__ import annotations

import csv
import shlex

import pytest

from config import ROOT

PLAN = """
data: field
questions: asked.jsonl
strategies:
  - recursive: {chunk_size: [20, 40], overlap: 0}
  - dense
retrievers: bm25
"""


@pytest.fixture
def plan(built):
    path = built.corpus.parent / "plan.yaml"
    path.write_text(PLAN, encoding="utf-8")
    return path


def test_a_dry_run_lists_the_configurations_and_writes_nothing(command, built, plan, tmp_path):
    shown = command("sweep", plan, "--out", tmp_path / "out", "--dry-run", "--json", home=built.home)
    assert [one["name"] for one in shown.json["configurations"]] == [
        "recursive-20-0-bm25",
        "recursive-40-0-bm25",
        "dense-512-50-bm25",
    ]
    assert not (tmp_path / "out").exists()
    assert "3 configurations" in command("sweep", plan, "--out", tmp_path / "out", "--dry-run").out


def test_a_sweep_writes_runs_that_compare_reads(command, built, plan, tmp_path):
    out = tmp_path / "out"
    done = command("sweep", plan, "--out", out, "--json", home=built.home)
    assert done.code == 0, done.err
    assert [one["state"] for one in done.json["configurations"]] == ["confirmed"] * 3
    with (out / "leaderboard.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == 3
    assert {path.name for path in out.iterdir()} >= {"comparisons.csv", "report.html", "timings.csv", "runs"}
    again = command("sweep", plan, "--out", out, home=built.home)
    assert "3 configurations: 3 confirmed." in again.out
    build, evaluate = again.out.splitlines()[-2:]
    assert shlex.split(build)[:5] == ["python", "cli.py", "build", "--data", str(built.corpus)]
    assert shlex.split(evaluate)[:3] == ["python", "cli.py", "evaluate"]
    assert str(built.questions) in shlex.split(evaluate)
    compared = command("compare", out / "runs", "--out", tmp_path / "compared", "--json", home=built.home)
    assert compared.code == 0, compared.err
    assert len(compared.json["leaderboard"]) == 3


def test_a_preset_needs_data_and_questions(command, built, tmp_path):
    given = ("--preset", "find-my-chunker", "--data", built.corpus, "--questions", built.questions)
    shown = command("sweep", *given, "--out", tmp_path / "out", "--dry-run", "--json", home=built.home)
    assert len(shown.json["configurations"]) > 20


def test_the_plan_of_the_samples_is_sound(command, tmp_path):
    shown = command("sweep", ROOT / "data" / "samples" / "plan.yaml", "--out", tmp_path, "--dry-run", "--json")
    assert len(shown.json["configurations"]) == 48


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Name a plan, or a preset"),
        (("nowhere.yaml",), "nowhere.yaml cannot be read"),
        (("--preset", "find-my-chunker"), "data is missing"),
        (("PLAN", "--address", "ray://host:1"), "--executor ray"),
        (("PLAN", "--data", "nowhere"), "nowhere"),
    ],
)
def test_what_cannot_work_is_one_line(command, built, plan, tmp_path, arguments, said):
    given = [plan if one == "PLAN" else one for one in arguments]
    assert said in command("sweep", *given, "--out", tmp_path / "out", home=built.home).error


def test_a_mistake_in_a_plan_is_told_with_its_line(command, built, tmp_path):
    path = tmp_path / "wrong.yaml"
    path.write_text(PLAN.replace("overlap: 0", "overlap: 30"), encoding="utf-8")
    refused = command("sweep", path, "--out", tmp_path / "out", home=built.home)
    assert refused.error.startswith("Error: wrong.yaml, line 5: overlap 30 must be smaller")

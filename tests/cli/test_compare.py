"""compare: the files of DESIGN 5, what it says, and what it refuses."""

from __future__ import annotations

import csv
import inspect

import numpy as np
import pytest

from evaluation.differences import MARGIN
from terminal import measuring_commands
from tests.evaluation.compared import run_of, written

BASE = np.random.default_rng(4).uniform(0.2, 0.7, size=40)
PROMISED = {"metric", "delta", "low", "high", "p", "p_adjusted", "wins", "ties", "losses", "verdict"}


@pytest.fixture
def runs(tmp_path):
    home = tmp_path / "runs"
    plain = written(run_of("plain", list(BASE)), home)
    good = written(run_of("good", list(BASE + np.linspace(0.1, 0.2, 40))), home)
    broken = written(run_of("broken", list(BASE), failed=set(range(20))), home)
    return home, plain, good, broken


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_files_and_the_verdicts(command, runs, tmp_path):
    _, plain, good, broken = runs
    done = command("compare", plain, good, broken, "--out", tmp_path / "out")
    assert done.code == 0
    assert "good is best (evidence recall" in done.out
    assert "broken: 20 of 40 questions failed" in done.out
    board = rows_of(tmp_path / "out" / "leaderboard.csv")
    assert [(row["name"], row["verdict"]) for row in board] == [
        ("good", "better"),
        ("plain", "baseline"),
        ("broken", "not ranked"),
    ]
    pairs = rows_of(tmp_path / "out" / "comparisons.csv")
    assert set(pairs[0]) >= PROMISED
    assert (tmp_path / "out" / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_as_json_with_a_baseline_a_metric_and_a_margin(command, runs, tmp_path):
    home, *_ = runs
    chosen = ("--baseline", "good", "--metric", "mrr", "--margin", 0.2, "--json")
    done = command("compare", home, "--out", tmp_path / "out", *chosen)
    value = done.json
    assert (value["metric"], value["baseline"], value["margin"]) == ("mrr", "good", 0.2)
    assert [row["name"] for row in value["leaderboard"]] == ["good", "plain", "broken"]
    assert {(row["base"], row["other"]) for row in value["comparisons"]} == {("good", "plain")}


def test_at_equal_what_the_runs_retrieved_is_told_once(command, tmp_path):
    k = {"token_budget": None}
    folders = [written(run_of(name, list(BASE), retrieval=k), tmp_path / "runs") for name in ("a", "b")]
    done = command("compare", *folders, "--out", tmp_path / "out", "--metric", "evidence-recall")
    assert " ".join(done.out.split()).casefold().count("all runs retrieved 5 passages") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--baseline", "other"], "--baseline 'other' is none of the runs"),
        (["--metric", "recal"], "metric 'recal' is not known"),
        (["--margin", "2"], "margin must lie between 0 and 1"),
    ],
)
def test_bad_options_are_one_line(command, runs, tmp_path, arguments, said):
    home, *_ = runs
    assert said in command("compare", home, "--out", tmp_path / "out", *arguments).error
    assert not (tmp_path / "out").exists()


def test_the_margin_is_the_one_of_the_page():
    assert inspect.signature(measuring_commands.compare).parameters["margin"].default == MARGIN


def test_bad_folders_are_one_line(command, runs, tmp_path):
    _, plain, good, _ = runs
    assert "holds no evaluation run" in command("compare", tmp_path, plain, "--out", tmp_path / "out").error
    assert "holds no evaluation run" in command("compare", tmp_path / "none", plain, "--out", tmp_path / "out").error
    assert "needs two runs" in command("compare", plain, "--out", tmp_path / "out").error
    file = plain / "plan.json"
    assert "is a file" in command("compare", plain, good, "--out", file).error

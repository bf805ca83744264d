"""evaluate --scenario: files of its own, beside those of the run."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def evaluate(command, built):
    def call(out, *arguments):
        basis = ("evaluate", "--collection", built.collection, "--questions", built.questions, "--out", out)
        more = ("--retriever", "bm25", "--judge", "gold", "--k", 2, "--no-losses")
        return command(*basis, *more, *arguments, home=built.home)

    return call


def test_scenarios_have_files_of_their_own(evaluate, tmp_path):
    out = tmp_path / "run"
    done = evaluate(out, "--model", "extractive", "--scenario", "withheld", "--scenario", "noisy:50%", "--json")
    assert done.code == 0
    assert [(one["scenario"], one["rate"]) for one in done.json["scenarios"]] == [
        ("as-retrieved", 0.0),
        ("withheld", 0.0),
        ("noisy", 0.5),
    ]
    assert (out / "scenario_answers.csv").read_bytes().startswith(b"scenario,rate,question_id,question,answer,outcome,")
    assert json.loads((out / "run.json").read_text(encoding="utf-8"))["counts"]["questions"] == 3
    again = evaluate(out, "--model", "extractive", "--scenario", "withheld")
    assert "abstained rightly" in again.out
    assert "scenarios.csv, scenario_answers.csv" in again.out


def test_what_cannot_work_is_refused_before_anything_is_asked(evaluate, tmp_path):
    out = tmp_path / "run"
    assert "is not known" in evaluate(out, "--scenario", "silent").error
    assert "takes no rate" in evaluate(out, "--scenario", "withheld:1").error
    assert "name one that answers" in evaluate(out, "--scenario", "withheld", "--model", "none").error
    bare = tmp_path / "bare.jsonl"
    bare.write_text('{"question": "Who owns the moon?"}\n', encoding="utf-8")
    error = evaluate(out, "--model", "extractive", "--scenario", "withheld", "--questions", bare).error
    assert "need questions with annotated evidence" in error
    assert not out.exists()


def test_damaged_scenarios_are_refused_before_the_run(evaluate, tmp_path):
    out, asked = tmp_path / "run", ("--model", "extractive", "--scenario", "withheld")
    assert evaluate(out, *asked).code == 0
    (out / "run.json").unlink()
    journal = out / "scenarios.jsonl"
    whole = journal.read_text(encoding="utf-8")
    for damaged, says in (
        (whole + "not JSON\n", "is not JSON: delete that line"),
        (whole + '{"scenario": "withheld"}\n', "is no result of a scenario"),
        (whole.replace('"status": "measured"', '"status": 7', 1), "is no result of a scenario"),
        (whole.replace('"plan": "', '"plan": "x', 1), "holds scenarios of another run"),
    ):
        journal.write_text(damaged, encoding="utf-8")
        error = evaluate(out, *asked).error
        assert says in error and "scenarios.jsonl" in error
    assert not (out / "run.json").exists()


def test_stored_labels_do_not_judge_a_run(evaluate, tmp_path):
    error = evaluate(tmp_path / "run", "--judge", "stored").error
    assert "stored labels describe the stored answers" in error
    assert "is not known" in evaluate(tmp_path / "run", "--judge", "good").error

"""questions lint and drift from the command line."""

from __future__ import annotations

import csv
import json

import pytest

from tests.cli.conftest import GUIDE, write_corpus


@pytest.fixture
def place(tmp_path):
    return write_corpus(tmp_path)


def test_lint_lists_findings_and_exits_zero(command, place, tmp_path):
    corpus, questions = place
    done = command("questions", "lint", questions, "--data", corpus, "--out", tmp_path / "lint.csv")
    assert done.code == 0
    assert "3 questions of asked: 0 errors, 1 warning, 0 notes." in done.out
    assert "moon has no evidence" in done.out
    assert "no language model was given" in done.out
    with (tmp_path / "lint.csv").open(encoding="utf-8", newline="") as file:
        assert [(row["question_id"], row["severity"]) for row in csv.DictReader(file)] == [("moon", "warning")]


def test_tables_go_into_folders_that_are_not_there_yet(command, place, tmp_path):
    corpus, questions = place
    for name in ("lint", "drift"):
        out = tmp_path / "new" / name / "table.csv"
        assert command("questions", name, questions, "--data", corpus, "--out", out).code == 0
        assert out.read_text(encoding="utf-8").startswith("question_id,")


def test_lint_as_json(command, place):
    corpus, questions = place
    found = command("questions", "lint", questions, "--data", corpus, "--json").json
    assert [one["check"] for one in found["findings"]] == ["no-evidence"]
    assert {one["check"]: one["status"] for one in found["checks"]}["easy"] == "not measured"


def test_what_cannot_be_read_is_one_line(command, place):
    corpus, questions = place
    assert "cannot be read" in command("questions", "lint", "none.jsonl", "--data", corpus).error
    assert "extractive" in command("questions", "lint", questions, "--data", corpus, "--model", "extractive").error
    assert "--model none" in command("questions", "lint", questions, "--data", corpus, "--model", "none").error


def test_drift_follows_an_edit_and_writes_the_new_places(command, place, tmp_path):
    corpus, questions = place
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    assert command("questions", "drift", questions, "--data", corpus, "--fix", first).code == 0
    guide = corpus / "guide.md"
    guide.write_text("# Preface\n\n" + guide.read_text(encoding="utf-8").replace("three", "four"), encoding="utf-8")
    done = command("questions", "drift", first, "--data", corpus, "--fix", second, "--json")
    assert done.json["counts"] == {"stands": 0, "moved": 1, "changed": 1, "gone": 0, "unknown": 0}
    tags = [json.loads(line)["tags"] for line in second.read_text(encoding="utf-8").splitlines()]
    assert tags == [["fact", "evidence-changed"], [], []]
    assert "four years" in command("questions", "drift", first, "--data", corpus).out


def test_generate_writes_a_file_that_evaluate_reads(command, place, tmp_path):
    corpus, _ = place
    out = tmp_path / "made.jsonl"
    done = command("questions", "generate", "--data", corpus, "--count", 6, "--out", out, "--seed", 2)
    assert done.code == 0
    assert f"Wrote 6 questions, none of them reviewed, to {out}." in done.out
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert all("unreviewed" in row["tags"] for row in rows)
    assert command("questions", "lint", out, "--data", corpus, "--json").json["questions"] == 6
    found = command(
        "questions", "generate", "--data", corpus, "--count", 3, "--strata", "number", "--out", out, "--json"
    )
    assert set(found.json) == {"file", "questions", "strata", "dropped"}


def test_generate_refuses_what_cannot_work(command, place, tmp_path):
    corpus, _ = place
    basis = ("questions", "generate", "--data", corpus, "--out", tmp_path / "made.jsonl")
    assert "is not known" in command(*basis, "--strata", "tables").error
    assert "count must be at least 1" in command(*basis, "--count", 0).error
    assert "quotes" in command(*basis, "--model", "extractive").error
    assert not (tmp_path / "made.jsonl").exists()


def test_no_output_costs_the_reader_an_input_or_another_output(command, place, tmp_path):
    corpus, questions = place
    before = questions.read_bytes()
    linked = tmp_path / "linked.jsonl"
    linked.symlink_to(questions)
    basis = ("--data", corpus)
    for out in (questions, linked, tmp_path / "field" / ".." / "asked.jsonl"):
        assert (
            f"would overwrite what {questions}" in command("questions", "lint", questions, *basis, "--out", out).error
        )
        assert "--fix" in command("questions", "drift", questions, *basis, "--fix", out).error
        assert "--out" in command("questions", "drift", questions, *basis, "--out", out, "--fix", out).error
    both = ("--out", tmp_path / "new", "--fix", corpus / ".." / "new")
    assert "another output" in command("questions", "drift", questions, *basis, *both).error
    for name in ("guide.md", "notes.csv"):
        made = command("questions", "generate", *basis, "--count", 2, "--out", corpus / name)
        assert f"would overwrite what {corpus}" in made.error
    one = corpus / "guide.md"
    assert "would overwrite" in command("questions", "generate", "--data", one, "--count", 2, "--out", one).error
    assert "would overwrite" in command("chunks", "--data", one, "--strategy", "recursive", "--out", one).error
    assert (questions.read_bytes(), one.read_text(encoding="utf-8")) == (before, GUIDE)


def test_questions_in_the_folder_of_the_documents_are_no_document(command, place):
    corpus, questions = place
    inside = questions.rename(corpus / "asked.jsonl")
    guide = corpus / "guide.md"
    found = command("questions", "lint", inside, "--data", corpus, "--json")
    assert "asked.jsonl: left out of the documents, it is the question file" in found.err
    assert [one["check"] for one in found.json["findings"]] == ["no-evidence"]
    guide.write_text(guide.read_text(encoding="utf-8").replace("three", "four"), encoding="utf-8")
    done = command("questions", "drift", inside, "--data", corpus, "--json")
    first = done.json["evidence"][0]
    assert (first["state"], first["document"]) == ("changed", "guide.md")

"""What evaluate says of evidence: an equal budget, causes of losses, the ruler; and that losses can be left out."""

from __future__ import annotations

import csv
import json

from tests.cli.conftest import QUESTIONS


def evaluated(command, built, out, *arguments, questions=None):
    basis = ("evaluate", "--collection", built.collection, "--questions", questions or built.questions, "--out", out)
    return command(*basis, "--model", "none", "--judge", "gold", *arguments, home=built.home)


def test_a_run_says_what_it_lost_at_an_equal_budget_and_whether_its_ruler_is_straight(command, built, tmp_path):
    done = evaluated(command, built, tmp_path / "run", "--k", 1)
    assert done.code == 0
    assert "At 2,048 tokens: evidence recall 1.000, 2 questions." in done.out
    assert "To reach 90 % of the evidence: half of the questions need" in done.out
    assert "Lost evidence: " in done.out
    assert "ruler: 8 of 8 checks hold" in done.out
    record = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    assert [finding["verdict"] for finding in record["ruler"]] == ["holds"] * 8
    files = {path.name for path in (tmp_path / "run").iterdir()}
    assert {"curves.csv", "budgets.csv", "losses.csv", "losses.json"} <= files
    assert "curves.csv, budgets.csv, losses.csv" in done.out


def test_losses_can_be_left_out(command, built, tmp_path):
    done = evaluated(command, built, tmp_path / "run", "--no-losses")
    assert done.code == 0
    assert "Lost evidence" not in done.out
    assert not (tmp_path / "run" / "losses.csv").exists()


def test_evidence_that_is_not_in_the_documents_is_a_loss_of_its_own(command, built, tmp_path):
    path = tmp_path / "questions.jsonl"
    missing = {"id": "gone", "question": "Where?", "evidence": [{"document": "guide.md", "quote": "On the old pier."}]}
    path.write_text("".join(json.dumps(row) + "\n" for row in [*QUESTIONS, missing]), encoding="utf-8")
    done = evaluated(command, built, tmp_path / "run", questions=path)
    with (tmp_path / "run" / "losses.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    lost = [row for row in rows if row["cause"] == "parser"]
    assert [(row["question_id"], row["characters"], row["start"]) for row in lost] == [("gone", "16", "")]
    assert "is not in guide.md" in lost[0]["note"]
    assert "Not in the text as loaded" in done.out
    assert "; 1 passage (16 characters) that is in no document; " in done.out
    assert "1 of 1 evidence passage was not found in the documents (1 of " in done.out


def test_questions_without_evidence_have_no_curve_and_no_losses(command, built, tmp_path):
    path = tmp_path / "questions.jsonl"
    path.write_text(json.dumps(QUESTIONS[-1]) + "\n", encoding="utf-8")
    done = evaluated(command, built, tmp_path / "run", questions=path)
    assert done.code == 0
    assert "At 2,048 tokens" not in done.out and "Lost evidence" not in done.out
    assert not (tmp_path / "run" / "curves.csv").exists()
    assert "8 cannot be checked" in done.out or "cannot be checked (no question has annotated evidence" in done.out

"""evaluate: the files of a run as DESIGN 5 fixes them, and going on after a stop."""

from __future__ import annotations

import csv
import json

import pytest

from tests.cli.conftest import QUESTIONS
from tests.generation.fake_endpoint import ALL_SUPPORTED, Fail, FakeEndpoint

COLUMNS = {
    "questions.csv": "question_id,question,answer,relevance,utilization,completeness,adherence,adherence_share,"
    "evidence_recall,evidence_precision,evidence_iou,hit,mrr,ndcg,context_tokens,status,reason",
    "contexts.csv": "question_id,rank,chunk_id,document,start,end,returned_start,returned_end,score,score_kind",
    "summary.csv": "metric,mean,low,high,n,missing",
}


@pytest.fixture
def evaluate(command, built):
    def call(out, *arguments):
        basis = ("evaluate", "--collection", built.collection, "--questions", built.questions, "--out", out)
        return command(*basis, *arguments, home=built.home)

    return call


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_files_of_a_run(evaluate, tmp_path):
    done = evaluate(tmp_path / "run", "--model", "extractive", "--k", 2)
    assert done.code == 0
    for name, columns in COLUMNS.items():
        assert (tmp_path / "run" / name).read_bytes().startswith(columns.encode() + b"\r\n")
    questions = rows_of(tmp_path / "run" / "questions.csv")
    assert [row["question_id"] for row in questions] == ["warranty", "filter", "moon"]
    assert questions[0]["evidence_recall"] == "1.0"
    assert "three years" in questions[0]["answer"]
    assert len(rows_of(tmp_path / "run" / "contexts.csv")) == 6
    record = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    assert record["counts"]["questions"] == 3
    assert "evidence_recall" in done.out
    assert "contexts.csv, metrics.csv, summary.csv" in done.out
    assert "2 of 3" in done.out
    assert str(tmp_path / "run") in done.out


def test_without_a_model_retrieval_is_measured(evaluate, tmp_path):
    done = evaluate(tmp_path / "run", "--model", "none", "--judge", "gold", "--retriever", "bm25", "--limit", 2)
    assert done.code == 0
    rows = rows_of(tmp_path / "run" / "questions.csv")
    assert [row["answer"] for row in rows] == ["", ""]
    assert all(row["relevance"] and not row["adherence"] for row in rows)
    assert "Note: no answer was generated (2 of 2)." in done.out


def test_the_same_command_goes_on_and_another_plan_is_refused(evaluate, tmp_path):
    out = tmp_path / "run"
    plan = ("--model", "none", "--judge", "gold", "--retriever", "bm25")
    assert evaluate(out, *plan).code == 0
    whole = (out / "questions.csv").read_bytes()
    journal = (out / "outcomes.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (out / "outcomes.jsonl").write_text(journal[0] + journal[1][:20], encoding="utf-8")
    (out / "run.json").unlink()
    assert evaluate(out, *plan).code == 0
    assert (out / "questions.csv").read_bytes() == whole
    assert "holds another run" in evaluate(out, *plan, "--k", 3).error


def test_one_failing_question_is_kept_and_done_again(evaluate, tmp_path):
    def reply(request):
        return Fail(400, "too hard") if "moon" in json.dumps(request.body) else "It is three years. [1]"

    with FakeEndpoint(reply) as endpoint:
        plan = ("--model", f"big@{endpoint.base_url}", "--retriever", "bm25", "--judge", "gold")
        done = evaluate(tmp_path / "run", *plan)
    # bm25 finds nothing about the moon but the word "the", so the model is asked for it too
    assert done.code == 0
    assert "too hard" in done.out
    assert [row["status"] for row in rows_of(tmp_path / "run" / "questions.csv")].count("failed") == 1


def test_when_every_question_fails_the_command_does_too(evaluate, tmp_path):
    with FakeEndpoint([Fail(401, "bad key")]) as endpoint:
        done = evaluate(tmp_path / "run", "--model", f"big@{endpoint.base_url}", "--judge", "gold")
    assert done.code == 1
    assert done.err.splitlines()[-1].startswith("Error: every question failed; the first because: ")
    assert len(rows_of(tmp_path / "run" / "questions.csv")) == len(QUESTIONS)


def test_a_language_model_judges(evaluate, tmp_path):
    def reply(request):
        return ALL_SUPPORTED if "all_relevant_sentence_keys" in json.dumps(request.body) else "Three years."

    with FakeEndpoint(reply) as endpoint:
        plan = ("--model", f"big@{endpoint.base_url}", "--judge", "llm", "--limit", 1)
        assert evaluate(tmp_path / "run", *plan).code == 0
    (row,) = rows_of(tmp_path / "run" / "questions.csv")
    assert (row["status"], row["completeness"], row["adherence"]) == ("measured", "1.0", "True")

"""Wrong input is one line on standard error, an exit code that is not 0, and nothing half-done."""

from __future__ import annotations

import os

import pytest

from tests.cli.conftest import write_corpus

BUILD = ("build", "--strategy", "recursive", "--data")


@pytest.fixture
def place(tmp_path):
    write_corpus(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "strange").mkdir()
    (tmp_path / "strange" / "program.exe").write_bytes(b"MZ")
    (tmp_path / "blank.txt").write_text("  \n", encoding="utf-8")
    (tmp_path / "no_record.jsonl").write_text('{"a": 1}\n', encoding="utf-8")
    (tmp_path / "no.parquet").write_bytes(b"no parquet")
    os.mkfifo(tmp_path / "fifo")  # stands for /dev/null
    return tmp_path


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["build", "--data", "{}/field", "--strategy", "nosuch"], "strategy 'nosuch' is not known"),
        (["build", "--data", "{}/field"], "Missing option '--strategy'"),
        ([*BUILD, "{}/field", "--chunk-size", "256", "--overlap", "300"], "overlap 300 must be smaller than"),
        ([*BUILD, "{}/field", "--chunk-size", "0"], "chunk size 0 must be at least 1"),
        ([*BUILD, "{}/field", "--chunk-size", "many"], "'--chunk-size'"),
        ([*BUILD, "{}/field", "--unit", "lines"], "'lines' is not one of 'chars', 'words', 'tokens', 'pieces'"),
        ([*BUILD, "{}/field", "--embedding", "early"], "'early' is not one of 'standard', 'late'"),
        ([*BUILD, "{}/field", "--set", "nothing"], "--set needs key=value"),
        ([*BUILD, "{}/field", "--set", "color=red"], "has no parameter 'color'"),
        ([*BUILD, "{}/field", "--set", "overlap=1", "--overlap", "2"], "overlap is given twice"),
        ([*BUILD, "{}/field"], "make models"),
        (["chunks", "--strategy", "sparse", "--out", "{}/c.jsonl", "--data", "{}/none.txt"], "no such file or folder"),
        (["chunks", "--strategy", "sparse", "--out", "{}/c.jsonl", "--data", "{}/empty"], "holds no file"),
        (["chunks", "--strategy", "sparse", "--out", "{}/c.jsonl", "--data", "{}/strange"], "holds no file"),
        (["chunks", "--strategy", "sparse", "--out", "{}/c.jsonl", "--data", "{}/blank.txt"], "blank.txt"),
        (["chunks", "--strategy", "sparse", "--out", "{}/c.jsonl", "--data", "sample:nosuch"], "There is no sample"),
        (["chunks", "--strategy", "sparse", "--out", "{}/c.jsonl", "--data", "ragbench:nosuch"], "no nosuch"),
        (["chunks", "--strategy", "sparse", "--out", "{}/empty", "--data", "{}/field"], "is a folder"),
        (["chunks", "--strategy", "sparse", "--out", "{}/blank.txt/c", "--data", "{}/field"], "cannot be written"),
        (["chunks", "--strategy", "sparse", "--out", "{}/fifo", "--data", "{}/field"], "is a device"),
        (["questions", "lint", "none.jsonl", "--out", "{}/fifo", "--data", "{}/field"], "is a device"),
        (["questions", "lint", "", "--data", "{}/field"], "no questions are named"),
        (["sweep", "--preset", "first-look", "--data", "{}/field", "--questions", "x", "--out", " "], "--out is blank"),
        (["compare", "{}/empty", "--out", ""], "--out is blank"),
        (["evaluate", "--collection", "nosuch", "--questions", "x", "--out", ""], "--out is blank"),
        (["ask", "--collection", "nosuch", "Why?"], "There is no collection nosuch"),
        (["ask", "--collection", "nosuch", " ?! "], "question is empty"),
        (["ask", "--collection", "nosuch"], "Missing argument 'QUESTION'"),
        (["history", "nosuch"], "There is no collection nosuch"),
        (["delete", "nosuch"], "There is no collection nosuch"),
        (["delete", ""], "needs a name"),
        (["evaluate", "--collection", "nosuch", "--questions", "x", "--out", "{}/run"], "no collection nosuch"),
        (["score", "{}/none.parquet", "--out", "{}/s.csv"], "no such file"),
        (["score", "{}/empty", "--out", "{}/s.csv"], "holds no record file"),
        (["score", "{}/no_record.jsonl", "--out", "{}/s.csv"], "holds no record"),
        (["score", "{}/no.parquet", "--out", "{}/s.csv"], "no.parquet"),
        (["score", "{}/no_record.jsonl", "--judge", "gold", "--out", "{}/s.csv"], "'gold' is not one of"),
        (["score", "{}/no_record.jsonl", "--judge", "llm", "--model", "none", "--out", "{}/s.csv"], "language model"),
        (["score", "{}/no_record.jsonl", "--judge", "llm", "--model", "extractive", "--out", "{}/s.csv"], "extractive"),
        (["score", "{}/no_record.jsonl", "--model", "local", "--out", "{}/s.csv"], "--model is for the llm judge"),
        (["sweep", "{}/no_plan.yaml", "--out", "{}/swept"], "no_plan.yaml"),
        (["sweep", "--out", "{}/swept"], "--preset"),
    ],
)  # fmt: skip
def test_refused_in_one_line(command, place, arguments, says):
    before = sorted(place.rglob("*"))
    assert says in command(*(argument.replace("{}", str(place)) for argument in arguments), home=place / "home").error
    assert sorted(place.rglob("*")) == before


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["--k", "3", "--budget", "100"], "--k and --budget cannot be used together"),
        (["--k", "0"], "k must be at least 1"),
        (["--budget", "0"], "token budget must be at least 1"),
        (["--document-share", "0"], "share of one document must be above 0 and at most 1"),
        (["--document-share", "40%"], "Input should be a valid number"),
        (["--retriever", "magic"], "'magic' is not one of"),
        (["--model", "gpt-9"], "Model 'gpt-9' is not known"),
        (["--model", "gpt-9@nowhere"], "no address such as"),
        (["--model", "gpt-9@openai"], "needs a key"),
        (["--model", "gpt-9@http://user:secret@127.0.0.1/v1"], "no password"),
    ],
)
def test_a_question_that_cannot_be_asked(command, built, arguments, says):
    error = command("ask", "--collection", built.collection, "Why?", *arguments, home=built.home).error
    assert says in error
    assert "secret" not in error


@pytest.mark.parametrize(
    "written, says",
    [
        (None, "No such file"),
        ("", "has no column 'question'"),
        ("question\n", "holds no question"),
        ("question,query\nWhy?,How?\n", "has two columns 'question'"),
        ("id,question\n1,Why?\n1,How?\n", "1"),
    ],
)
def test_a_question_set_that_cannot_be_read(command, built, tmp_path, written, says):
    questions = tmp_path / "asked.csv"
    if written is not None:
        questions.write_text(written, encoding="utf-8")
    asked = ("evaluate", "--collection", built.collection, "--questions", questions, "--out", tmp_path / "run")
    assert says in command(*asked, "--model", "none", "--judge", "gold", home=built.home).error
    assert not (tmp_path / "run").exists()


def test_a_run_never_overwrites_files_of_another_origin(command, built, tmp_path):
    (tmp_path / "questions.csv").write_text("question\nWhy?\n", encoding="utf-8")
    asked = ("evaluate", "--collection", built.collection, "--questions", tmp_path / "questions.csv", "--out", tmp_path)
    assert "holds questions.csv that is not of a run" in command(*asked, "--model", "none", home=built.home).error
    assert (tmp_path / "questions.csv").read_text(encoding="utf-8") == "question\nWhy?\n"


def test_a_setting_of_the_environment_that_cannot_be_used(command, monkeypatch):
    monkeypatch.setenv("CHUNKTRACE_MAX_UPLOAD_MB", "many")
    assert command("collections").error.startswith("Error: CHUNKTRACE_MAX_UPLOAD_MB in the environment or .env cannot")

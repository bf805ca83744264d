"""What the app saved by name, as DATA and QUESTIONS of the commands."""

from __future__ import annotations

import json

import pytest

from corpus.library import save_corpus, save_question
from corpus.load import load
from corpus.questions import load_questions
from tests.cli.conftest import write_corpus


@pytest.fixture
def saved(tmp_path):
    """The corpus Papers and the set Asked on the state directory of the commands."""
    folder, file = write_corpus(tmp_path)
    corpus, home = load(str(folder)), tmp_path / "home"
    save_corpus(corpus, "Papers", home)
    for question in load_questions(str(file), corpus.documents).questions:
        save_question("Asked", question, home)


def test_saved_documents_and_questions_are_read_by_name(command, saved, tmp_path):
    done = command("questions", "lint", "saved:asked", "--data", "saved:papers", "--json")
    assert done.code == 0
    assert [one["check"] for one in done.json["findings"]] == ["no-evidence"]
    out = tmp_path / "chunks.jsonl"
    sizes = ("--unit", "chars", "--chunk-size", "120", "--overlap", "10")
    assert command("chunks", "--data", "saved:papers", "--strategy", "fixed-size", *sizes, "--out", out).code == 0
    names = {json.loads(line)["document"] for line in out.read_text(encoding="utf-8").splitlines()}
    assert "guide.md" in names


def test_a_name_that_is_not_saved_is_one_line_that_names_what_is(command, saved):
    assert (
        "There is no saved corpus 'gone'; there are papers"
        in command("questions", "lint", "saved:asked", "--data", "saved:gone").error
    )
    assert (
        "There is no saved question set '../x'; there are asked"
        in command("questions", "lint", "saved:../x", "--data", "saved:papers").error
    )

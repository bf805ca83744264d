"""ask: passages by every retriever, and answers that cite them."""

from __future__ import annotations

import pytest

from tests.cli.conftest import GUIDE
from tests.generation.fake_endpoint import FakeEndpoint

WARRANTY = "How long is the warranty of the Heron?"


@pytest.fixture
def ask(command, built):
    return lambda *arguments: command("ask", "--collection", built.collection, *arguments, home=built.home)


@pytest.mark.parametrize("retriever", ["dense", "bm25", "hybrid", "rerank"])
def test_passages_are_ranges_of_the_source(ask, retriever):
    found = ask(WARRANTY, "--retriever", retriever, "--k", 2, "--model", "none", "--json").json
    assert (found["answer"], found["model"], found["citations"]) == (None, None, [])
    assert len(found["contexts"]) == 2
    first = found["contexts"][0]
    assert set(first) == {"rank", "document", "start", "end", "score", "score_kind", "text"}
    assert (first["rank"], first["document"]) == (1, "guide.md")
    assert first["text"] == GUIDE[first["start"] : first["end"]]
    assert "three years" in first["text"]


def test_an_extract_is_cited(ask):
    done = ask(WARRANTY, "--model", "extractive", "--json")
    assert len(done.out.splitlines()) == 1
    found = done.json
    assert set(found) == {"answer", "model", "citations", "contexts"}
    assert "three years" in found["answer"]
    assert "extractive" in found["model"]
    citation = found["citations"][0]
    assert "three years" in GUIDE[citation["start"] : citation["end"]]
    shown = ask(WARRANTY, "--model", "extractive").out
    assert "three years" in shown
    assert "[1] guide.md, characters" in shown


def test_the_bundled_model_answers(ask):
    found = ask(WARRANTY, "--k", 1, "--json").json
    assert found["answer"]
    assert "SmolLM2" in found["model"]


def test_a_budget_bounds_the_tokens(ask):
    assert ask(WARRANTY, "--budget", 3, "--model", "none", "--json").json["contexts"] == []
    assert "Nothing was found" in ask(WARRANTY, "--budget", 3, "--model", "extractive").out
    assert len(ask(WARRANTY, "--budget", 400, "--model", "none", "--json").json["contexts"]) > 2


def test_one_document_takes_no_more_than_its_share(ask):
    """All matching passages are of one document; half of two is one."""
    asked = ("Heron", "--retriever", "bm25", "--k", 2, "--model", "none", "--json")
    both = ask(*asked).json["contexts"]
    assert [one["document"] for one in both] == ["guide.md", "guide.md"]
    assert ask(*asked, "--document-share", 0.5).json["contexts"] == both[:1]


def test_no_match_is_no_passage(ask):
    assert ask("zyxwv", "--retriever", "bm25", "--model", "none", "--json").json["contexts"] == []


def test_an_endpoint_answers_and_the_key_stays_unseen(ask, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    with FakeEndpoint(["It is three years. [1]"]) as endpoint:
        done = ask(WARRANTY, "--model", f"big@{endpoint.base_url}", "--json")
        assert endpoint.requests[0].headers["authorization"] == "Bearer sk-very-secret"
    assert done.json["answer"] == "It is three years. [1]"
    assert done.json["citations"][0]["marker"] == 1
    assert "sk-very-secret" not in done.out + done.err

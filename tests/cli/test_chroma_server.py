"""The same commands with the vectors on a Chroma server."""

import chromadb
import pytest
from chromadb.config import Settings

from tests.chroma_server import free_port
from tests.cli.conftest import write_corpus

BUILD = ["--strategy", "recursive", "--chunk-size", "40", "--overlap", "0"]


@pytest.fixture
def on_server(monkeypatch, chroma_url):
    """The address of the server that the settings name, and a way to ask what it holds."""
    monkeypatch.setenv("CHUNKTRACE_CHROMA_URL", chroma_url)

    def names():
        with chromadb.HttpClient(chroma_url, settings=Settings(anonymized_telemetry=False)) as client:
            return [one.name for one in client.list_collections() if one.name.startswith("field_recursive_minilm")]

    return names


def test_build_list_ask_evaluate_and_delete(command, models_only, on_server, tmp_path):
    home = models_only("server")
    corpus, questions = write_corpus(home.parent)
    result = command("build", "--data", corpus, *BUILD, "--json", home=home)
    assert (result.code, result.json["collection"], len(on_server())) == (0, "field_recursive_minilm", 1)
    planned = command("build", "--data", corpus, *BUILD, "--dry-run", "--json", home=home).json
    assert (planned["keep"], planned["add"], planned["delete"]) == (result.json["chunks"], 0, 0)
    (listed,) = command("collections", "--json", home=home).json
    assert listed["complete"] and listed["chunks"] == result.json["chunks"]
    name = result.json["collection"]
    asked = command("ask", "How long is the warranty?", "--collection", name, "--model", "none", "--json", home=home)
    assert any("three years" in each["text"] for each in asked.json["contexts"])
    arguments = ["--collection", name, "--questions", questions, "--model", "none", "--judge", "gold"]
    assert command("evaluate", *arguments, "--out", tmp_path / "run", home=home).code == 0
    assert (tmp_path / "run" / "summary.csv").is_file()
    assert command("delete", name, home=home).code == 0
    assert on_server() == [] and command("collections", "--json", home=home).json == []


def test_a_server_that_is_away_is_one_clear_line(command, models_only, monkeypatch):
    home = models_only("away")
    corpus, _ = write_corpus(home.parent)
    monkeypatch.setenv("CHUNKTRACE_CHROMA_URL", url := f"http://127.0.0.1:{free_port()}")
    result = command("build", "--data", corpus, *BUILD, home=home)
    assert result.code == 1 and "Traceback" not in result.err
    said = f"Error: The Chroma server {url} does not answer: start it, or check CHUNKTRACE_CHROMA_URL."
    assert result.err.splitlines()[-1] == said
    monkeypatch.setenv("CHUNKTRACE_CHROMA_URL", "localhost:8000")
    assert "must be the address of a Chroma server" in command("collections", home=home).error

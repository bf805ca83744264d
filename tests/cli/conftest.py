"""The command line run in this process, and one small collection built by it with the real MiniLM."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

import cli
from config import settings
from retrieval.server import use_server
from terminal.guard import run

GUIDE = """# Heron sensor

The Heron measures carbon dioxide. Its warranty is three years from the day of delivery.

# Maintenance

Clean the filter of the Heron every six weeks with a dry cloth.

# Returns

A return needs a number from the service desk. The number is valid for 21 days.
"""
NOTES = """id,note
1,The gateway in Bergen was replaced.
2,A fuse failed in Oslo.
3,The mast in Tromso leans to the north.
"""
QUESTIONS = [
    {
        "id": "warranty",
        "question": "How long is the warranty of the Heron?",
        "answer": "Three years.",
        "evidence": [{"document": "guide.md", "quote": "Its warranty is three years from the day of delivery."}],
        "tags": ["fact"],
    },
    {
        "id": "filter",
        "question": "How often is the filter cleaned?",
        "evidence": [{"document": "guide.md", "quote": "Clean the filter of the Heron every six weeks"}],
    },
    {"id": "moon", "question": "Who owns the moon?"},
]


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str

    @property
    def json(self):
        """The last line of standard output, as programs read it."""
        return json.loads(self.out.splitlines()[-1])

    @property
    def error(self):
        """The one line that a refused command says."""
        lines = self.err.splitlines()
        assert self.code in (1, 2), self
        assert not self.out, self
        assert len(lines) == 1, self
        assert lines[0].startswith("Error: "), self
        assert "Traceback" not in self.err
        return lines[0]


@dataclass(frozen=True)
class Place:
    """A state directory with a corpus beside it."""

    home: Path
    corpus: Path
    questions: Path
    collection: str = ""


def write_corpus(folder: Path) -> tuple[Path, Path]:
    corpus, questions = folder / "field", folder / "asked.jsonl"
    corpus.mkdir(parents=True)
    (corpus / "guide.md").write_text(GUIDE, encoding="utf-8")
    (corpus / "notes.csv").write_text(NOTES, encoding="utf-8")
    questions.write_text("".join(json.dumps(one) + "\n" for one in QUESTIONS), encoding="utf-8")
    return corpus, questions


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch):
    for name in (
        "CHUNKTRACE_CHROMA_URL",
        "CHUNKTRACE_API_KEY",
        "OPENAI_API_KEY",
        "CHUNKTRACE_RAGBENCH",
        "CHUNKTRACE_LLM_MODEL",
    ):
        monkeypatch.delenv(name, raising=False)
    settings.cache_clear()
    yield
    settings.cache_clear()
    use_server(None)


@pytest.fixture
def command(monkeypatch, capsys, tmp_path):
    """Run a command against a state directory of its own, or against that of a place."""

    def call(*arguments, home=tmp_path / "home"):
        monkeypatch.setenv("CHUNKTRACE_HOME", str(home))
        settings.cache_clear()
        capsys.readouterr()
        code = run(cli.app, [str(argument) for argument in arguments])
        shown = capsys.readouterr()
        return Result(code, shown.out, shown.err)

    return call


@pytest.fixture(scope="session")
def models_only(models_home, tmp_path_factory):
    """A function that makes an empty state directory with the models in it."""

    def make(name: str) -> Path:
        home = tmp_path_factory.mktemp(name) / "home"
        home.mkdir()
        (home / "models").symlink_to(models_home / "models", target_is_directory=True)
        return home

    return make


@pytest.fixture(scope="session")
def built(models_only):
    """The small corpus as a collection; tests leave it as it is."""
    home = models_only("built")
    corpus, questions = write_corpus(home.parent)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("CHUNKTRACE_HOME", str(home))
        settings.cache_clear()
        arguments = ["build", "--data", str(corpus), "--strategy", "recursive", "--chunk-size", "40", "--overlap", "0"]
        assert run(cli.app, arguments) == 0
        settings.cache_clear()
    return Place(home, corpus, questions, "field_recursive_minilm")

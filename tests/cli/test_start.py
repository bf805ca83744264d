"""What must hold of every start of the program: quick, light, and safe on any terminal and pipe."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from config import ROOT

HEAVY = {"torch", "transformers", "sentence_transformers", "chromadb", "pandas", "streamlit", "openai", "scipy"}
RUN_AND_LIST = """
import sys
import cli
from terminal.guard import run
code = run(cli.app, sys.argv[1:])
print("loaded:", *sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
sys.exit(code)
"""


def start(*command, **environment):
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        timeout=120,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["build", "--help"],
        ["evaluate", "--help"],
        ["questions", "generate", "--help"],
        ["strategies"],
        ["samples", "--json"],
        ["collections"],
    ],
    ids=" ".join,
)
def test_help_and_lists_load_nothing_heavy(arguments, tmp_path):
    done = start("-c", RUN_AND_LIST, *arguments, CHUNKTRACE_HOME=str(tmp_path))
    loaded = done.stderr.decode().rpartition("loaded:")[2].split()
    assert done.returncode == 0
    assert "typer" in loaded
    assert not HEAVY & set(loaded)


def test_help_names_every_command_and_promises_no_other():
    shown = start("cli.py", "--help").stdout.decode()
    commands = {line.split()[0] for line in shown.partition("Commands:")[2].splitlines() if line.strip()}
    assert commands == {
        "strategies", "samples", "collections", "build", "chunks", "history", "delete", "ask", "evaluate", "score",
        "compare", "sweep", "questions",
    }  # fmt: skip


def test_output_survives_a_terminal_that_cannot_show_it(built):
    done = start(
        "cli.py", "ask", "--collection", built.collection, "Tromsø 東京?", "--model", "none", "--retriever", "bm25",
        CHUNKTRACE_HOME=str(built.home), PYTHONIOENCODING="ascii",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    done = start("cli.py", "delete", "東京", CHUNKTRACE_HOME=str(built.home), PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert done.stderr.startswith(rb"Error: There is no collection \u6771\u4eac.")


def test_a_reader_that_stops_reading_is_no_error(tmp_path):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed_pipe:
        done = subprocess.run(
            [sys.executable, "cli.py", "strategies"], cwd=ROOT, stdout=closed_pipe, stderr=subprocess.PIPE, timeout=120
        )
    assert (done.returncode, done.stderr) == (0, b"")

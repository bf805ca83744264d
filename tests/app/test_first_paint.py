"""The first page of a new server comes quickly: it loads nothing that only other pages and presses of buttons need."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from config import ROOT

# Streamlit itself loads a part of Plotly, so that is not among them.
HEAVY = {"pandas", "pyarrow", "scipy", "torch", "transformers", "sentence_transformers", "chromadb", "openai"}
OTHERS = {"ui.comparing", "ui.charts", "ui.sweep_view", "ui.work", "experiments.sweep", "evaluation.pipeline"}
OPEN_AND_LIST = """
import sys
from ui import warmup
warmup.soon = lambda: None
from ui.visitor import visitor
shown = visitor(60).run()
assert shown.title and not shown.exception, shown.exception
print("loaded:", *sorted(sys.modules))
"""


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The modules of a process that has shown the Start page of an empty state directory."""
    home = tmp_path_factory.mktemp("home")
    done = subprocess.run(
        [sys.executable, "-c", OPEN_AND_LIST],
        cwd=ROOT,
        env={**os.environ, "CHUNKTRACE_HOME": str(home)},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return set(done.stdout.rpartition("loaded:")[2].split())


def test_the_start_page_loads_no_heavy_library(loaded: set[str]) -> None:
    assert "streamlit" in loaded
    assert HEAVY & loaded == set()


def test_the_start_page_loads_no_other_page(loaded: set[str]) -> None:
    assert "ui.start_view" in loaded
    assert OTHERS & loaded == set()

"""The first page of a new server comes quickly: it loads nothing that only other pages and presses of buttons need."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from config import ROOT

# Streamlit itself loads a part of Plotly, so that is not among them.
HEAVY = {
    "chromadb", "markdown_it", "markitdown", "numpy", "openai", "pandas", "pyarrow", "rank_bm25", "scipy",
    "sentence_transformers", "torch", "transformers",
}  # fmt: skip
OTHERS = {"ui.comparing", "ui.charts", "ui.sweep_view", "ui.work", "experiments.sweep", "evaluation.pipeline"}
# Parts of what the page does load, for presses of its buttons and for documents and strategies that it does not show.
LATER = {
    "chunking.commonmark", "corpus.pdf", "corpus.ragbench", "corpus.workbook", "embedding.cache", "embedding.encoder",
    "embedding.transformer", "evaluation.inspection", "evaluation.runs", "retrieval.build", "retrieval.chroma",
    "retrieval.collection", "retrieval.history", "retrieval.word_index",
}  # fmt: skip
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


def test_the_start_page_loads_nothing_that_a_press_needs(loaded: set[str]) -> None:
    assert "retrieval.collections" in loaded and "chunking.markdown" in loaded
    assert LATER & loaded == set()


def test_the_navigation_is_told_before_the_strategies_are_loaded() -> None:
    """What draws it alone: the page's own script, which is run by it, loads the rest."""
    check = "import sys, ui.warmup, ui.shell; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "ui.places" in loaded
    assert {"ui.sidebar", "ui.resources", "chunking_strategies", "config", "pydantic"} & loaded == set()

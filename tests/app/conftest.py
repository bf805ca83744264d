"""The app on an empty state directory with the real small models."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from config import settings
from core.types import Document
from corpus import library
from corpus.types import Corpus, Problem
from ui.visitor import visitor


@pytest.fixture(scope="session", autouse=True)
def installed_components() -> Iterator[None]:
    """What packages bring for Streamlit, looked up once: every AppTest reads the metadata of all packages for it."""
    found = cache(manifest_scanner.scan_component_manifests)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", found)
        yield


@pytest.fixture
def app_home(tmp_path: Path, models_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A state directory of its own; the models are those of the machine."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "models").symlink_to(models_home.resolve() / "models", target_is_directory=True)
    monkeypatch.setenv("CHUNKTRACE_HOME", str(home))
    settings.cache_clear()
    st.cache_resource.clear()
    st.cache_data.clear()
    yield home
    settings.cache_clear()
    st.cache_resource.clear()


@pytest.fixture
def app(app_home: Path) -> AppTest:
    """The app at its start page."""
    return visitor(60).run()


def settle(app: AppTest, limit: int = 2400) -> AppTest:
    """Run the script until no work is queued or running."""
    import threading

    from ui.resources import jobs

    pause = threading.Event()
    for _ in range(limit):
        if not jobs().active():
            break
        pause.wait(0.1)
    assert not jobs().active(), "the work did not end in time"
    return app.run()


MANUAL = "# Pump\n\nThe pump stops after nine minutes. The mast leans north.\n\nIt starts again by itself.\n"


@pytest.fixture
def home(app_home):
    """A state directory with a saved corpus of two documents, of which one more could not be read."""
    documents = (Document.from_text(MANUAL, "manual.md"), Document.from_text("Ann owns it.", "notes.txt"))
    library.save_corpus(Corpus("x", documents, (Problem("scan.pdf", "has no text"),)), "Pump papers", app_home)
    return app_home

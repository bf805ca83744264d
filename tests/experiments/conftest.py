"""A folder with a small corpus, questions on it, and an empty state directory."""

from __future__ import annotations

import pytest

from tests.experiments.small import HOME, write_corpus


@pytest.fixture
def place(tmp_path, monkeypatch):
    folder = tmp_path / "place"
    write_corpus(folder)
    monkeypatch.setenv(HOME, str(tmp_path / "state"))
    return folder

"""Fixtures shared by all tests. What a machine may lack is skipped with a reason that says how to bring it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TRANSFORMERS_OFFLINE", "1")

from config import ROOT, Settings
from core.errors import ModelMissing
from core.model_files import model_path
from core.tokens import use_ranks_from
from retrieval.server import use_server
from tests.chroma_server import running_server
from tests.fakes import HashEncoder

# How long an example takes depends on what else the machine does, and says nothing about the law.
hypothesis.settings.register_profile("any machine", deadline=None)
hypothesis.settings.load_profile("any machine")
MODELS_HOME = Settings().home
SHARED = ROOT.parent / "shared"
use_ranks_from(MODELS_HOME)


@pytest.fixture(scope="session")
def chroma_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Chroma server with nothing in it at first."""
    with running_server(tmp_path_factory.mktemp("chroma")) as url:
        yield url


@pytest.fixture
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """An empty state directory; with the parameter "server", its vectors go to a Chroma server."""
    if getattr(request, "param", "disk") == "server":
        use_server(request.getfixturevalue("chroma_url"))
    yield tmp_path / "home"
    use_server(None)


@pytest.fixture
def hash_encoder() -> HashEncoder:
    """A bag-of-words encoder whose vectors follow from the words alone."""
    return HashEncoder()


@pytest.fixture(scope="session")
def models_home() -> Path:
    """The state directory that holds MiniLM and SmolLM2."""
    for name in ("minilm", "smollm2"):
        try:
            model_path(name, MODELS_HOME)
        except ModelMissing as missing:
            pytest.skip(str(missing))
    return MODELS_HOME


@pytest.fixture(scope="session")
def shared() -> Path:
    """The labelled data beside the repository."""
    if not SHARED.is_dir():
        pytest.skip("the labelled data folder beside the repository is absent")
    return SHARED

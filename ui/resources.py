"""What one server process holds for all sessions: settings, the work queue, models, open collections and runs.

Nothing here belongs to one user: uploads, chats and keys stay in the session.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from config import settings
from core.errors import ChunkTraceError, LoadError
from core.files import is_folder, user_path
from core.tokens import use_ranks_from
from core.types import Document
from corpus.library import corpus_card, open_corpus
from corpus.load import Corpus, load
from corpus.samples import samples
from embedding.model_source import BUNDLED
from experiments.folders import RUNS
from retrieval.card import CollectionCard
from retrieval.collections import find_card, list_collections, open_collection
from retrieval.server import use_server
from ui.jobs import Jobs

if TYPE_CHECKING:
    from embedding.encoder import Encoder
    from evaluation.runs import LoadedRun
    from retrieval.collection import Collection


def home() -> Path:
    """The state directory; the token ranks below it and the Chroma server are made known on the way."""
    given = settings()
    use_ranks_from(given.home)
    use_server(given.chroma_url, given.chroma_tenant, given.chroma_database, given.chroma_token)
    return given.home


@st.cache_resource(on_release=Jobs.close)
def jobs() -> Jobs:
    """The queue of long work, one for the process."""
    _freeze_imports()
    return Jobs()


@cache
def _freeze_imports() -> None:
    """What is imported by now stays, so Streamlit's collection after every run need not walk it.

    Once a process: whatever lives at this moment and dies in a cycle later is never collected.
    """
    gc.freeze()


def encoder(card: CollectionCard) -> Encoder:
    """The encoder of a collection; loaded once, with a notice the first time."""
    # Here and below, because a first page need not wait for what only its later presses and other pages need.
    from embedding.sources import load_again

    with st.spinner("Loading the embedding model…"):
        return load_again(card.recipe.embedding, home())


def encoder_at_hand(name: str) -> Encoder | None:
    """A bundled encoder or a folder's, where it is on this machine; nothing is fetched to look at chunks."""
    if name not in BUNDLED and not is_folder(user_path(name)):
        return None
    from embedding.transformer import load_encoder

    try:
        return load_encoder(name, home())
    except ChunkTraceError:
        return None


def complete_collections() -> list[CollectionCard]:
    """Collections that can be used, newest first."""
    cards = [card for card in list_collections(home()) if card.complete]
    return sorted(cards, key=lambda card: (card.created, card.name), reverse=True)


def unfinished_collections() -> list[CollectionCard]:
    """Collections whose build was cut off."""
    return [card for card in list_collections(home()) if not card.complete]


def collection(name: str) -> Collection:
    """A complete collection held open; opened again when it was rebuilt."""
    card = find_card(name, home())
    return _opened(card.name, card.version)


@st.cache_resource(max_entries=6, show_spinner="Opening the collection…", on_release=lambda held: held.close())
def _opened(name: str, version: str) -> Collection:
    return open_collection(name, home())


def runs() -> list[LoadedRun]:
    """All evaluation runs that can be read, newest first."""
    known = [run for run in _all_runs() if not isinstance(run, str)]
    return sorted(known, key=lambda run: (str(run.plan.get("created", "")), run.name), reverse=True)


def run_in(folder: Path, sweep: str = "") -> LoadedRun:
    """The run of one folder, read again when it has grown. Raises LoadError."""
    found = _run(str(folder), sweep, _stamp(folder))
    if isinstance(found, str):
        raise LoadError(found)
    return found


def damaged_runs() -> list[str]:
    """Why the other runs cannot be read, in the reader's words."""
    return [run for run in _all_runs() if isinstance(run, str)]


def _all_runs() -> list[LoadedRun | str]:
    return [_run(str(folder), sweep, stamp) for folder, sweep in _run_folders() if (stamp := _stamp(folder))]


def _run_folders() -> Iterator[tuple[Path, str]]:
    """The folders that may hold runs, each with the name of its sweep, empty for a run of its own."""
    yield from ((folder, "") for folder in _inside(home() / "runs"))
    for sweep in _inside(home() / "sweeps"):
        yield from ((folder, sweep.name) for folder in _inside(sweep / RUNS))


def _inside(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


def _stamp(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Changes whenever a file of the run does; empty where the folder holds no run."""
    stats = [(path.name, path.stat()) for path in sorted(folder.glob("*.json*"))]
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in stats)


@st.cache_resource(max_entries=256, show_spinner="Reading the runs")
def _run(folder: str, sweep: str, stamp: tuple[tuple[str, int, int], ...]) -> LoadedRun | str:
    from evaluation.runs import load_run
    from evaluation.stored import StoredOutcomes, keep_columns

    try:
        run = load_run(Path(folder), sweep)
    except LoadError as error:
        return str(error)
    if isinstance(run.outcomes, StoredOutcomes):
        keep_columns(run.outcomes)
    return run


@st.cache_resource(max_entries=4, show_spinner="Loading the documents…")
def bundled_corpus(data: str) -> Corpus:
    """A sample: the same for everybody and never changing while the server runs."""
    return load(data, ragbench=settings().ragbench, limit_mb=settings().max_upload_mb)


def saved_corpus(name: str) -> Corpus:
    """A corpus that was saved by name, read again once it was changed. Raises LoadError."""
    card = corpus_card(name, home())
    return _saved_corpus(name, f"{card.key}-{card.changed}")


@st.cache_resource(max_entries=4, show_spinner="Opening the documents…")
def _saved_corpus(name: str, version: str) -> Corpus:
    return open_corpus(name, home())


def sample_of(corpus: str, corpus_key: str) -> str:
    """The DATA string of the sample of that name whose documents these are; empty for others, whatever their name."""
    data = f"sample:{corpus}"
    known = corpus in {one.name for one in samples()}
    return data if known and bundled_corpus(data).key == corpus_key else ""


def head_of(document: Document, characters: int) -> Document:
    """The beginning of a document, for previews that must be quick."""
    if len(document.text) <= characters:
        return document
    return Document.from_text(document.text[:characters], document.name, document.media_type, document.meta)

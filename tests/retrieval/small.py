"""Small corpora whose chunks are known: each text is a document of one chunk unless a size says otherwise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from chunking_strategies import chunk_spec
from core.events import Progress
from core.types import ChunkSpec, Document
from corpus.types import Corpus
from retrieval.build import BuildResult, build
from retrieval.card import collections_dir
from retrieval.chroma import VectorStore
from retrieval.collection import Collection
from retrieval.collections import find_card, open_collection
from retrieval.versions import vectors_of
from tests.fakes import HashEncoder, result_of

WHOLE = chunk_spec("recursive", {"chunk_size": 10_000, "overlap": 0, "unit": "chars"})
PARAGRAPHS = chunk_spec("sparse", {"chunk_size": 30, "overlap": 0})
FIRST = "Alpha opens the door.\n\nBeta shuts it.\n\nGamma paints the door green."


def corpus_of(*texts: str, name: str = "demo", **named: str) -> Corpus:
    """Documents 000.txt, 001.txt, ... and the named ones, as <name>.txt."""
    documents = {f"{number:03}.txt": text for number, text in enumerate(texts)}
    documents |= {f"{key}.txt": text for key, text in named.items()}
    return Corpus(name, tuple(Document.from_text(text, key) for key, text in documents.items()))


def built(corpus: Corpus, home: Path, spec: ChunkSpec = WHOLE, encoder: HashEncoder | None = None) -> BuildResult:
    """The result of a build that runs to its end."""
    return result_of(build(corpus, spec, encoder or HashEncoder(), home))


def tell_of_build(tell: Callable[[str], None], home: Path, texts: Sequence[str]) -> None:
    """Build a collection of these texts, and tell of each event: its stage and how much is done."""
    for event in build(corpus_of(*texts), WHOLE, HashEncoder(), home):
        tell(f"{event.stage} {event.done}" if isinstance(event, Progress) else "Finished")


def opened(home: Path, *texts: str, spec: ChunkSpec = WHOLE) -> Collection:
    """A collection of these texts, open."""
    return open_collection(built(corpus_of(*texts), home, spec).collection, home)


def version_of(home: Path, name: str) -> Path:
    """The folder of what a collection holds."""
    return collections_dir(home) / name / find_card(name, home).version


def assert_tidy(home: Path, name: str) -> None:
    """Nothing lies in the collection's folder but its card and its version."""
    names = {path.name for path in (collections_dir(home) / name).iterdir()}
    assert names == {"collection.json", find_card(name, home).version}


def store_of(home: Path, name: str) -> VectorStore:
    """A collection's vectors, open."""
    return VectorStore(vectors_of(version_of(home, name)), name)

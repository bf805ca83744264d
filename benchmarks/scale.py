"""Whether a collection stays usable as it grows: build and query times, memory and disk, by the number of chunks.

python -m benchmarks.scale [CHUNKS ...] [--text FILE or FOLDER] [--server URL]     10,000 and 100,000 unless given

The text is real (the bundled samples, in other orders again and again, unless named), the vectors are not: an
encoder would take hours, and where the time of a collection goes does not depend on what vectors mean. Builds and
queries run in processes of their own. Each figure is followed by its ratio to that of the smallest size. Memory
counts what is mapped from files, which the system takes back where it is needed elsewhere.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import numpy as np

from benchmarks.apart import apart, peak_megabytes
from benchmarks.chunking import SAMPLES, files, texts_of
from benchmarks.growth import grown
from chunking_strategies import chunk_spec
from config import settings
from core.events import Finished
from core.types import Document, EmbedSpec, Mode, RetrievalSpec
from corpus.types import Corpus
from embedding.encoder import Vectors
from retrieval.build import build
from retrieval.collections import delete_collection, list_collections, open_collection
from retrieval.search import search
from retrieval.server import use_server

Result = TypeVar("Result")
SIZES = (10_000, 100_000)
CHUNK, DOCUMENT, DIMENSION = 300, 60_000, 384
QUERIES = 20
MODES: tuple[Mode, ...] = ("dense", "bm25", "hybrid", "rerank")
SPEC = chunk_spec("recursive", {"chunk_size": CHUNK, "overlap": 0, "unit": "chars"})


class SyntheticEncoder:
    """Vectors that follow from a checksum of the text, and are as far apart as random ones."""

    def __init__(self) -> None:
        self.spec = EmbedSpec("synthetic", "1", DIMENSION, 256)
        self._table = np.random.default_rng(0).standard_normal((4096, DIMENSION), dtype=np.float32)

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, float32 (n, DIMENSION)."""
        sums = np.array([zlib.crc32(text.encode("utf-8", "replace")) for text in texts], dtype=np.int64)
        vectors = self._table[sums % 4096] + self._table[sums // 4096 % 4096] + self._table[sums // 4096**2]
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    encode_queries = encode_documents

    def count_pieces(self, texts: Sequence[str]) -> list[int]:
        """One piece in four characters, about as many as a word-piece encoder finds."""
        return [len(text) // 4 + 2 for text in texts]


def main() -> None:
    """Print the table as it grows, and write it as JSON below the state directory."""
    given = _arguments()
    paths = [file for name in given.text or [str(SAMPLES)] for file in files(Path(name))]
    rows: list[dict[str, float]] = []
    for size in given.chunks:
        with TemporaryDirectory(dir=settings().home) as home:
            row = apart(built, size, Path(home), paths, given.server) | apart(queried, Path(home), given.server)
        rows.append(row)
        print(f"\n{row['chunks']:,.0f} chunks", flush=True)
        for name, value in row.items():
            print(f"  {name:<28}{value:12,.2f}{value / rows[0][name] if rows[0][name] else 0:10.1f} x", flush=True)
    out = settings().home / "benchmarks" / "scale.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    print(f"written to {out}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chunks", nargs="*", type=int, default=SIZES)
    parser.add_argument("--text", nargs="*")
    parser.add_argument("--server", help="address of a Chroma server, whose memory is not in the figures")
    return parser.parse_args()


def built(size: int, home: Path, paths: list[Path], server: str | None) -> dict[str, float]:
    """Build a collection of about that many chunks; seconds of each stage, memory and disk in MB."""
    use_server(server)
    corpus = Corpus("grown", tuple(documents(paths, size)))
    started, stage, seconds = time.perf_counter(), "", dict[str, float]()
    chunks = 0
    for event in build(corpus, SPEC, SyntheticEncoder(), home):
        now = time.perf_counter()
        if isinstance(event, Finished):
            chunks, stage = event.result.chunks, "Completing"
        seconds[stage] = seconds.get(stage, 0) + now - started
        started, stage = now, getattr(event, "stage", "")
    disk = sum(path.stat().st_size for path in (home / "collections").rglob("*") if path.is_file())
    named = {f"{name.lower()}, s": spent for name, spent in seconds.items() if name}
    return {"chunks": chunks, **named, "build, s": sum(seconds.values()), "build, peak MB": peak_megabytes()} | {
        "collection on disk, MB": disk / 1e6
    }


def queried(home: Path, server: str | None) -> dict[str, float]:
    """Open the collection; seconds to open, of the first query and the median one of each retriever, and memory."""
    use_server(server)
    encoder = SyntheticEncoder()
    (card,) = list_collections(home)
    figures: dict[str, float] = {}
    figures["open, s"], collection = timed(partial(open_collection, card.name, home))
    with closing(collection):
        places = np.random.default_rng(1).integers(0, len(collection.chunks), QUERIES + 1)
        asked = [" ".join(collection.chunks[int(place)].text.split()[:12]) for place in places]
        for mode in MODES:
            spec = RetrievalSpec(mode=mode)
            spent = [timed(partial(search, collection, encoder, query, spec))[0] for query in asked]
            figures |= {f"{mode}, first query, s": spent[0], f"{mode}, query, s": statistics.median(spent[1:])}
            figures[f"{mode}, peak MB"] = peak_megabytes()
    figures["delete, s"], _ = timed(partial(delete_collection, card.name, home))
    return figures


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    """Seconds of one call, and its result."""
    started = time.perf_counter()
    result = work()
    return time.perf_counter() - started, result


def documents(paths: list[Path], chunks: int) -> Iterator[Document]:
    """Documents with real text for about that many chunks."""
    characters = chunks * CHUNK * 2 // 3  # a chunk ends where a unit does, so most are shorter than they may be
    text = grown(texts_of(paths), characters // 1_000_000 + 1)
    for number, start in enumerate(range(0, characters, DOCUMENT)):
        yield Document.from_text(text[start : start + DOCUMENT], f"{number:06}.md")


if __name__ == "__main__":
    main()

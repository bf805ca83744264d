"""Whether late vectors retrieve better than standard ones: the same chunks, questions and budget, paired by question.

python -m benchmarks.late FOLDER ... [--strategies NAME,...] [--sizes TOKENS,...] [--budget TOKENS] [--share S]
                                    [--questions N] [--encoder NAME]

FOLDER is chroma_eval or covid_qa as released; --share takes the first part of the documents, --questions so many of the
questions. Differences are late minus standard, with paired 95 % intervals by the clusters that comparisons use. Vectors
are kept in the state directory, so that a run which was stopped goes on; seconds are then of what was still to do.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.apart import processor_seconds
from benchmarks.released import write_out
from chunking_strategies import chunk_spec
from config import settings
from core.events import Finished
from core.types import IndexSpec, Question, RetrievalSpec
from corpus.load import load
from corpus.questions import load_questions
from corpus.types import Corpus
from embedding.cache import VectorCache
from embedding.chunks import chunk_vectors
from embedding.encoder import Encoder, Vectors
from embedding.encoding import Encoded, encode_cached
from embedding.late import LateEncoder
from embedding.transformer import load_encoder
from evaluation.compare import paired
from evaluation.judges.ready import judge_of
from evaluation.run import evaluate
from evaluation.runs import LoadedRun
from retrieval.card import INDEX_VERSION
from retrieval.chunked import Chunked, chunk_corpus, finished
from retrieval.unsaved import UnsavedCollection

METRICS = ("evidence_recall", "evidence_iou")


@dataclass(frozen=True, slots=True)
class Asked:
    """A corpus with its questions, how they are searched, and where the vectors are kept."""

    corpus: Corpus
    questions: Sequence[Question]
    retrieval: RetrievalSpec
    home: Path


def main() -> None:
    """Print a row a strategy, size and metric, and write them as JSON below the state directory."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--strategies", default="recursive,fixed-size")
    parser.add_argument("--sizes", default="100,200,400,800")
    parser.add_argument("--budget", type=int, default=1024)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--questions", type=int)
    parser.add_argument("--encoder", default="minilm")
    given = parser.parse_args()
    out = settings().home / "benchmarks" / "late"
    encoder = load_encoder(given.encoder, settings().home)
    encoder.encode_queries(["to load the model"])
    rows = []
    print(f"{'data':<12} {'chunks':<20} {'metric':<16} {'standard':>9} {'late':>9} {'late - standard':>32}", flush=True)
    for folder in given.folders:
        with TemporaryDirectory() as place:
            documents, questions = write_out(folder, Path(place), given.share, given.questions)
            corpus = load(str(documents))
            placed = load_questions(str(questions), corpus.documents).questions
        asked = Asked(corpus, placed, RetrievalSpec(token_budget=given.budget), out)
        for strategy in given.strategies.split(","):
            for size in map(int, given.sizes.split(",")):
                rows += measured(folder.name, asked, encoder, strategy, size)
    settled = {key: str(value) for key, value in vars(given).items()}
    out.mkdir(parents=True, exist_ok=True)
    (out / "late.json").write_text(json.dumps({"settings": settled, "rows": rows}, indent=2) + "\n", encoding="utf-8")
    print(f"written to {out / 'late.json'}")


def measured(name: str, asked: Asked, encoder: Encoder, strategy: str, size: int) -> list[dict[str, Any]]:
    """The differences of one strategy and size, printed as they come."""
    spec = chunk_spec(strategy, {"chunk_size": size, "overlap": 0, "unit": "tokens"})
    chunked = finished(chunk_corpus(asked.corpus, spec))
    runs, seconds = {}, {}
    for method, way in (("standard", encoder), ("late", LateEncoder(encoder, asked.home))):
        recipe = IndexSpec(asked.corpus.name, asked.corpus.key, spec, way.spec, code_version=INDEX_VERSION)
        found: list[Encoded] = []
        seconds[method] = processor_seconds(lambda way=way, found=found: found.append(encoded(way, chunked, asked)))
        runs[method] = run_of(asked, way, recipe, chunked, found[0])
    rows = []
    for metric in METRICS:
        difference = paired(runs["standard"], runs["late"], metric)
        if difference is None:
            continue
        interval = f"{difference.low:+.3f} to {difference.high:+.3f}" if difference.low is not None else "n/a"
        print(
            f"{name:<12} {strategy + ' ' + str(size):<20} {metric:<16} {difference.base:>9.3f} {difference.other:>9.3f}"
            f" {difference.delta:>+9.3f} ({interval})",
            flush=True,
        )
        chunks = len(chunked.chunks)
        row = {"data": name, "strategy": strategy, "size": size, "chunks": chunks, "processor_seconds": seconds}
        rows.append({**row, **asdict(difference)})
    return rows


def encoded(encoder: Encoder, chunked: Chunked, asked: Asked) -> Encoded:
    """The vectors of all chunks, by the encoder's own method."""
    documents = {document.id: document for document in chunked.documents}
    with VectorCache(asked.home, encoder.spec.alone) as cache:
        return chunk_vectors(encoder, chunked.chunks, documents, cache)


def run_of(asked: Asked, encoder: Encoder, recipe: IndexSpec, chunked: Chunked, found: Encoded) -> LoadedRun:
    """The run of the questions on these vectors; only its scores are kept."""
    kept = [row for row in range(len(chunked.chunks)) if row not in found.missing]
    chunks = [chunked.chunks[row] for row in kept]
    vectors = found.vectors[kept]
    collection = UnsavedCollection("late", recipe, chunked.documents, chunks, vectors, queries_of(asked, encoder))
    judge = judge_of("gold", None, settings().home)
    with TemporaryDirectory() as folder:
        place = Path(folder, "run")
        events = evaluate(collection, encoder, asked.questions, asked.retrieval, judge, None, place, losses=False)
        return next(event.result for event in events if isinstance(event, Finished))


def queries_of(asked: Asked, encoder: Encoder) -> Mapping[str, Vectors]:
    """The questions' vectors by their text."""
    texts = [question.text for question in asked.questions]
    with VectorCache(asked.home, encoder.spec.alone) as cache:
        events = encode_cached(encoder, texts, cache, role="query")
        vectors = next(event.result for event in events if isinstance(event, Finished)).vectors
    return dict(zip(texts, vectors, strict=True))


if __name__ == "__main__":
    main()

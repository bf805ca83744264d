"""BM25 over a whole collection beside rank_bm25: time to index, to load again and to answer, and whether scores agree.

python -m benchmarks.bm25 [CHUNKS [FILE or FOLDER ...]]   100000 chunks of the bundled samples unless told otherwise

Chunks are runs of words of these texts in new combinations, so that words are as frequent as in them; questions are
runs of ten words. rank_bm25's class is given the same words and, to compare scores, the same idf; splitting into words
is not in its figures. Times are those of the processor.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from benchmarks.apart import apart, peak_megabytes, processor_seconds
from benchmarks.chunking import SAMPLES, files, texts_of
from config import settings
from retrieval.bm25 import LuceneBM25, Statistics
from retrieval.word_index import SavedWordIndex, WordIndex
from retrieval.words import tokens

CHUNKS, RUN, RUNS_A_CHUNK = 100_000, 20, 5
QUESTIONS, WORDS_A_QUESTION, FIRST = 20, 10, 10
SEED = 20240711


def main() -> None:
    """Print the table, and write it as JSON below the state directory."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else CHUNKS
    paths = [file for name in sys.argv[2:] or [str(SAMPLES)] for file in files(Path(name))]
    ours, scores = apart(measured, count, paths)
    theirs, wanted = apart(measured_rank_bm25, count, paths)
    agree = max(float(np.abs(one - other).max()) for one, other in zip(scores, wanted, strict=True))
    print(f"{count:,} chunks of {RUN * RUNS_A_CHUNK} words, {QUESTIONS} questions of {WORDS_A_QUESTION} words")
    print(f"{'':<42} {'rank_bm25':>12} {'here':>12} {'times as fast':>14}")
    for name in ("index words, s", "index texts, s", "load again, s", f"first {FIRST} of a question, ms", "all, ms"):
        print(f"{name:<42} {figure(theirs.get(name)):>12} {figure(ours.get(name)):>12} {ratio(theirs, ours, name):>14}")
    print(f"{'most memory, MB':<42} {theirs['memory']:>12,.0f} {ours['memory']:>12,.0f}")
    print(f"{'on disk, MB':<42} {'':>12} {ours['disk']:>12,.0f}")
    print(f"largest difference of a score: {agree:.1e}, of scores up to {max(one.max() for one in scores):.1f}")
    out = settings().home / "benchmarks" / "bm25.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    record = {"chunks": count, "rank_bm25": theirs, "here": ours, "largest_difference": agree}
    out.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    print(f"written to {out}")


def measured(count: int, paths: list[Path]) -> tuple[dict[str, float], list[np.ndarray]]:
    """Of the product's index: figures, and the scores of all chunks for each question."""
    import bm25s  # noqa: F401  (imported before the clock starts)
    import scipy.sparse  # noqa: F401

    texts, questions = corpus(count, paths)
    found: dict[str, float] = {}
    with TemporaryDirectory() as folder:
        index, found["index texts, s"] = timed(lambda: WordIndex(texts))
        found["index words, s"] = found["index texts, s"] - timed(lambda: [tokens(text) for text in texts.values()])[1]
        index.save(Path(folder) / "words", "1")
        del index
        found["disk"] = sum(file.stat().st_size for file in (Path(folder) / "words").iterdir()) / 1e6
        saved, found["load again, s"] = timed(lambda: SavedWordIndex(Path(folder) / "words", list(texts), "1"))
        scores = [saved.postings.scores(tokens(question)) for question in questions]
        first = timed(lambda: [list(islice(saved.rank(question), FIRST)) for question in questions])[1]
        whole = timed(lambda: [list(saved.rank(question)) for question in questions])[1]
    found |= {f"first {FIRST} of a question, ms": 1e3 * first / QUESTIONS, "all, ms": 1e3 * whole / QUESTIONS}
    return found | {"memory": peak_megabytes()}, scores


def measured_rank_bm25(count: int, paths: list[Path]) -> tuple[dict[str, float], list[np.ndarray]]:
    """The same of rank_bm25's own counting and scoring."""
    texts, questions = corpus(count, paths)
    words = [tokens(text) for text in texts.values()]
    holding: dict[str, int] = {}
    for one in words:
        for word in set(one):
            holding[word] = holding.get(word, 0) + 1
    statistics = Statistics(len(words), sum(map(len, words)), lambda word: holding.get(word, 0))
    index, seconds = timed(lambda: LuceneBM25(words, statistics))
    asked = [tokens(question) for question in questions]
    scores = [index.get_scores(question) for question in asked]
    first = timed(lambda: [index.get_top_n(question, list(texts), n=FIRST) for question in asked])[1]
    found = {"index words, s": seconds, f"first {FIRST} of a question, ms": 1e3 * first / QUESTIONS}
    return found | {"memory": peak_megabytes()}, scores


def corpus(count: int, paths: list[Path]) -> tuple[dict[str, str], list[str]]:
    """Chunks by id, and questions."""
    words, rng = " ".join(texts_of(paths)).split(), random.Random(SEED)

    def run(size: int) -> str:
        start = rng.randrange(max(1, len(words) - size))
        return " ".join(words[start : start + size])

    texts = {f"{row:07}": " ".join(run(RUN) for _ in range(RUNS_A_CHUNK)) for row in range(count)}
    return texts, [run(WORDS_A_QUESTION) for _ in range(QUESTIONS)]


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """The result of a call, and its processor time."""
    kept: list[Any] = []
    seconds = processor_seconds(lambda: kept.append(work()))
    return kept[0], seconds


def figure(value: float | None) -> str:
    """A figure of the table; a dash where there is none."""
    return "-" if value is None else f"{value:,.2f}"


def ratio(theirs: dict[str, float], ours: dict[str, float], name: str) -> str:
    """How many times as fast."""
    return f"{theirs[name] / ours[name]:,.1f}" if name in theirs and name in ours else ""


if __name__ == "__main__":
    main()

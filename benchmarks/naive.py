"""The naive way to a sweep: each configuration cut, encoded and scored by itself. What sweep.py is measured against."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean

import numpy as np

from chunking.tools import Tools
from chunking_strategies import STRATEGIES
from core.types import Chunk
from embedding.encoder import Encoder, Vectors
from experiments.configurations import Configuration, expand
from experiments.material import Surroundings, load_asked
from experiments.plan_file import PlanFile
from experiments.prepare import Preparation
from experiments.screening import Scores, Screener
from retrieval.chunked import finished

METRICS = ("evidence_recall", "evidence_iou")


class Naive:
    """sentence-transformers as it comes: float32, its own batches, no cache."""

    def __init__(self, encoder: Encoder, folder: Path) -> None:
        import sentence_transformers

        self.known, self.spec = encoder, encoder.spec
        self.model = sentence_transformers.SentenceTransformer(str(folder), local_files_only=True)

    def encode_documents(self, texts: Sequence[str]) -> Vectors:
        """By SentenceTransformer.encode with its defaults."""
        return np.asarray(self.model.encode(list(texts), normalize_embeddings=True), dtype=np.float32)

    encode_queries = encode_documents

    def count_pieces(self, texts: Sequence[str]) -> list[int]:
        """See Encoder."""
        return self.known.count_pieces(texts)


@dataclass(frozen=True)
class NaiveScreener(Screener):
    """Scores like the screening, with every chunk encoded anew unless its configuration's vectors are in `known`."""

    known: dict[str, Vectors]

    def vectors_of(self, configuration: Configuration, chunks: Sequence[Chunk]) -> Vectors:
        """The standard vectors."""
        if configuration.name not in self.known:
            texts = [chunk.embed_text for chunk in chunks]
            self.known[configuration.name] = self.around.encoder("minilm").encode_documents(texts)
        return self.known[configuration.name]


@dataclass(frozen=True)
class Measured:
    """Scores by metric and configuration, and seconds."""

    scores: Mapping[str, Mapping[str, Scores]]
    seconds: Mapping[str, float]

    def means(self, metric: str) -> dict[str, float]:
        """The mean of each configuration."""
        return {name: fmean(v for v in one if v is not None) for name, one in self.scores[metric].items()}


def naive_scores(file: PlanFile, scratch: Path, encoder: Encoder) -> Measured:
    """Every configuration by itself: cut, encoded, scored."""
    naive = Naive(encoder, encoder.folder)  # type: ignore[attr-defined]
    tools = Tools(encoder=lambda name: naive, strategies=STRATEGIES)
    scores: dict[str, dict[str, Scores]] = {metric: {} for metric in METRICS}
    seconds: dict[str, float] = {}
    for one in expand(file):
        around = surroundings(scratch / "naive" / one.name, naive, tools)
        asked = load_asked(file.plan, around, scratch)
        started = time.perf_counter()
        preparation = Preparation(asked, around, partial(around.tools, around.writer), around.encoder)
        known: dict[str, Vectors] = {}
        for metric in METRICS:
            screener = NaiveScreener(asked, around, preparation, metric, known)
            scores[metric][one.name] = finished(screener.scores(one))
            # The second metric needs no second encoding, so only the first one's time counts.
            seconds.setdefault(one.name, time.perf_counter() - started)
        print(f"  naive {one.name:<28} {seconds[one.name]:>7.1f} s", flush=True)
    return Measured(scores, seconds)


def surroundings(home: Path, encoder: Encoder, tools: Tools) -> Surroundings:
    """A state directory of its own, with this encoder and no language model."""
    return Surroundings(home=home, encoder=lambda name: encoder, model=lambda name: None, tools=lambda load: tools)

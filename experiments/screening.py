"""Every configuration scored from one pass of the encoder over the documents. Unlike an evaluation, builds nothing.

A score is the one of an evaluation with the same retrieval; only the chunks' vectors are estimates (field_vectors.py).
Retrieval by words alone is scored as it is.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from core.events import Progress
from core.text import is_blank, without_surrogates
from core.types import Chunk, Method, Question, RetrievalSpec
from embedding.encoder import Vectors
from embedding.field_store import FieldStore
from evaluation.copies import where_returned
from evaluation.curves import HEADLINE, Ground
from evaluation.evidence import passages_of, returnable, returned_by, returned_scores
from evaluation.scene import OtherChunks
from experiments.configurations import Configuration
from experiments.field_vectors import chunk_vectors
from experiments.material import Asked, Surroundings
from experiments.prepare import Preparation
from retrieval.dense import DECIMALS
from retrieval.passages import passages
from retrieval.ranking import LazyRanking
from retrieval.search import MODES
from retrieval.taken import Ranked
from retrieval.walk import limited

# What can be scored without a judge, by what is returned alone.
METRICS = ("evidence_recall", "evidence_precision", "evidence_iou", "hit", "mrr", "ndcg", "evidence_recall_2048")
Scores = Sequence[float | None]
# Windows of so great a part of the encoder's limit imitate chunks of 100 to 400 tokens best: the mean cosine with their
# own vectors is .88, with whole windows .83.
SHORTER = 2


@dataclass(frozen=True, slots=True)
class Screener:
    """Scores configurations by one metric."""

    asked: Asked
    around: Surroundings
    preparation: Preparation
    metric: str

    def read(self, encoder: str, method: Method) -> Iterator[Progress]:
        """The one pass of an encoder over the documents. Raises SettingError for an encoder that allows none."""
        yield from self._store(encoder, method).prepare(self.asked.corpus.documents)

    def scores(self, configuration: Configuration) -> Generator[Progress, None, Scores]:
        """A score a question, None where it has no evidence. Raises as preparing a collection does."""
        chunked = yield from self.preparation.chunks(configuration)
        spec = limited(configuration.retrieval, "tokens", HEADLINE) if self.metric.endswith("2048") else None
        spec = spec or configuration.retrieval
        chunks = sorted(chunked.chunks, key=lambda chunk: chunk.id)  # ties break by id
        documents = {document.id: document for document in chunked.documents}
        queries: Mapping[str, Vectors] = {}
        similarities: NDArray[np.float64] | None = None
        if spec.mode != "bm25":
            queries = yield from self.preparation.queries(configuration.encoder)
            vectors = self.vectors_of(configuration, chunks)
            chunks = [chunk for chunk, vector in zip(chunks, vectors, strict=True) if np.isfinite(vector).all()]
            similarities = _similarities(vectors[np.isfinite(vectors).all(axis=1)], queries)
        ground = Ground({one.id: one for one in chunks}, documents, returnable(chunks, expand=spec.expand))
        columns = {text: column for column, text in enumerate(queries)}
        searched = _Searched([one.id for one in chunks], OtherChunks(ground.chunks), similarities, columns, spec)
        return [self._score(question, searched, ground) for question in self.asked.questions.questions]

    def vectors_of(self, configuration: Configuration, chunks: Sequence[Chunk]) -> Vectors:
        """The chunks' vectors, float32 (chunks, dimension), from the token fields."""
        store = self._store(configuration.encoder, configuration.method)
        documents = {document.id: document for document in self.asked.corpus.documents}

        def encode(texts: Sequence[str]) -> Vectors:
            return self.preparation.texts(configuration.encoder, texts)

        imitate = configuration.method == "standard"
        return chunk_vectors(chunks, documents, store.field, store.encoder, encode, imitate=imitate)

    def _store(self, name: str, method: Method) -> FieldStore:
        """Late vectors are what they will be. A chunk that is read alone knows less of its surroundings than its place
        in a long window does, so its vector is imitated from shorter ones.
        """
        encoder = self.around.encoder(name)
        window = encoder.spec.max_pieces // SHORTER if method == "standard" else None
        return FieldStore(self.around.home, encoder, window)  # type: ignore[arg-type]  # it says so itself

    def _score(self, question: Question, searched: _Searched, ground: Ground) -> float | None:
        if not passages_of(question.evidence) or is_blank(question.text):
            return None
        hits = passages(searched.ranking(question.text), ground.chunks, ground.documents, searched.spec)
        placed = where_returned(question.evidence, hits, ground.returnable, ground.documents)
        found = asdict(returned_scores(passages_of(placed), returned_by(hits)))
        score = found[self.metric.removeprefix("evidence_").removesuffix("_2048")]
        return None if score is None else float(score)


@dataclass(frozen=True, slots=True)
class _Searched:
    """Chunks' ids in order, and their similarities with each question, (chunks, questions)."""

    ids: Sequence[str]
    words: OtherChunks
    similarities: NDArray[np.float64] | None
    columns: Mapping[str, int]
    spec: RetrievalSpec

    def ranking(self, text: str) -> Iterator[Ranked]:
        """What the retriever finds, best first."""
        query = without_surrogates(text)
        if self.similarities is None:
            return MODES[self.spec.mode](self.words, [], query, self.spec)
        if query not in self.columns:
            return iter(())
        found = LazyRanking(self.ids, self.similarities[:, self.columns[query]])
        return MODES[self.spec.mode](self.words, found, query, self.spec)


def _similarities(vectors: Vectors, queries: Mapping[str, Vectors]) -> NDArray[np.float64]:
    """Cosine similarities (chunks, questions), rounded as in a search."""
    asked = np.stack(list(queries.values())) if queries else np.empty((0, vectors.shape[1]), dtype=np.float32)
    return np.asarray(vectors @ asked.T, dtype=np.float64).round(DECIMALS)

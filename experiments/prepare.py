"""From a configuration to chunks with vectors, by its own method. Unlike retrieval/build.py, writes no collection.

Every distinct text is encoded once, whatever the number of configurations that share it: vectors go to the cache that
builds use, so that building the winner afterwards encodes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from statistics import fmean

from chunking.tools import Tools
from core.errors import CollectionError
from core.events import Finished, Progress
from core.text import is_blank, without_surrogates
from core.types import IndexSpec
from embedding.cache import VectorCache
from embedding.chunks import encode_chunks
from embedding.encoder import Encoder, Role, Vectors
from embedding.encoding import BATCH, Encoded, encode_cached
from embedding.late import LateEncoder
from experiments.configurations import Configuration
from experiments.material import Asked, Surroundings
from experiments.pace import PaceBook, stopwatch
from retrieval.card import INDEX_VERSION
from retrieval.chunked import Chunked, chunk_corpus, finished
from retrieval.unsaved import UnsavedCollection, no_vectors


class Preparation:
    """Prepares one configuration after the other, and remembers the last chunks and vectors, which the next may share.

    `tools` makes the tools of a strategy; `encoders` gives the encoder of a name by the executor's means, which takes
    `batch` texts at once.
    """

    def __init__(
        self,
        asked: Asked,
        around: Surroundings,
        tools: Callable[[], Tools],
        encoders: Callable[[str], Encoder],
        batch: int = BATCH,
    ) -> None:
        self._asked = asked
        self._around = around
        self._tools = tools
        self._encoders = encoders
        self._batch = batch
        self._chunked: tuple[str, Chunked] | None = None
        self._encoded: tuple[str, Encoded] | None = None
        self._queries: dict[str, Mapping[str, Vectors]] = {}
        self.book = PaceBook()

    def collection(self, configuration: Configuration) -> Generator[Progress, None, UnsavedCollection]:
        """Yield progress of chunking and encoding; returns the collection. Raises as a build does."""
        chunked = yield from self.chunks(configuration)
        encoder = self._encoders(configuration.encoder)
        if configuration.method == "late":  # whole documents are read here: executors only take texts
            encoder = self._around.encoder_by(configuration.encoder, "late")
        if configuration.retrieval.mode == "bm25":
            vectors = no_vectors(chunked.chunks, encoder.spec.dimension)
            return self._assembled(configuration, encoder, chunked, vectors, {})
        encoded = yield from self._vectors(configuration, encoder, chunked)
        queries = yield from self.queries(configuration.encoder)
        return self._assembled(configuration, encoder, chunked, encoded.vectors, queries, encoded.missing)

    def chunks(self, configuration: Configuration) -> Generator[Progress, None, Chunked]:
        """The corpus cut as the configuration says."""
        key = configuration.chunking.key
        if self._chunked is None or self._chunked[0] != key:
            chunked = yield from chunk_corpus(self._asked.corpus, configuration.chunking, self._tools())
            self._chunked = (key, chunked)
        return self._chunked[1]

    def queries(self, name: str) -> Generator[Progress, None, Mapping[str, Vectors]]:
        """The questions' vectors by their text as searches ask for it; a blank question has none."""
        if name not in self._queries:
            asked = self._asked.questions.questions
            texts = [without_surrogates(question.text) for question in asked if not is_blank(question.text)]
            encoded = yield from self._through_cache(self._encoders(name), texts, "query")
            known = {text: encoded.vectors[row] for row, text in enumerate(texts) if row not in encoded.missing}
            self._queries[name] = known
        return self._queries[name]

    def texts(self, name: str, texts: Sequence[str]) -> Vectors:
        """The vectors of single texts, such as contexts, through the cache; NaN rows where there is none."""
        return finished(self._through_cache(self._encoders(name), texts, "document")).vectors

    def _vectors(
        self, configuration: Configuration, encoder: Encoder, chunked: Chunked
    ) -> Generator[Progress, None, Encoded]:
        key = configuration.index_key
        if self._encoded is None or self._encoded[0] != key:
            if isinstance(encoder, LateEncoder):
                encoded = yield from self._in_documents(encoder, chunked)
            else:
                texts = [chunk.embed_text for chunk in chunked.chunks]
                encoded, seconds = yield from stopwatch(self._through_cache(encoder, texts, "document"))
                characters = encoded.encoded * fmean(map(len, texts))
                self.book.reading(configuration.encoder, characters, seconds)
            self._encoded = (key, encoded)
        return self._encoded[1]

    def _in_documents(self, encoder: LateEncoder, chunked: Chunked) -> Generator[Progress, None, Encoded]:
        documents = {document.id: document for document in chunked.documents}
        with VectorCache(self._around.home, encoder.spec.alone) as cache:
            for event in encode_chunks(encoder, chunked.chunks, documents, cache):
                if isinstance(event, Finished):
                    return event.result
                yield event
        raise AssertionError("encode_chunks ends with Finished")

    def _through_cache(self, encoder: Encoder, texts: Sequence[str], role: Role) -> Generator[Progress, None, Encoded]:
        with VectorCache(self._around.home, encoder.spec) as cache:
            for event in encode_cached(encoder, texts, cache, role=role, batch=self._batch):
                if isinstance(event, Finished):
                    return event.result
                yield event
        raise AssertionError("encode_cached ends with Finished")

    def _assembled(
        self,
        configuration: Configuration,
        encoder: Encoder,
        chunked: Chunked,
        vectors: Vectors,
        queries: Mapping[str, Vectors],
        missing: frozenset[int] = frozenset(),
    ) -> UnsavedCollection:
        """The chunks that have a vector, as a collection. Raises CollectionError where none has."""
        kept = [row for row in range(len(chunked.chunks)) if row not in missing]
        if not kept:
            raise CollectionError("the encoder gave no valid vector for any chunk.")
        corpus = self._asked.corpus
        recipe = IndexSpec(corpus.name, corpus.key, configuration.chunking, encoder.spec, code_version=INDEX_VERSION)
        chunks = [chunked.chunks[row] for row in kept]
        return UnsavedCollection(configuration.name, recipe, chunked.documents, chunks, vectors[kept], queries)

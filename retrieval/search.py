"""From a question to a ranking of all chunks by one retriever, and from there to passages."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Protocol

from core.errors import SettingError
from core.registry import Registry
from core.text import is_blank, without_surrogates
from core.types import Chunk, Hit, RetrievalSpec
from embedding.encoder import Encoder
from embedding.encoding import encode_query
from retrieval.collection import Collection
from retrieval.collections import check_encoder
from retrieval.fusion import fused, reciprocal_rank_fusion
from retrieval.passages import Handed, explained_passages, passages
from retrieval.ranking import LazyRanking
from retrieval.rerank import POOL, rerank, score_kind
from retrieval.taken import Ranked
from retrieval.word_index import WordIndex, Words

Ranking = Sequence[tuple[str, float]]


class Searched(Protocol):
    """What retrievers look into: the chunks, and BM25 over what the encoder reads of them."""

    @property
    def by_id(self) -> Mapping[str, Chunk]:
        """Chunks by id."""
        ...

    @property
    def words(self) -> Words:
        """BM25 over the same chunks."""
        ...


COSINE, WORDS, FUSED = "cosine similarity", "BM25", "RRF"


def search(collection: Collection, encoder: Encoder | None, query: str, spec: RetrievalSpec) -> list[Hit]:
    """Passages for a question, best first; fewer than asked for where no more are found, none without a match.

    See `passages` for how many. `encoder` may be None for bm25, which needs no vectors. Raises SettingError for a
    blank question or a setting that cannot work, and CollectionError when the collection was removed, changed, or
    built with another encoder.
    """
    return passages(ranked(collection, encoder, query, spec), collection.by_id, collection.documents, spec)


def explained_search(collection: Collection, encoder: Encoder | None, query: str, spec: RetrievalSpec) -> Handed:
    """The same passages, with what was left out and why. Raises as `search` does."""
    return explained_passages(ranked(collection, encoder, query, spec), collection.by_id, collection.documents, spec)


def ranked(collection: Collection, encoder: Encoder | None, query: str, spec: RetrievalSpec) -> Iterator[Ranked]:
    """All chunks that the retriever finds, best first, from which passages of any number or budget can be made.

    Raises as `search` does, before the first one.
    """
    check_retrieval(spec)
    check_query(query)
    query = without_surrogates(query)  # a terminal hands on bytes that are not text as such
    collection.check_current()
    return MODES[spec.mode](collection, dense_ranking(collection, encoder, query, spec), query, spec)


def dense_ranking(collection: Collection, encoder: Encoder | None, query: str, spec: RetrievalSpec) -> Ranking:
    """All chunks by cosine similarity; none for bm25, which needs no vectors."""
    if spec.mode == "bm25":
        return []
    if encoder is None:
        raise SettingError(f"The retriever {spec.mode} needs the encoder {collection.card.encoder}.")
    check_encoder(collection.card, encoder.spec)
    return collection.vectors.rank(encode_query(encoder, query, collection.cache))


def check_query(query: str) -> None:
    """Refuse a question without a word or symbol."""
    if is_blank(query) or all(unicodedata.category(character)[0] in "PZC" for character in query):
        raise SettingError("The question is empty: type at least one word.")


def check_retrieval(spec: RetrievalSpec) -> None:
    """Refuse settings that cannot work, before anything is encoded."""
    if spec.mode not in MODES:
        raise SettingError(f"retriever {spec.mode!r} is not known: choose one of {', '.join(MODES)}.")
    if spec.fusion != "rrf":
        raise SettingError(f"fusion {spec.fusion!r} is not known: choose rrf.")
    if spec.k < 1:
        raise SettingError(f"k must be at least 1, but is {spec.k}.")
    if spec.token_budget is not None and spec.token_budget < 1:
        raise SettingError(f"the token budget must be at least 1, but is {spec.token_budget}.")
    if not 0 < spec.document_share <= 1:
        raise SettingError(f"the share of one document must be above 0 and at most 1, but is {spec.document_share}.")


def _dense(
    collection: Searched, dense: Iterable[tuple[str, float]], query: str, spec: RetrievalSpec
) -> Iterator[Ranked]:
    for chunk_id, score in dense:
        yield Ranked(chunk_id, score, COSINE, {"dense": score})


def _bm25(collection: Searched, dense: Ranking, query: str, spec: RetrievalSpec) -> Iterator[Ranked]:
    for chunk_id, score in collection.words.rank(query):
        yield Ranked(chunk_id, score, WORDS, {"bm25": score})


def _hybrid(collection: Searched, dense: Ranking, query: str, spec: RetrievalSpec) -> Iterator[Ranked]:
    """Whole rankings are fused, so that a larger k only adds passages and never reorders them."""
    words = collection.words
    if isinstance(dense, LazyRanking) and isinstance(words, WordIndex) and dense.ids == words.ids:
        many = {"dense": dense, "bm25": words.rank(query)}
        for chunk_id, score in fused(list(many.values())):
            of = {name: ranking.get(chunk_id) for name, ranking in many.items()}
            yield Ranked(chunk_id, score, FUSED, {name: one for name, one in of.items() if one is not None})
        return
    channels = {"dense": dict(dense), "bm25": dict(words.rank(query))}
    for chunk_id, score in reciprocal_rank_fusion([list(ranking) for ranking in channels.values()]):
        found = {name: ranking[chunk_id] for name, ranking in channels.items() if chunk_id in ranking}
        yield Ranked(chunk_id, score, FUSED, found)


def _rerank(collection: Searched, dense: Ranking, query: str, spec: RetrievalSpec) -> Iterator[Ranked]:
    """The first dense candidates by the re-ranker's score; the rest follow as they were."""
    similarity = dict(dense[:POOL])
    for chunk_id, score in rerank(
        query, list(similarity), collection.by_id, collection.words.statistics, spec.reranker
    ):
        channels = {"dense": similarity[chunk_id], "rerank": score}
        yield Ranked(chunk_id, score, score_kind(spec.reranker), channels)
    yield from _dense(collection, islice(dense, POOL, None), query, spec)


# Retrievers take the dense ranking ready-made (empty for bm25), because only one place may encode a question.
Retriever = Callable[[Searched, Ranking, str, RetrievalSpec], Iterator[Ranked]]
MODES: Registry[Retriever] = Registry(
    "retriever", {"dense": _dense, "bm25": _bm25, "hybrid": _hybrid, "rerank": _rerank}
)

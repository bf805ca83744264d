"""From a question to ranked passages, by k or by a token budget.

A ranking is over chunks; what is returned are passages: the chunk or its parent, each passage and each text once.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.errors import SettingError
from core.registry import Registry
from core.spans import Span, contains
from core.text import is_blank, normalized, without_surrogates
from core.tokens import count_tokens
from core.types import Chunk, Hit, RetrievalSpec
from embedding.encoder import Encoder
from embedding.encoding import encode_query
from retrieval.collections import Collection, check_encoder
from retrieval.fusion import reciprocal_rank_fusion
from retrieval.rerank import POOL, rerank, score_kind

Ranking = list[tuple[str, float]]
COSINE, WORDS, FUSED = "cosine similarity", "BM25", "RRF"


@dataclass(frozen=True, slots=True)
class Ranked:
    """A chunk in a ranking. `channels` holds the scores of the single retrievers that found it."""

    chunk_id: str
    score: float
    score_kind: str
    channels: Mapping[str, float]


def search(collection: Collection, encoder: Encoder | None, query: str, spec: RetrievalSpec) -> list[Hit]:
    """Passages for a question, best first; fewer than asked for where no more are found, none without a match.

    `spec.k` counts passages. With `spec.token_budget` they are taken in order while their cl100k tokens fit,
    and the first that does not fit ends the list. `encoder` may be None for bm25, which needs no vectors.
    Raises SettingError for a blank question or a setting that cannot work, and CollectionError when the
    collection was removed, changed, or built with another encoder.
    """
    check_retrieval(spec)
    check_query(query)
    query = without_surrogates(query)  # a terminal hands on bytes that are not text as such
    collection.check_current()
    dense: Ranking = []
    if spec.mode != "bm25":
        if encoder is None:
            raise SettingError(f"The retriever {spec.mode} needs the encoder {collection.card.encoder}.")
        check_encoder(collection.card, encoder.spec)
        dense = collection.vectors.rank(encode_query(encoder, query, collection.cache))
    hits = passages(collection, MODES[spec.mode](collection, dense, query, spec), expand=spec.expand)
    chosen = _first(hits, spec.k) if spec.token_budget is None else _fitting(hits, spec.token_budget)
    return [replace(hit, rank=rank) for rank, hit in enumerate(chosen, start=1)]


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


def _dense(collection: Collection, dense: Ranking, query: str, spec: RetrievalSpec) -> Iterator[Ranked]:
    for chunk_id, score in dense:
        yield Ranked(chunk_id, score, COSINE, {"dense": score})


def _bm25(collection: Collection, dense: Ranking, query: str, spec: RetrievalSpec) -> Iterator[Ranked]:
    for chunk_id, score in collection.words.rank(query):
        yield Ranked(chunk_id, score, WORDS, {"bm25": score})


def _hybrid(collection: Collection, dense: Ranking, query: str, spec: RetrievalSpec) -> Iterator[Ranked]:
    """Whole rankings are fused, so that a larger k only adds passages and never reorders them."""
    channels = {"dense": dict(dense), "bm25": dict(collection.words.rank(query))}
    for chunk_id, score in reciprocal_rank_fusion([list(ranking) for ranking in channels.values()]):
        found = {name: ranking[chunk_id] for name, ranking in channels.items() if chunk_id in ranking}
        yield Ranked(chunk_id, score, FUSED, found)


def _rerank(collection: Collection, dense: Ranking, query: str, spec: RetrievalSpec) -> Iterator[Ranked]:
    """The first dense candidates by the re-ranker's score; the rest follow as they were."""
    similarity = dict(dense[:POOL])
    for chunk_id, score in rerank(query, list(similarity), collection.by_id, collection.words, spec.reranker):
        channels = {"dense": similarity[chunk_id], "rerank": score}
        yield Ranked(chunk_id, score, score_kind(spec.reranker), channels)
    yield from _dense(collection, dense[POOL:], query, spec)


# Retrievers take the dense ranking ready-made (empty for bm25), because only one place may encode a question.
Retriever = Callable[[Collection, Ranking, str, RetrievalSpec], Iterator[Ranked]]
MODES: Registry[Retriever] = Registry(
    "retriever", {"dense": _dense, "bm25": _bm25, "hybrid": _hybrid, "rerank": _rerank}
)


def passages(collection: Collection, ranking: Iterator[Ranked], *, expand: bool) -> Iterator[Hit]:
    """What the ranked chunks return, each passage once, with the score of its best chunk.

    Passages are the same when they are the same range of a document or read the same (white space apart):
    siblings of one parent, and copies of one text, would otherwise fill the list. `Collection.copies` counts them.
    """
    places: set[tuple[str, Span]] = set()
    readings: set[str] = set()
    for ranked in ranking:
        chunk = collection.by_id[ranked.chunk_id]
        text = collection.documents[chunk.document_id].text
        returned = _returned(chunk, len(text)) if expand else Span(chunk.start, chunk.end)
        place = (chunk.document_id, returned)
        if place in places:
            continue
        passage = text[returned.start : returned.end]
        places.add(place)
        reading = normalized(passage)
        if reading in readings:
            continue
        readings.add(reading)
        yield Hit(0, chunk, ranked.score, ranked.score_kind, dict(ranked.channels), returned, passage)


def _returned(chunk: Chunk, length: int) -> Span:
    """The parent's range; the chunk's own where the parent is not a range of this document."""
    own, parent = Span(chunk.start, chunk.end), chunk.returned
    return parent if contains(parent, own) and contains(Span(0, length), parent) else own


def _first(hits: Iterator[Hit], k: int) -> Sequence[Hit]:
    return [hit for _, hit in zip(range(k), hits, strict=False)]


def _fitting(hits: Iterator[Hit], budget: int) -> Sequence[Hit]:
    chosen, left = [], budget
    for hit in hits:
        left -= count_tokens(hit.text)
        if left < 0:
            break
        chosen.append(hit)
    return chosen

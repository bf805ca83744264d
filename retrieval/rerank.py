"""A second opinion on the first candidates: BM25 over the collection's words, or a cross-encoder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.types import Chunk
from embedding.transformer import load_cross_encoder
from retrieval.bm25 import Statistics, candidate_scores
from retrieval.words import tokens

POOL = 50
BM25 = "bm25"


def score_kind(reranker: str) -> str:
    """What the re-ranked scores are, in the reader's words."""
    return "BM25 (re-ranked)" if reranker == BM25 else "cross-encoder (re-ranked)"


def rerank(
    query: str, candidates: Sequence[str], chunks: Mapping[str, Chunk], statistics: Statistics, reranker: str
) -> list[tuple[str, float]]:
    """The candidates by the re-ranker's score, best first; equal scores keep the candidates' order.

    `reranker` is bm25, or the folder or hub name of a cross-encoder, which raises ModelMissing or
    SettingError when it cannot be loaded. `statistics` are those of all chunks.
    """
    texts = [chunks[chunk_id].embed_text for chunk_id in candidates]
    if reranker == BM25:
        scores = candidate_scores(tokens(query), list(map(tokens, texts)), statistics).tolist()
    else:
        scores = load_cross_encoder(reranker).score(query, texts)
    order = sorted(range(len(candidates)), key=lambda row: -scores[row])
    return [(candidates[row], scores[row]) for row in order]

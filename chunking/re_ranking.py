"""Hybrid's chunks, searched with BM25 re-ranking unless another retriever is chosen."""

from __future__ import annotations

from chunking.hybrid import split
from chunking.strategy import SizeParameters, Strategy

RE_RANKING = Strategy(
    name="re-ranking",
    label="Re-ranking",
    summary="Hybrid chunks; at query time BM25 re-ranks what dense retrieval found.",
    best_for="Questions that share words with the text that answers them",
    params=SizeParameters,
    split=split,
    default_retriever="rerank",
)

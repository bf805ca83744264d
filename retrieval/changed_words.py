"""BM25 over a collection in which a few chunks are others. Unlike WordIndex, it counts only what has changed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from heapq import merge

import numpy as np
from numpy.typing import NDArray

from retrieval.bm25 import DECIMALS, K1, Statistics, candidate_scores, length_norms
from retrieval.word_index import WordIndex, ordered
from retrieval.words import tokens


class ChangedWords:
    """Ranks as an index made anew would. The collection's own index stays as it is."""

    def __init__(self, base: WordIndex, gone: Mapping[str, str], new: Mapping[str, str]) -> None:
        """`gone` are chunks of the base that are left out, `new` others that are added, as texts by chunk id."""
        self._base = base
        self._gone = {chunk_id: tokens(text) for chunk_id, text in gone.items()}
        self._new = {chunk_id: tokens(new[chunk_id]) for chunk_id in sorted(new)}

    @property
    def statistics(self) -> Statistics:
        """Those of the base, less what is gone, with what is new."""
        base = self._base.statistics
        changes = [(-1, words) for words in self._gone.values()] + [(1, words) for words in self._new.values()]
        return Statistics(
            base.texts + sum(sign for sign, words in changes if words),
            base.words + sum(sign * len(words) for sign, words in changes),
            lambda word: base.holding(word) + sum(sign for sign, words in changes if word in words),
        )

    def rank(self, query: str) -> Iterator[tuple[str, float]]:
        """All chunks that share a word with the query; ties by chunk id."""
        words = tokens(query)
        added = candidate_scores(words, list(self._new.values()), self.statistics)
        kept = ordered(self._base.ids, self._kept_scores(words))
        return merge(kept, ordered(list(self._new), added), key=lambda pair: (-pair[1], pair[0]))

    def _kept_scores(self, query: list[str]) -> NDArray[np.float64]:
        """Of the base's chunks: their words are as they were, but the weights of words and the mean length are not."""
        postings, statistics = self._base.postings, self.statistics
        scores = np.zeros(len(postings.lengths))
        for word in query:
            rows, counts = postings.counts(word)
            if len(rows):
                norms = length_norms(postings.lengths[rows], statistics.mean_length)
                scores[rows] += statistics.idf(word) * (counts * (K1 + 1) / (counts + norms))
        scores[[bisect_left(self._base.ids, chunk_id) for chunk_id in self._gone]] = 0.0
        return np.round(scores, DECIMALS)

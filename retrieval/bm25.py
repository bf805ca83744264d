"""Ranking by words. Unlike dense retrieval it finds exact names and numbers, and nothing where no word matches."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from typing import Any

import numpy as np
import regex
from numpy.typing import NDArray
from rank_bm25 import BM25Okapi

# Scripts that put no blanks between words; runs of them are indexed by characters and by pairs.
_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_TOKEN = regex.compile(rf"[{_UNSPACED}]+|[^\W{_UNSPACED}]+", regex.V1)
_ASCII_WORD = re.compile(r"\w+", re.ASCII)
_IS_UNSPACED = regex.compile(rf"[{_UNSPACED}]")


def tokens(text: str) -> list[str]:
    """Words in compatibility form without case; scripts without blanks as characters and pairs of them.

    >>> tokens("Zephyr pump. 退货")
    ['zephyr', 'pump', '退', '货', '退货']
    """
    if text.isascii():  # the same words, several times faster
        return _ASCII_WORD.findall(text.lower())
    found: list[str] = []
    for run in _TOKEN.findall(unicodedata.normalize("NFKC", text).casefold()):
        if _IS_UNSPACED.match(run):
            found.extend(run)
            found.extend(run[i : i + 2] for i in range(len(run) - 1))
        else:
            found.append(run)
    return found


class LuceneBM25(BM25Okapi):  # type: ignore[misc]
    """rank_bm25's Okapi with Lucene's idf, and with posting lists instead of a scan over all texts.

    score(q, d) = sum over words w of q: idf(w) * tf * (k1 + 1) / (tf + k1 * (1 - b + b * |d| / avgdl)),
    idf(w) = ln(1 + (N - n + 0.5) / (n + 0.5)), k1 = 1.5, b = 0.75; n texts of N hold w, and tf times in d.
    Okapi's own idf, without the 1, is zero for a word in half of the texts and negative beyond. Source:
    Robertson, Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009; idf as in Lucene's
    BM25Similarity (variant "Lucene" in Kamphuis et al., "Which BM25 Do You Mean?", ECIR 2020).
    """

    doc_freqs: list[dict[str, int]]

    def _calc_idf(self, nd: dict[str, int]) -> None:
        """Lucene's idf, and for each word the texts that hold it with its counts there."""
        for word, n in nd.items():
            self.idf[word] = math.log(1 + (self.corpus_size - n + 0.5) / (n + 0.5))
        rows: dict[str, tuple[list[int], list[int]]] = {word: ([], []) for word in nd}
        for row, frequencies in enumerate(self.doc_freqs):
            for word, count in frequencies.items():
                rows[word][0].append(row)
                rows[word][1].append(count)
        self.postings = {word: (np.array(at), np.array(counts, dtype=float)) for word, (at, counts) in rows.items()}
        lengths = np.array(self.doc_len, dtype=float)
        self._norms = self.k1 * (1 - self.b + self.b * lengths / self.avgdl)
        self.doc_freqs = []

    def get_scores(self, query: Sequence[str]) -> NDArray[Any]:
        """One score a text, float64 (N,); 0 exactly where no word matches."""
        scores = np.zeros(self.corpus_size)
        for word in query:
            if word in self.postings:
                at, counts = self.postings[word]
                scores[at] += self.idf[word] * counts * (self.k1 + 1) / (counts + self._norms[at])
        return scores


class WordIndex:
    """BM25 over chunks: ids and their scores, best first."""

    def __init__(self, texts: dict[str, str]) -> None:
        """`texts` by chunk id; texts without a word can never be found, and no texts at all is fine."""
        # Ids in order make a stable sort break ties by id, whatever the order of insertion was.
        worded = {chunk_id: words for chunk_id in sorted(texts) if (words := tokens(texts[chunk_id]))}
        self.ids = list(worded)
        self._row = {chunk_id: row for row, chunk_id in enumerate(self.ids)}
        self._bm25 = LuceneBM25(list(worded.values())) if worded else None

    def rank(self, query: str) -> list[tuple[str, float]]:
        """All chunks that share a word with the query; ties by chunk id. No match is an empty list."""
        scores = self._scores(query)
        order = np.argsort(-scores, kind="stable")
        return [(self.ids[row], float(scores[row])) for row in order if scores[row] > 0]

    def score(self, query: str, chunk_ids: Sequence[str]) -> list[float]:
        """The scores of given chunks, in their order; 0 where no word matches."""
        scores = self._scores(query)
        return [float(scores[self._row[chunk_id]]) if chunk_id in self._row else 0.0 for chunk_id in chunk_ids]

    def _scores(self, query: str) -> NDArray[Any]:
        if self._bm25 is None:
            return np.zeros(0)
        return np.round(self._bm25.get_scores(tokens(query)), 9)

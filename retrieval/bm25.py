"""BM25: the one formula, and a few texts scored by it. Unlike word_index.py, which holds whole collections.

score(q, d) = sum over words w of q: idf(w) * tf * (k1 + 1) / (tf + k1 * (1 - b + b * |d| / avgdl)),
idf(w) = ln(1 + (N - n + 0.5) / (n + 0.5)), k1 = 1.5, b = 0.75; n texts of N hold w, and tf times in d. Texts without
a word are not counted. Source: Robertson, Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009;
idf as in Lucene's BM25Similarity (variant "Lucene" in Kamphuis et al., "Which BM25 Do You Mean?", ECIR 2020): Okapi's
own, without the 1, is zero for a word in half of the texts and negative beyond.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25Okapi

K1, B = 1.5, 0.75
# Sums of the same numbers in another order differ in their last bits; equal scores must not.
DECIMALS = 9


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a score needs to know of all texts: how many there are, how many words they have in all, and of a word, how
    many texts hold it.
    """

    texts: int
    words: int
    holding: Callable[[str], int]

    @property
    def mean_length(self) -> float:
        """Words a text."""
        return self.words / self.texts if self.texts else 1.0

    def idf(self, word: str) -> float:
        """How much a word counts."""
        return idf(self.holding(word), self.texts)


@dataclass(frozen=True, slots=True)
class _Idfs:
    """The idf of every word, in place of rank_bm25's dictionary."""

    statistics: Statistics

    def get(self, word: str) -> float:
        """Of one word; it counts for nothing where no text holds it."""
        return self.statistics.idf(word)


class LuceneBM25(BM25Okapi):  # type: ignore[misc]
    """rank_bm25's Okapi with Lucene's idf, for a few texts of many: candidates are scored as in their collection."""

    def __init__(self, candidates: Sequence[Sequence[str]], statistics: Statistics) -> None:
        """`candidates` are the words of one text or more."""
        self._statistics = statistics
        super().__init__(candidates, k1=K1, b=B)

    def _calc_idf(self, nd: dict[str, int]) -> None:
        """Of the collection, as is the average length; of the words that are asked for, which are few of all."""
        self.avgdl = self._statistics.mean_length
        self.idf = _Idfs(self._statistics)


def idf(holding: int, texts: int) -> float:
    """Lucene's idf of a word that so many of all texts hold; always above zero."""
    return math.log(1 + (texts - holding + 0.5) / (holding + 0.5))


def length_norms(lengths: NDArray[Any], mean_length: float) -> NDArray[np.float64]:
    """What stands beside tf below the line, for texts with so many words."""
    norms: NDArray[np.float64] = K1 * (1 - B + B * lengths / mean_length)
    return norms


def candidate_scores(
    query: Sequence[str], candidates: Sequence[Sequence[str]], statistics: Statistics
) -> NDArray[np.float64]:
    """Scores of a few texts, all given as words; 0 where no word matches."""
    if not candidates:
        return np.zeros(0)
    scores: NDArray[np.float64] = np.round(LuceneBM25(candidates, statistics).get_scores(query), DECIMALS)
    return scores

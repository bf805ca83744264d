"""Which texts hold which words, and what each scores there: a bm25s index by rows. Chunks come in with word_index.py.

bm25s has all scores ready, so that a query only adds them up. Its own way to make an index goes through all words in
Python several times; here words are counted by sorting numbers, which gives the same arrays many times faster and
within bounded memory.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from retrieval.bm25 import DECIMALS, K1, B, Statistics, idf, length_norms
from retrieval.words import tokens

if TYPE_CHECKING:
    import bm25s
    from scipy.sparse import csc_array, csr_array

# Texts whose words are counted at once, and scores made at once.
_TEXTS, _SCORES = 10_000, 5_000_000
_LENGTHS = "lengths.npy"
Integers = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Postings:
    """An index over texts in a fixed order. `lengths` are their words, int32 (texts,); those of none do not count."""

    index: bm25s.BM25
    lengths: Integers
    statistics: Statistics

    def scores(self, query: Sequence[str]) -> NDArray[np.float64]:
        """One score a text; 0 exactly where no word of the query matches."""
        known = self.index.get_tokens_ids(query)
        if not known:
            return np.zeros(len(self.lengths))
        # bm25s leaves out the factor k1 + 1, which changes no ranking.
        scores: NDArray[np.float64] = np.round(self.index.get_scores_from_ids(known) * (K1 + 1), DECIMALS)
        return scores

    def counts(self, word: str) -> tuple[Integers, NDArray[np.float64]]:
        """The texts that hold a word and how often: the score and the length of a text leave no other count."""
        place = _range(self.index, word)
        rows = self.index.scores["indices"][place]
        share = self.index.scores["data"][place] / self.statistics.idf(word)
        return rows, np.rint(share * length_norms(self.lengths[rows], self.statistics.mean_length) / (1 - share))

    def save(self, folder: Path) -> None:
        """Write the arrays into a folder. Raises OSError."""
        self.index.save(folder, show_progress=False)
        np.save(folder / _LENGTHS, self.lengths)


def load_postings(folder: Path) -> Postings:
    """What was saved, memory-mapped. Raises OSError, ValueError, KeyError or TypeError where it is not whole."""
    import bm25s  # slow to import

    index = bm25s.BM25.load(folder, mmap=True, show_progress=False)
    lengths = np.load(folder / _LENGTHS, mmap_mode="r")
    found = index.scores
    there = (found["num_docs"], len(found["indptr"]), len(found["indices"]), len(found["data"]))
    if there != (len(lengths), len(index.vocab_dict) + 1, found["indptr"][-1], found["indptr"][-1]):
        raise ValueError(f"the parts of the index in {folder} do not belong together")
    return _postings(index, lengths)


def postings_of(texts: Iterable[str]) -> Postings:
    """Index texts, each of which is read once."""
    import bm25s  # slow to import

    numbers: defaultdict[str, int] = defaultdict()
    numbers.default_factory = numbers.__len__
    table = _by_word(list(_counted(texts, numbers)), len(numbers))
    lengths = np.asarray(table.sum(axis=1), dtype=np.int32)
    index = bm25s.BM25(k1=K1, b=B, method="lucene", dtype="float64", int_dtype="int32")
    index.vocab_dict, index.nonoccurrence_array = dict(numbers), None
    starts, rows = table.indptr.astype(np.int64, copy=False), table.indices.astype(np.int32, copy=False)
    scores = _scores(starts, rows, table.data, lengths)
    index.scores = {"data": scores, "indices": rows, "indptr": starts, "num_docs": len(lengths)}
    return _postings(index, lengths)


def _postings(index: bm25s.BM25, lengths: Integers) -> Postings:
    def holding(word: str) -> int:
        place = _range(index, word)
        return int(place.stop - place.start)

    statistics = Statistics(int(np.count_nonzero(lengths)), int(lengths.sum(dtype=np.int64)), holding)
    return Postings(index, lengths, statistics)


def _range(index: bm25s.BM25, word: str) -> slice:
    """Where a word's postings are; nothing of a word that does not occur."""
    number = index.vocab_dict.get(word)
    if number is None:
        return slice(0, 0)
    starts = index.scores["indptr"]
    return slice(int(starts[number]), int(starts[number + 1]))


def _counted(texts: Iterable[str], numbers: defaultdict[str, int]) -> Iterator[csr_array]:
    """Tables of how often each word, a column, is in each text, a row. Words are numbered as they come."""
    from scipy.sparse import csr_array  # slow to import

    rest = iter(texts)
    while part := [[numbers[word] for word in tokens(text)] for text in islice(rest, _TEXTS)]:
        words = np.fromiter(chain.from_iterable(part), dtype=np.int32)
        ends = np.cumsum([0, *map(len, part)])
        table = csr_array((np.ones(len(words), np.int32), words, ends), shape=(len(part), len(numbers)))
        table.sum_duplicates()
        yield table


def _by_word(tables: Sequence[csr_array], words: int) -> csc_array:
    """One table of all texts, by columns."""
    from scipy.sparse import csr_array, vstack  # slow to import

    for table in tables:
        table.resize((table.shape[0], words))  # later texts brought new words
    return vstack(tables, format="csr").tocsc() if tables else csr_array((0, words), dtype=np.int32).tocsc()


def _scores(starts: NDArray[np.int64], rows: Integers, counts: Integers, lengths: Integers) -> NDArray[np.float64]:
    """Of each posting, without the factor k1 + 1."""
    texts = int(np.count_nonzero(lengths))
    norms = length_norms(lengths, lengths.sum(dtype=np.int64) / texts) if texts else np.zeros(0)
    holding = np.diff(starts)
    weights = np.array([idf(int(n), texts) for n in holding])
    scores = np.empty(len(rows))
    first = 0
    while first < len(holding):
        last = max(first + 1, int(np.searchsorted(starts, starts[first] + _SCORES, side="right")) - 1)
        place = slice(starts[first], starts[last])
        tf = counts[place]
        scores[place] = np.repeat(weights[first:last], holding[first:last]) * (tf / (tf + norms[rows[place]]))
        first = last
    return scores

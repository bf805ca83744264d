"""Ranking by words. Unlike dense retrieval it finds exact names and numbers, and nothing where no word matches."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from core.files import write_atomic
from core.hashing import key_of
from retrieval.bm25 import Statistics
from retrieval.postings import Postings, load_postings, postings_of
from retrieval.ranking import LazyRanking
from retrieval.words import tokens

_STAMP = "stamp.json"


class Words(Protocol):
    """What retrievers need of BM25 over chunks."""

    @property
    def statistics(self) -> Statistics:
        """What candidates are scored with."""
        ...

    def rank(self, query: str) -> Iterable[tuple[str, float]]:
        """Chunks that share a word with the query and their scores, best first; ties by chunk id."""
        ...


class WordIndex:
    """BM25 over chunks: ids and their scores, best first."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        """`texts` by chunk id; texts without a word can never be found, and no texts at all is fine."""
        # Ids in order make a stable sort break ties by id, whatever the order of insertion was.
        self.ids: Sequence[str] = sorted(texts)
        self.postings: Postings = postings_of(texts[chunk_id] for chunk_id in self.ids)

    @property
    def statistics(self) -> Statistics:
        """Of the chunks that have a word."""
        return self.postings.statistics

    def rank(self, query: str) -> LazyRanking:
        """All chunks that share a word with the query; ties by chunk id. Ordered as far as it is read."""
        return ordered(self.ids, self.scores(query))

    def scores(self, query: str) -> NDArray[np.float64]:
        """One score a chunk, float64 (n,) as `ids`; 0 where it shares no word with the query."""
        return self.postings.scores(tokens(query))

    def save(self, folder: Path, version: str) -> None:
        """Write the index into a folder of its own, to be loaded by the same version of the program."""
        self.postings.save(folder)
        write_atomic(folder / _STAMP, json.dumps(_stamp(self.ids, version)).encode("ascii"))


class SavedWordIndex(WordIndex):
    """A word index that was saved before; its arrays are read from disk as queries need them."""

    def __init__(self, folder: Path, ids: Sequence[str], version: str) -> None:
        """Raises OSError, ValueError, KeyError or TypeError where no index of these chunks and version is there."""
        self.ids = sorted(ids)
        if json.loads((folder / _STAMP).read_text("ascii")) != _stamp(self.ids, version):
            raise ValueError(f"{folder} holds the words of other chunks")
        self.postings = load_postings(folder)


def word_index(folder: Path, version: str, texts: Mapping[str, str]) -> WordIndex:
    """The index saved in a folder, or one made anew where there is none of these chunks that can be read."""
    try:
        return SavedWordIndex(folder, list(texts), version)
    except (OSError, ValueError, KeyError, TypeError):
        return WordIndex(texts)


def ordered(ids: Sequence[str], scores: NDArray[np.float64]) -> LazyRanking:
    """Those with a score, best first; `ids` are in order, and so are those of equal scores."""
    return LazyRanking(ids, scores, np.flatnonzero(scores))


def _stamp(ids: Sequence[str], version: str) -> dict[str, str | int]:
    return {"version": version, "chunks": len(ids), "ids": key_of(list(ids))}

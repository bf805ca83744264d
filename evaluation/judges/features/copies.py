"""Sequences of words that context and response share without a gap. Unlike in words.py, "the" counts, and order.

Copied passages are the plainest sign of use (compare the extractive fragments of Grusky, Naaman and Artzi 2018,
arXiv 1804.11283, section 4).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.judges.features.words import Places, Values

# A copied passage is at least this many words; shorter ones are shared by chance.
COPIED_FROM = 3


@dataclass(frozen=True, slots=True)
class Copies:
    """Longest shared sequences in words, (n, m), and the share of each sentence's words that lie in copied passages.

    `context` (n,) and `response` (m,) are those shares, from 0 to 1.
    """

    longest: Values
    context: Values
    response: Values


def copies_of(context: Sequence[Sequence[str]], response: Sequence[Sequence[str]]) -> Copies:
    """What n context sentences and m response sentences share, each given as its words."""
    numbers: dict[str, int] = {}
    shown = [_numbered(text, numbers) for text in context]
    said = [_numbered(text, numbers) for text in response]
    # One place beyond each sentence matches nothing, so that no run crosses an end.
    places = np.concatenate([np.array([*text, -1], dtype=np.intp) for text in shown] or [np.zeros(0, dtype=np.intp)])
    starts = np.cumsum([0, *(len(text) + 1 for text in shown)])
    longest, copied = np.zeros((len(shown), len(said))), np.zeros(len(said))
    ending = np.zeros(len(places), dtype=np.intp)
    for column, text in enumerate(said):
        ends_shown, ends_said = _run_ends(places, text)
        np.maximum(ending, ends_shown, out=ending)
        copied[column] = _within(ends_said).mean() if text else 0.0
        if len(shown):
            longest[:, column] = np.maximum.reduceat(ends_shown, starts[:-1])
    marked = _within(ending)
    lengths = np.maximum(np.diff(starts) - 1, 1)
    context_copied = np.add.reduceat(marked, starts[:-1]) / lengths if len(shown) else np.zeros(0)
    return Copies(longest, context_copied, copied)


def _numbered(text: Sequence[str], numbers: dict[str, int]) -> list[int]:
    return [numbers.setdefault(word, len(numbers)) for word in text]


def _run_ends(places: Places, text: Sequence[int]) -> tuple[Places, Places]:
    """The length of the longest shared run that ends at each place of the context, and at each word of the text."""
    best, run = np.zeros(len(places), dtype=np.intp), np.zeros(len(places), dtype=np.intp)
    tops = np.zeros(len(text), dtype=np.intp)
    for position, word in enumerate(text):
        longer = np.ones(len(places), dtype=np.intp)
        longer[1:] += run[:-1]
        run = np.where(places == word, longer, 0)
        np.maximum(best, run, out=best)
        tops[position] = run.max(initial=0)
    return best, tops


def _within(ending: Places) -> NDArray[np.intp]:
    """1 for each place within a run of at least COPIED_FROM, given the longest run that ends at each place."""
    edges = np.zeros(len(ending) + 1, dtype=np.intp)
    ends = np.flatnonzero(ending >= COPIED_FROM)
    np.add.at(edges, ends - ending[ends] + 1, 1)
    np.add.at(edges, ends + 1, -1)
    return (np.cumsum(edges[:-1]) > 0).astype(np.intp)

"""The words of an exchange as matrices over its vocabulary. Unlike in copies.py, their order plays no part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evaluation.exchange import Exchange
from generation.wording import rarity, terms, topical, words

Values = NDArray[np.float64]
Places = NDArray[np.intp]
Features = dict[str, Values]
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Words:
    """Which sentence holds which of v terms: (n, v) of context, (m, v) of response, (v,) of the question, 0 or 1.

    `weights` (v,) are rarities among the context sentences; a term that none holds weighs as much as the rarest.
    `chunk` (n,) numbers each context sentence's chunk from 0, and `chunks` (c, v) holds the terms of each.
    `context_words` and `response_words` are all words of the sentences in order, stop words too.
    """

    context: Values
    response: Values
    question: Values
    weights: Values
    chunk: Places
    chunks: Values
    context_words: tuple[list[str], ...]
    response_words: tuple[list[str], ...]

    @property
    def said(self) -> Values:
        """(v,) 1 for the terms of the whole response."""
        return np.asarray(self.response.max(axis=0, initial=0.0))

    @property
    def covers(self) -> Values:
        """(n, m) the weight of the terms that a context and a response sentence share."""
        return np.asarray(self.context @ (self.response * self.weights).T)

    @property
    def shown(self) -> Values:
        """(v,) 1 for the terms of any context sentence."""
        return np.asarray(self.context.max(axis=0, initial=0.0))


def words_of(exchange: Exchange) -> Words:
    """The terms of an exchange, as generation.wording counts them."""
    shown = tuple(words(text) for text in exchange.context.values())
    said = tuple(words(text) for text in (exchange.response or {}).values())
    context, response = [topical(text) for text in shown], [topical(text) for text in said]
    question = terms(exchange.question)
    places: dict[str, int] = {}
    for text in (*context, *response, question):
        for term in text:
            places.setdefault(term, len(places))
    rarities = rarity(context)
    rarest = max(rarities.values(), default=1.0)
    held, chunk = _held(context, places), chunks_of(exchange.context)
    chunks = np.zeros((int(chunk.max(initial=-1)) + 1, len(places)))
    np.maximum.at(chunks, chunk, held)
    return Words(
        context=held,
        response=_held(response, places),
        question=_held([question], places)[0],
        weights=np.array([rarities.get(term, rarest) for term in places]),
        chunk=chunk,
        chunks=chunks,
        context_words=shown,
        response_words=said,
    )


def chunks_of(context: Mapping[str, str]) -> Places:
    """Each sentence's chunk, by the number that its key begins with.

    >>> chunks_of({"0a": "", "0b": "", "7a": ""}).tolist()
    [0, 0, 1]
    """
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(key.rstrip(_LETTERS), len(numbers)) for key in context], dtype=np.intp)


def share(part: Values | float, whole: Values | float) -> Values:
    """Part / whole, 0 where the whole is 0."""
    whole = np.asarray(whole, dtype=np.float64)
    return np.asarray(part / np.where(whole > 0, whole, 1.0), dtype=np.float64)


def best(values: Values, axis: int) -> Values:
    """The largest value along an axis; 0 where there is none, and at least 0."""
    return np.asarray(values.max(axis=axis, initial=0.0), dtype=np.float64)


def _held(texts: Sequence[Sequence[str]], places: Mapping[str, int]) -> Values:
    held = np.zeros((len(texts), len(places)))
    for row, text in enumerate(texts):
        held[row, [places[term] for term in text]] = 1.0
    return held

"""Numbers that a sentence of an exchange is judged by: by wording, and by meaning where there is an encoder.

Coverage is by rarity of words among the context sentences. Without an encoder the cosines are missing, not zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from evaluation.exchange import Exchange
from evaluation.judges.wording import absent, longest_run, names, numbers
from generation.wording import coverage, rarity, terms

if TYPE_CHECKING:
    from embedding.encoder import Encoder

Column = NDArray[np.float64]
Features = Mapping[str, Column]
# Longer copied runs say no more than this many terms.
_LONGEST_RUN = 8


@dataclass(frozen=True, slots=True)
class Pairs:
    """Context sentences against response sentences, (n, m); `cosine` is None without an encoder.

    `of_response` is the share of the response sentence that the context sentence covers, `of_context` the reverse.
    """

    of_response: Column
    of_context: Column
    run: Column
    cosine: Column | None


@dataclass(frozen=True, slots=True)
class Wording:
    """The terms of an exchange's sentences and their weights."""

    question: frozenset[str]
    context: tuple[tuple[str, ...], ...]
    response: tuple[tuple[str, ...], ...]
    weights: Mapping[str, float]


def wording_of(exchange: Exchange) -> Wording:
    """Terms of every sentence; weights come from the context sentences."""
    context = tuple(tuple(terms(text)) for text in exchange.context.values())
    response = tuple(tuple(terms(text)) for text in (exchange.response or {}).values())
    return Wording(frozenset(terms(exchange.question)), context, response, rarity(context))


def pairs_of(words: Wording, cosine: Column | None) -> Pairs:
    """Every context sentence against every response sentence."""
    shape = (len(words.context), len(words.response))
    of_response, of_context, run = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    ours, theirs = [frozenset(text) for text in words.context], [frozenset(text) for text in words.response]
    for i, j in np.ndindex(*shape):
        shared = len(ours[i] & theirs[j])
        if shared:
            of_response[i, j] = coverage(theirs[j], ours[i], words.weights)
            of_context[i, j] = coverage(ours[i], theirs[j], words.weights)
            run[i, j] = 1 if shared == 1 else min(_LONGEST_RUN, longest_run(words.context[i], words.response[j]))
    return Pairs(of_response, of_context, run, cosine)


def question_features(exchange: Exchange, words: Wording, cosine: Column | None) -> dict[str, Column]:
    """One value a context sentence, from the question alone. `cosine` is (n,)."""
    texts = [frozenset(text) for text in words.context]
    features = {
        "question_covered": np.array([coverage(words.question, text, words.weights) for text in texts]),
        "by_question": np.array([coverage(text, words.question, words.weights) for text in texts]),
    }
    if cosine is not None:
        chunks = [key.rstrip("abcdefghijklmnopqrstuvwxyz") for key in exchange.context]
        best = {chunk: max(c for c, other in zip(cosine, chunks, strict=True) if other == chunk) for chunk in chunks}
        features["question_cosine"] = cosine
        features["chunk_cosine"] = np.array([best[chunk] for chunk in chunks])
        features["below_best"] = cosine - cosine.max(initial=-1.0)
    return features


def use_features(words: Wording, pairs: Pairs) -> dict[str, Column]:
    """One value a context sentence, from the response."""
    everything = frozenset(term for text in words.response for term in text)
    features = {
        "covers_response": _best(pairs.of_response, 1),
        "by_response": _best(pairs.of_context, 1),
        "by_whole_response": np.array([coverage(set(text), everything, words.weights) for text in words.context]),
        "run": _best(pairs.run, 1),
    }
    if pairs.cosine is not None:
        features["response_cosine"] = _best(pairs.cosine, 1)
    return features


def support_features(exchange: Exchange, words: Wording, pairs: Pairs) -> dict[str, Column]:
    """One value a response sentence, from the context and the question."""
    shown = " ".join([exchange.question, *exchange.context.values()])
    known, given = numbers(shown), frozenset(term for text in words.context for term in text) | words.question
    response = list((exchange.response or {}).values())
    new = [sum(term not in given for term in set(text)) / max(1, len(set(text))) for text in words.response]
    features = {
        "covered": _best(pairs.of_response, 0),
        "covered_by_two": np.array([_by_two(text, words, pairs, j) for j, text in enumerate(words.response)]),
        "run": _best(pairs.run, 0),
        "new_numbers": np.array([float(len(numbers(text) - known)) for text in response]),
        "new_names": np.array([float(absent(names(text), shown)) for text in response]),
        "new_words": np.array(new),
        "terms": np.array([float(len(text)) for text in words.response]),
    }
    if pairs.cosine is not None:
        features["cosine"] = _best(pairs.cosine, 0)
    return features


def cosines(exchange: Exchange, encoder: Encoder) -> tuple[Column, Column]:
    """Question against context (n,), and context against response (n, m)."""
    response = list((exchange.response or {}).values())
    texts = [*exchange.context.values(), *response]
    unique = list(dict.fromkeys(texts))
    place = {text: position for position, text in enumerate(unique)}
    vectors = encoder.encode_documents(unique)[[place[text] for text in texts]].astype(np.float64)
    context, answered = vectors[: len(exchange.context)], vectors[len(exchange.context) :]
    question = encoder.encode_queries([exchange.question])[0].astype(np.float64)
    return context @ question, context @ answered.T


def _best(pairs: Column, axis: int) -> Column:
    return np.asarray(pairs.max(axis=axis, initial=0.0), dtype=np.float64)


def _by_two(text: Sequence[str], words: Wording, pairs: Pairs, column: int) -> float:
    """Coverage of a response sentence by its best context sentence and the one that adds most to it."""
    if not words.context:
        return 0.0
    best = set(words.context[int(pairs.of_response[:, column].argmax())])
    return max(coverage(set(text), best.union(other), words.weights) for other in words.context)

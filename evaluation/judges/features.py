"""Numbers that a sentence of an exchange is judged by: by wording, and by meaning where there is an encoder.

Coverage weighs shared words by their rarity among the context sentences. Without an encoder the cosines are missing,
not zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from evaluation.exchange import Exchange
from evaluation.judges.wording import absent, longest_run, names, numbers
from generation.wording import rarity, terms

if TYPE_CHECKING:
    from embedding.encoder import Encoder

Values = NDArray[np.float64]
Features = Mapping[str, Values]
# Longer copied runs say no more than this many terms.
_LONGEST_RUN = 8


@dataclass(frozen=True, slots=True)
class Wording:
    """Which sentence holds which of v terms: (n, v) of context, (m, v) of response, (v,) of the question, all 0 or 1.

    `weights` (v,) are rarities; a term that no context sentence holds weighs as much as the rarest.
    """

    context_terms: tuple[tuple[str, ...], ...]
    response_terms: tuple[tuple[str, ...], ...]
    context: Values
    response: Values
    question: Values
    weights: Values


@dataclass(frozen=True, slots=True)
class Pairs:
    """Context sentences against response sentences, (n, m); `cosine` is None without an encoder.

    `of_response` is the share of the response sentence that the context sentence covers, `of_context` the reverse.
    """

    of_response: Values
    of_context: Values
    run: Values
    cosine: Values | None


def wording_of(exchange: Exchange) -> Wording:
    """The terms of an exchange."""
    context = tuple(tuple(terms(text)) for text in exchange.context.values())
    response = tuple(tuple(terms(text)) for text in (exchange.response or {}).values())
    question = terms(exchange.question)
    places: dict[str, int] = {}
    for text in (*context, *response, question):
        for term in text:
            places.setdefault(term, len(places))
    rarities = rarity(context)
    rarest = max(rarities.values(), default=1.0)
    return Wording(
        context_terms=context,
        response_terms=response,
        context=_held(context, places),
        response=_held(response, places),
        question=_held([question], places)[0],
        weights=np.array([rarities.get(term, rarest) for term in places]),
    )


def pairs_of(words: Wording, cosine: Values | None) -> Pairs:
    """Every context sentence against every response sentence."""
    shared = (words.context * words.weights) @ words.response.T
    counts = words.context @ words.response.T
    run = np.minimum(counts, 1.0)
    for i, j in np.argwhere(counts > 1):
        run[i, j] = min(_LONGEST_RUN, longest_run(words.context_terms[i], words.response_terms[j]))
    return Pairs(
        of_response=_share(shared, words.response @ words.weights),
        of_context=_share(shared.T, words.context @ words.weights).T,
        run=run,
        cosine=cosine,
    )


def question_features(exchange: Exchange, words: Wording, cosine: Values | None) -> dict[str, Values]:
    """One value a context sentence, (n,), from the question alone. `cosine` is (n,)."""
    shared = words.context @ (words.weights * words.question)
    features = {
        "question_covered": _share(shared, words.question @ words.weights),
        "by_question": _share(shared, words.context @ words.weights),
    }
    if cosine is not None:
        chunks = [key.rstrip("abcdefghijklmnopqrstuvwxyz") for key in exchange.context]
        best: dict[str, float] = {}
        for chunk, value in zip(chunks, cosine, strict=True):
            best[chunk] = max(best.get(chunk, -1.0), float(value))
        features["question_cosine"] = cosine
        features["chunk_cosine"] = np.array([best[chunk] for chunk in chunks])
        features["below_best"] = cosine - cosine.max(initial=-1.0)
    return features


def use_features(words: Wording, pairs: Pairs) -> dict[str, Values]:
    """One value a context sentence, (n,), from the response."""
    said = words.response.max(axis=0, initial=0.0)
    features = {
        "covers_response": _best(pairs.of_response, 1),
        "by_response": _best(pairs.of_context, 1),
        "by_whole_response": _share(words.context @ (words.weights * said), words.context @ words.weights),
        "run": _best(pairs.run, 1),
    }
    if pairs.cosine is not None:
        features["response_cosine"] = _best(pairs.cosine, 1)
    return features


def support_features(exchange: Exchange, words: Wording, pairs: Pairs) -> dict[str, Values]:
    """One value a response sentence, (m,), from the context and the question."""
    shown = " ".join([exchange.question, *exchange.context.values()])
    known = numbers(shown)
    response = list((exchange.response or {}).values())
    given = np.maximum(words.context.max(axis=0, initial=0.0), words.question)
    distinct = words.response.sum(axis=1)
    features = {
        "covered": _best(pairs.of_response, 0),
        "covered_by_two": _by_two(words, pairs),
        "run": _best(pairs.run, 0),
        "new_numbers": np.array([float(len(numbers(text) - known)) for text in response]),
        "new_names": np.array([float(absent(names(text), shown)) for text in response]),
        "new_words": _share(words.response @ (1 - given), distinct),
        "terms": np.array([float(len(text)) for text in words.response_terms]),
    }
    if pairs.cosine is not None:
        features["cosine"] = _best(pairs.cosine, 0)
    return features


def cosines(exchange: Exchange, encoder: Encoder) -> tuple[Values, Values]:
    """Question against context (n,), and context against response (n, m)."""
    response = list((exchange.response or {}).values())
    texts = [*exchange.context.values(), *response]
    unique = list(dict.fromkeys(texts))
    place = {text: position for position, text in enumerate(unique)}
    vectors = encoder.encode_documents(unique)[[place[text] for text in texts]].astype(np.float64)
    context, answered = vectors[: len(exchange.context)], vectors[len(exchange.context) :]
    question = encoder.encode_queries([exchange.question])[0].astype(np.float64)
    return context @ question, context @ answered.T


def _held(texts: Sequence[Sequence[str]], places: Mapping[str, int]) -> Values:
    held = np.zeros((len(texts), len(places)))
    for row, text in enumerate(texts):
        held[row, [places[term] for term in text]] = 1.0
    return held


def _share(part: Values, whole: Values) -> Values:
    """Part / whole, 0 where the whole is 0."""
    return np.asarray(part / np.where(whole > 0, whole, 1.0), dtype=np.float64)


def _best(pairs: Values, axis: int) -> Values:
    return np.asarray(pairs.max(axis=axis, initial=0.0), dtype=np.float64)


def _by_two(words: Wording, pairs: Pairs) -> Values:
    """Coverage of each response sentence by its best context sentence and the one that adds most to it."""
    covered = np.zeros(len(words.response_terms))
    for j, text in enumerate(words.response):
        if len(words.context):
            both = np.maximum(words.context[int(pairs.of_response[:, j].argmax())], words.context)
            covered[j] = (both @ (words.weights * text)).max()
    return _share(covered, words.response @ words.weights)

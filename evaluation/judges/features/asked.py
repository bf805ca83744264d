"""What the question, and its place, say of a context sentence. Unlike used.py, never looks at the answer."""

from __future__ import annotations

import numpy as np
import regex

from evaluation.exchange import Exchange
from evaluation.judges.features.meaning import Meaning
from evaluation.judges.features.relative import beside, everywhere, neighbors
from evaluation.judges.features.words import Features, Words, best, share
from evaluation.judges.wording import names, numbers

_KINDS_OF_QUESTION = {
    "asks_for_number": r"\bhow (?:many|much|long|old|far|often|big|large|tall)\b|\bwhen\b"
    r"|\b(?:what|which) (?:year|date|time|age|percentage|number)\b",
    "asks_who_or_where": r"\b(?:who|whom|whose|where)\b",
    "asks_how_or_why": r"\b(?:how|why|explain|describe|difference)\b",
    "asks_yes_or_no": r"^\s*(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|should|am)\b",
    "has_question_mark": r"\?",
}
_QUESTION_KINDS = {name: regex.compile(pattern, regex.IGNORECASE) for name, pattern in _KINDS_OF_QUESTION.items()}
_ENDS = (".", "!", "?", '"', "”", ")")
# Sharpens the cosines by which a sentence inherits from those that it resembles.
_SHARPNESS = 3


def place_features(exchange: Exchange, words: Words) -> Features:
    """Where each of n context sentences stands, and what kind of text it is, (n,) each. Sizes are logarithms."""
    texts, n = list(exchange.context.values()), len(words.chunk)
    sizes = np.bincount(words.chunk, minlength=len(words.chunks))
    own = sizes[words.chunk]
    index = np.arange(n) - (np.cumsum(sizes) - sizes)[words.chunk]
    lengths = words.context.sum(axis=1)
    return {
        "sentence_index": np.log1p(index),
        "sentence_position": index / np.maximum(own - 1, 1),
        "sentences_left": np.log1p(own - 1 - index),
        "chunk_sentences": np.log1p(own),
        "terms": np.log1p(lengths),
        "characters": np.log1p([len(text) for text in texts]),
        "ends_open": np.array([not text.rstrip().endswith(_ENDS) for text in texts], dtype=np.float64),
        "is_question": np.array([text.rstrip().endswith("?") for text in texts], dtype=np.float64),
        "numbers": np.log1p([len(numbers(text)) for text in texts]),
        "names": np.log1p([len(names(text)) for text in texts]),
        **everywhere(
            n,
            {
                "sentences": np.log1p(n),
                "chunks": np.log1p(len(sizes)),
                "mean_terms": np.log1p(lengths.mean()) if n else 0.0,
            },
        ),
    }


def asked_features(exchange: Exchange, words: Words, meaning: Meaning | None) -> Features:
    """How well each of n context sentences fits the question and the other sentences, (n,) each."""
    n, wanted = len(words.chunk), words.weights * words.question
    whole = float(wanted.sum())
    shared = words.context @ wanted
    before, after = neighbors(words.context, words.chunk)
    kinds = {name: float(bool(kind.search(exchange.question))) for name, kind in _QUESTION_KINDS.items()}
    features = {
        **beside("question_covered", share(shared, whole), words.chunk),
        **beside("by_question", share(shared, words.context @ words.weights), words.chunk),
        "question_covered_with_neighbors": share(np.maximum(np.maximum(before, after), words.context) @ wanted, whole),
        "question_covered_by_chunk": share(words.chunks @ wanted, whole)[words.chunk],
        **_alike(words),
        **everywhere(n, {"question_shown": float(share(float(words.shown @ wanted), whole))}),
        **everywhere(n, {"question_terms": np.log1p(words.question.sum()), **kinds}),
    }
    return features if meaning is None else {**features, **_meant(words, meaning)}


def _alike(words: Words) -> Features:
    """How much each sentence resembles the others by weight of shared terms, and its nearest in another chunk."""
    among = (words.context * words.weights) @ words.context.T
    own = among.diagonal()
    alike = share(among, own[:, None] + own[None, :] - among)
    np.fill_diagonal(alike, 0.0)
    elsewhere = words.chunk[:, None] != words.chunk[None, :]
    return {"alike": alike.sum(axis=1) / max(len(own) - 1, 1), "repeated": best(np.where(elsewhere, alike, 0.0), 1)}


def _meant(words: Words, meaning: Meaning) -> Features:
    among = meaning.among.copy()
    np.fill_diagonal(among, 0.0)
    elsewhere = words.chunk[:, None] != words.chunk[None, :]
    near = np.maximum(meaning.asked, 0.0) ** _SHARPNESS
    return {
        **beside("question_cosine", meaning.asked, words.chunk),
        "alike_in_meaning": among.sum(axis=1) / max(len(among) - 1, 1),
        "repeated_in_meaning": best(np.where(elsewhere, among, 0.0), 1),
        "near_what_fits": among @ share(near, float(near.sum())),
    }

"""How far the context bears out a response sentence. Unlike the other features, one row a claim, not a source."""

from __future__ import annotations

import numpy as np
import regex

from evaluation.exchange import Exchange
from evaluation.judges.features.copies import Copies
from evaluation.judges.features.meaning import Meaning
from evaluation.judges.features.relative import neighbors
from evaluation.judges.features.words import Features, Values, Words, best, share
from evaluation.judges.wording import names, numbers

_PATTERNS = {
    "negated": r"\b(?:not|no|never|none|nor|neither|without|cannot|\w+n[’']t)\b",
    "hedged": r"\b(?:may|might|could|possibly|likely|perhaps|probably|generally|typically|often|usually|suggests?"
    r"|appears?|seems?)\b",
    "concludes": r"^\W*(?:in conclusion|overall|in summary|therefore|thus|hence|so|additionally|however|it is important"
    r"|remember|please)\b",
    "speaks_of_sources": r"\b(?:based on|according to|provided|documents?|contexts?|passages?|I|you|your)\b",
    "refers_back": r"^\W*(?:it|they|this|these|he|she|such|that|those)\b",
}
_KINDS = {name: regex.compile(pattern, regex.IGNORECASE) for name, pattern in _PATTERNS.items()}
# Context sentences that cover nearly as much as the best one count as sources too.
_NEAR_BEST = 0.8


def support_features(exchange: Exchange, words: Words, copies: Copies, meaning: Meaning | None) -> Features:
    """Features of m response sentences, (m,) each."""
    features = {
        **_coverage(words),
        **_pairs(words),
        **_novelty(exchange, words),
        **_copying(words, copies),
        **_manner(exchange, words),
    }
    return features if meaning is None else {**features, **_meant(meaning)}


def _coverage(words: Words) -> Features:
    """The share of a response sentence's terms, by weight, in one context sentence, in two, in a chunk, in all."""
    theirs = words.response @ words.weights
    weighed = words.response * words.weights
    fresh = weighed * (1 - words.question)
    covers = words.covers
    by_chunk = words.chunks @ weighed.T
    outside = (words.response > 0) & (words.question == 0)
    return {
        "covered_by_one": best(share(covers, theirs[None, :]), 0),
        "covered_by_two": share(_by_two(words, covers, weighed), theirs),
        "covered_by_chunk": best(share(by_chunk, theirs[None, :]), 0),
        "covered_by_all": share(weighed @ words.shown, theirs),
        "new_covered_by_one": best(share(words.context @ fresh.T, fresh.sum(axis=1)[None, :]), 0),
        "new_covered_by_all": share(fresh @ words.shown, fresh.sum(axis=1)),
        "outside_best_sentence": np.log1p(_missing(outside, words.context, covers)),
        "outside_best_chunk": np.log1p(_missing(outside, words.chunks, by_chunk)),
    }


def _by_two(words: Words, covers: Values, weighed: Values) -> Values:
    """The weight that the best context sentence covers together with the one that adds most to it, (m,)."""
    covered = np.zeros(len(weighed))
    if len(words.context):
        for row, text in enumerate(weighed):
            left = text * (1 - words.context[int(covers[:, row].argmax())])
            covered[row] = covers[:, row].max() + (words.context @ left).max()
    return covered


def _missing(wanted: Values, sources: Values, covers: Values) -> Values:
    """How many of each sentence's wanted terms its best source lacks, (m,)."""
    if not len(sources):
        return np.asarray(wanted.sum(axis=1), dtype=np.float64)
    return np.asarray((wanted * (1 - sources[covers.argmax(axis=0)])).sum(axis=1), dtype=np.float64)


def _pairs(words: Words) -> Features:
    """The share of pairs of terms, by weight, that stand together in one sentence, one window of three, one chunk.

    An answer that joins facts of different documents has words that are all there, but not together.
    """
    before, after = neighbors(words.context, words.chunk)
    window = np.maximum(np.maximum(before, after), words.context)
    sources = {"pairs_in_sentence": words.context, "pairs_in_window": window, "pairs_in_chunk": words.chunks}
    features = {name: np.zeros(len(words.response)) for name in sources}
    for row, text in enumerate(words.response):
        held = np.flatnonzero(text)
        weights = np.outer(words.weights[held], words.weights[held])
        if len(held) > 1:
            np.fill_diagonal(weights, 0.0)
        for name, source in sources.items():
            together = (source[:, held].T @ source[:, held]) > 0
            features[name][row] = float(share(float((weights * together).sum()), float(weights.sum())))
    return features


def _novelty(exchange: Exchange, words: Words) -> Features:
    """Terms, numbers and names of a response sentence that neither context nor question has, or not nearby."""
    response = list((exchange.response or {}).values())
    shown = " ".join([exchange.question, *exchange.context.values()])
    folded, known = shown.casefold(), numbers(shown)
    new = words.response * (1 - np.maximum(words.shown, words.question))
    return {
        "new_terms": share(new.sum(axis=1), words.response.sum(axis=1)),
        "new_terms_count": np.log1p(new.sum(axis=1)),
        "new_numbers": np.array([float(len(numbers(text) - known)) for text in response]),
        "numbers_elsewhere": _numbers_elsewhere(exchange, words),
        "new_names": np.array([float(sum(name not in folded for name in names(text))) for text in response]),
    }


def _numbers_elsewhere(exchange: Exchange, words: Words) -> Values:
    """How many numbers of each response sentence stand neither in nor beside the sentences that cover it best, (m,)."""
    held = [numbers(text) for text in exchange.context.values()]
    asked = numbers(exchange.question)
    covers = words.covers
    elsewhere = []
    for column, text in enumerate((exchange.response or {}).values()):
        top = covers[:, column].max(initial=0.0)
        near = np.flatnonzero(covers[:, column] >= _NEAR_BEST * top) if top > 0 else ()
        places = {place for row in near for place in (row - 1, row, row + 1) if 0 <= place < len(held)}
        elsewhere.append(float(len(numbers(text) - asked - set().union(*(held[place] for place in places)))))
    return np.array(elsewhere)


def _copying(words: Words, copies: Copies) -> Features:
    """How much of the wording is the context's own."""
    shown, said = words.context_words, words.response_words
    known = {size: {gram for text in shown for gram in _grams(text, size)} for size in (2, 3)}
    run, lengths = best(copies.longest, 0), np.array([float(len(text)) for text in said])
    return {
        "bigrams": np.array([_held(_grams(text, 2), known[2]) for text in said]),
        "trigrams": np.array([_held(_grams(text, 3), known[3]) for text in said]),
        "run": run,
        "run_share": share(run, lengths),
        "copied": copies.response,
        "words": np.log1p(lengths),
    }


def _grams(text: list[str], size: int) -> list[tuple[str, ...]]:
    return [tuple(text[start : start + size]) for start in range(len(text) - size + 1)]


def _held(grams: list[tuple[str, ...]], known: set[tuple[str, ...]]) -> float:
    return sum(gram in known for gram in grams) / len(grams) if grams else 0.0


def _manner(exchange: Exchange, words: Words) -> Features:
    """How the sentence is put, and where it stands in the answer."""
    response = list((exchange.response or {}).values())
    m, wanted = len(response), words.weights * words.question
    kinds = {name: np.array([float(bool(kind.search(text))) for text in response]) for name, kind in _KINDS.items()}
    shown = [float(bool(_KINDS["negated"].search(text))) for text in exchange.context.values()]
    covers = words.covers
    nearest = np.array(shown)[covers.argmax(axis=0)] if shown else np.zeros(m)
    return {
        **kinds,
        "negation_differs": np.abs(kinds["negated"] - nearest),
        "answer_sentences": np.full(m, np.log1p(m)),
        "question_shown": np.full(m, share(float(words.shown @ wanted), float(wanted.sum()))),
        "question_covered": np.full(m, share((words.context @ wanted).max(initial=0.0), float(wanted.sum()))),
    }


def _meant(meaning: Meaning) -> Features:
    """The same from an encoder."""
    m = meaning.answered.shape[1]
    return {
        "cosine": meaning.answered.max(axis=0, initial=-1.0),
        "cosine_to_question": meaning.answer_asked,
        "question_cosine": np.full(m, meaning.asked.max(initial=-1.0)),
    }

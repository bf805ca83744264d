"""Which words two texts share, weighed by how rare they are among the texts at hand. No encoder, no index."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping

import regex

# Letters and digits of any script; those of scripts written without blanks are taken in pairs.
_UNSPACED_CLASS = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}ー]"
_UNSPACED = regex.compile(_UNSPACED_CLASS)
_RUN = regex.compile(rf"(?V1){_UNSPACED_CLASS}+|[[\p{{L}}\p{{N}}\p{{M}}]--{_UNSPACED_CLASS}]+")

# Words that say nothing about the topic, in the languages of the samples; elsewhere rarity alone must do.
_STOP_WORDS = """
    a about according after all also an and any are as at be been before but by can could did do does for from had has
    have he her his how i if in into is it its may me more must my no not of on one only or our out over own per please
    she should so some such tell than that the their them then there these they this those to under up was we were what
    when where which while who whom whose why will with would yes you your
    aber als am an auch auf aus bei bin bis da das dass dem den der des die dies diese dieser doch du durch ein eine
    einem einen einer es für hat ich ihr im in ist ja kann kein man mit muss nach nicht noch nur oder ohne sich sie sind
    so soll um und uns unter vom von vor wann warum was welche welcher welches wenn wer werden wie wird wir wo zu
    zum zur
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())


def words(text: str) -> list[str]:
    """Every word of the text in order, stop words too: compatibility form, case folded.

    >>> words("The pumps, 2 of them")
    ['the', 'pumps', '2', 'of', 'them']
    """
    found: list[str] = _RUN.findall(unicodedata.normalize("NFKC", text).casefold())
    return found


def terms(text: str) -> list[str]:
    """The topical words of the text in order: compatibility form, case folded, plural s dropped, stop words left out.

    >>> terms("How long are the warranties of X-200 pumps?")
    ['long', 'warrantie', 'x', '200', 'pump']
    """
    return topical(words(text))


def topical(runs: Iterable[str]) -> list[str]:
    """The terms among words that are split already."""
    found: list[str] = []
    for run in runs:
        if not run.isascii() and _UNSPACED.match(run):
            found.extend(run[start : start + 2] for start in range(max(1, len(run) - 1)))
        elif run not in STOP_WORDS:
            found.append(_singular(run))
    return found


def rarity(texts: Iterable[Collection[str]]) -> dict[str, float]:
    """Weight of each term: ln(1 + (N - n + 0.5) / (n + 0.5)) for a term in n of N texts (Lucene's BM25 idf)."""
    listed = list(texts)
    holding = Counter(term for text in listed for term in set(text))
    return {term: math.log(1 + (len(listed) - n + 0.5) / (n + 0.5)) for term, n in holding.items()}


def coverage(wanted: Collection[str], given: Collection[str], weights: Mapping[str, float]) -> float:
    """Share, by weight, of the distinct wanted terms that are given: 0 to 1. A term without a weight is the rarest."""
    rarest = max(weights.values(), default=1.0)
    distinct = set(wanted)
    total = sum(weights.get(term, rarest) for term in distinct)
    shared = sum(weights.get(term, rarest) for term in distinct & set(given))
    return shared / total if total else 0.0


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word

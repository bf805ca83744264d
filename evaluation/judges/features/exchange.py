"""All features of an exchange. Unlike its neighbors, computes none itself."""

from __future__ import annotations

from dataclasses import dataclass

from evaluation.exchange import Exchange
from evaluation.judges.features.asked import asked_features, place_features
from evaluation.judges.features.copies import copies_of
from evaluation.judges.features.meaning import Meaning
from evaluation.judges.features.support import support_features
from evaluation.judges.features.used import used_features
from evaluation.judges.features.words import Features, Values, words_of


@dataclass(frozen=True, slots=True)
class Described:
    """Features by name: (n,) of context sentences from the question alone and from the answer, (m,) of response ones.

    `covers` (n, m) is the weight of the terms that a context and a response sentence share. `used`, `response` and
    `covers` are None where no answer was generated.
    """

    asked: Features
    used: Features | None
    response: Features | None
    covers: Values | None

    @property
    def context(self) -> Features:
        """All features of context sentences."""
        return {**self.asked, **(self.used or {})}


def describe(exchange: Exchange, meaning: Meaning | None) -> Described:
    """The features of an exchange that has context sentences; those of meaning are left out where it is None."""
    words = words_of(exchange)
    asked = {**place_features(exchange, words), **asked_features(exchange, words, meaning)}
    if exchange.response is None:
        return Described(asked, None, None, None)
    copies = copies_of(words.context_words, words.response_words)
    used = used_features(exchange, words, copies, meaning)
    return Described(asked, used, support_features(exchange, words, copies, meaning), words.covers)

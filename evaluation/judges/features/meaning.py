"""What an encoder says of an exchange: similarities of sentences, and of the word pieces within them.

Unlike words.py it sees that other words mean the same. Matching each piece with its best counterpart is late
interaction (ColBERT; Khattab and Zaharia 2020, arXiv 2004.12832, section 3.2), here weighed by rarity.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from embedding.encoder import PieceEncoder, PieceVectors
from evaluation.exchange import Exchange
from evaluation.judges.features.words import Places, Values

# A piece whose best counterpart is less similar than this has none.
_MATCH_FROM = 0.5


@dataclass(frozen=True, slots=True)
class Meaning:
    """Cosines from -1 to 1, of sentences and of word pieces, for n context and m response sentences.

    Of sentences: `asked` (n,) is the question's to the context, `answer_asked` (m,) to the response, `answered` (n, m)
    context to response, `among` (n, n) within the context. Of pieces, each with its best counterpart, averaged by
    rarity: `asked_match` (n,) of the question's in a context sentence, `answer_match` (n, m) of a response sentence's
    in a context sentence, `context_match` (n, m) the reverse, `best_match` (m,) of a response sentence's anywhere;
    `unmatched` (m,) is the share of its pieces that have no counterpart.
    """

    asked: Values
    answer_asked: Values
    answered: Values
    among: Values
    asked_match: Values
    answer_match: Values
    context_match: Values
    best_match: Values
    unmatched: Values


def meaning_of(exchange: Exchange, encoder: PieceEncoder) -> Meaning:
    """What the encoder says; all texts of the exchange are read in one call."""
    context, response = list(exchange.context.values()), list((exchange.response or {}).values())
    read = encoder.encode_pieces([exchange.question, *context, *response])
    return compared(read[0], read[1 : len(context) + 1], read[len(context) + 1 :])


def compared(question: PieceVectors, context: Sequence[PieceVectors], response: Sequence[PieceVectors]) -> Meaning:
    """The similarities, from the pieces of each text; there is at least one context sentence."""
    rarity = _rarity(context)
    asked, shown, said = (_sentences(texts) for texts in ([question], context, response))
    wanted, sources = _Pieces.of([question], rarity), _Pieces.of(context, rarity)
    ask = sources.best(sources.vectors @ wanted.vectors.T)
    if not response:
        nothing = np.zeros((len(context), 0))
        pairs = (nothing, nothing, np.zeros(0), np.zeros(0))
        said = np.zeros((0, shown.shape[1]))
    else:
        pairs = _matches(sources, _Pieces.of(response, rarity))
    return Meaning(
        asked=shown @ asked[0],
        answer_asked=said @ asked[0],
        answered=shown @ said.T,
        among=shown @ shown.T,
        asked_match=wanted.averages(ask)[:, 0],
        answer_match=pairs[0],
        context_match=pairs[1],
        best_match=pairs[2],
        unmatched=pairs[3],
    )


def _matches(sources: _Pieces, claims: _Pieces) -> tuple[Values, Values, Values, Values]:
    """answer_match, context_match, best_match and unmatched of Meaning."""
    alike = sources.vectors @ claims.vectors.T
    by_source = sources.best(alike)
    nearest = by_source.max(axis=0, keepdims=True)
    return (
        claims.averages(by_source),
        sources.averages(claims.best(alike.T)).T,
        claims.averages(nearest)[0],
        claims.averages((nearest < _MATCH_FROM).astype(np.float64))[0],
    )


@dataclass(frozen=True, slots=True)
class _Pieces:
    """The pieces of several texts in a row: unit vectors (p, d), weights (p,), and where each text begins."""

    vectors: Values
    weights: Values
    starts: Places

    @classmethod
    def of(cls, texts: Sequence[PieceVectors], rarity: dict[int, float]) -> _Pieces:
        vectors = np.concatenate([text.vectors for text in texts]).astype(np.float64)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        ids = np.concatenate([text.pieces for text in texts])
        rarest = max(rarity.values(), default=1.0)
        return cls(
            vectors / np.maximum(lengths, 1e-12),
            np.array([rarity.get(int(piece), rarest) for piece in ids]),
            np.cumsum([0, *(len(text.pieces) for text in texts)])[:-1],
        )

    def best(self, alike: Values) -> Values:
        """For each text its best match with each counterpart: (p, q) to (texts, q)."""
        return np.asarray(np.maximum.reduceat(alike, self.starts, axis=0))

    def averages(self, matches: Values) -> Values:
        """The mean over each text's pieces, weighed by rarity: (q, p) to (q, texts)."""
        sums = np.add.reduceat(matches * self.weights, self.starts, axis=1)
        return np.asarray(sums / np.maximum(np.add.reduceat(self.weights, self.starts), 1e-12))


def _rarity(context: Sequence[PieceVectors]) -> dict[int, float]:
    """Weight of each piece: ln(1 + (N - n + 0.5) / (n + 0.5)) for a piece in n of N context sentences."""
    holding = Counter(piece for text in context for piece in set(text.pieces.tolist()))
    return {piece: float(np.log1p((len(context) - n + 0.5) / (n + 0.5))) for piece, n in holding.items()}


def _sentences(texts: Sequence[PieceVectors]) -> Values:
    """Unit vectors of texts, (texts, d)."""
    return np.array([text.sentence for text in texts], dtype=np.float64)

"""What an encoder says of an exchange: cosines of its sentences. Unlike in words.py, other words may mean the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING

import numpy as np

from evaluation.exchange import Exchange
from evaluation.judges.features.words import Places, Values
from generation.wording import rarity, terms

if TYPE_CHECKING:
    from embedding.encoder import Encoder

# So many context sentences of an exchange are read at most, because reading takes nearly all of the time. The judge is
# fitted to this number: with another one, it must be fitted again (docs/local_judge.md tells what others gave).
MOST_READ = 12


@dataclass(frozen=True, slots=True)
class Meaning:
    """Cosines from -1 to 1 for n context and m response sentences.

    `asked` (n,) is the question's to the context, `answer_asked` (m,) to the response, `answered` (n, m) the
    response's to the context, and `among` (n, n) that of the context sentences to each other.
    """

    asked: Values
    answer_asked: Values
    answered: Values
    among: Values


def meaning_of(exchange: Exchange, encoder: Encoder) -> Meaning:
    """The cosines; sentences are read as passages, each distinct one once, and the question as a query.

    Of a long context the sentences nearest to the question are read. All others count as being as far from everything
    as the farthest of these.
    """
    context, response = list(exchange.context.values()), list((exchange.response or {}).values())
    read = _nearest(exchange.question, context)
    texts = [*(context[row] for row in read), *response]
    place = {text: position for position, text in enumerate(dict.fromkeys(texts))}
    vectors = encoder.encode_documents(list(place))[[place[text] for text in texts]].astype(np.float64)
    shown, said = vectors[: len(read)], vectors[len(read) :]
    question = encoder.encode_queries([exchange.question])[0].astype(np.float64)
    found = Meaning(shown @ question, said @ question, shown @ said.T, shown @ shown.T)
    return found if len(read) == len(context) else _spread(found, read, len(context))


def _nearest(question: str, context: Sequence[str]) -> Places:
    """Rows of the sentences that share most with the question, by weight of terms, in order: MOST_READ at most.

    The answer has no say, nor has the order of the sentences: of those that share as much, the ones with more terms.
    """
    if len(context) <= MOST_READ:
        return np.arange(len(context))
    held, asked = [set(terms(text)) for text in context], set(terms(question))
    weights = rarity(held)
    shared = [fsum(weights[term] for term in own & asked) for own in held]
    order = sorted(range(len(context)), key=lambda row: (-shared[row], -len(held[row]), context[row]))
    return np.sort(np.array(order[:MOST_READ], dtype=np.intp))


def _spread(found: Meaning, read: Places, n: int) -> Meaning:
    """The cosines of the rows that were read among those of all n context sentences."""
    asked = np.full(n, found.asked.min())
    answered = np.tile(found.answered.min(axis=0), (n, 1))
    among = np.full((n, n), found.among.min())
    np.fill_diagonal(among, 1.0)
    asked[read], answered[read], among[np.ix_(read, read)] = found.asked, found.answered, found.among
    return Meaning(asked, found.answer_asked, answered, among)

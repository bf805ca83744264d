"""What an encoder says of an exchange: cosines of its sentences. Unlike in words.py, other words may mean the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evaluation.exchange import Exchange
from evaluation.judges.features.words import Values

if TYPE_CHECKING:
    from embedding.encoder import Encoder


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
    """The cosines; sentences are read as passages, each distinct one once, and the question as a query."""
    response = list((exchange.response or {}).values())
    texts = [*exchange.context.values(), *response]
    place = {text: position for position, text in enumerate(dict.fromkeys(texts))}
    vectors = encoder.encode_documents(list(place))[[place[text] for text in texts]].astype(np.float64)
    context, said = vectors[: len(exchange.context)], vectors[len(exchange.context) :]
    question = encoder.encode_queries([exchange.question])[0].astype(np.float64)
    return Meaning(context @ question, said @ question, context @ said.T, context @ context.T)

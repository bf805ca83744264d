"""Labeled records as numbers to fit the local judge on. Unlike training.py, fits nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from corpus.ragbench_records import RagbenchRecord
from evaluation.exchange import Exchange
from evaluation.judges.features.exchange import describe
from evaluation.judges.features.meaning import Meaning
from evaluation.judges.features.words import Features, Values
from evaluation.judges.fitting import Matrix, Rowwise
from evaluation.judges.stored import stored_judgement
from evaluation.judges.wording import abstains
from evaluation.records import exchange_of_record

Read = Callable[[Exchange], Meaning | None]
SCORES = ("relevance", "utilization", "completeness")


@dataclass(frozen=True, slots=True)
class Examples:
    """Labeled records as numbers: features and labels by sentence, stored scores by record, (records,) each.

    `asked` counts the leading context features that never see the answer.
    """

    relevant: Rowwise
    utilized: Rowwise
    supported: Rowwise
    asked: int
    scores: dict[str, Values]
    adherent: Values
    groups: tuple[str, ...]

    @property
    def count(self) -> int:
        """Number of records."""
        return len(self.adherent)


def examples_of(records: Sequence[RagbenchRecord], read: Read) -> Examples:
    """The records that have context, response and labels, as numbers. `read` gives the meaning of an exchange."""
    context: list[Matrix] = []
    response: list[Matrix] = []
    labels: dict[str, list[bool]] = {"relevant": [], "utilized": [], "supported": []}
    names: tuple[tuple[str, ...], tuple[str, ...], int] = ((), (), 0)
    for record in records:
        exchange = exchange_of_record(record)
        found = describe(exchange, read(exchange))
        names = (tuple(found.context), tuple(found.response or ()), len(found.asked))
        context.append(_matrix(found.context))
        response.append(_matrix(found.response or {}))
        for name, value in _labels(record, exchange).items():
            labels[name] += value
    rows = [np.repeat(np.arange(len(records)), [len(one) for one in part]) for part in (context, response)]
    stored = [stored_judgement(record).scores for record in records]
    shown, said = np.concatenate(context), np.concatenate(response)
    return Examples(
        relevant=Rowwise(names[0], shown, np.array(labels["relevant"], dtype=float), rows[0]),
        utilized=Rowwise(names[0], shown, np.array(labels["utilized"], dtype=float), rows[0]),
        supported=Rowwise(names[1], said, np.array(labels["supported"], dtype=float), rows[1]),
        asked=names[2],
        scores={name: np.array([score[name] for score in stored], dtype=float) for name in SCORES},
        adherent=np.array([score["adherence"] for score in stored], dtype=float),
        groups=tuple(record.question for record in records),
    )


def usable(record: RagbenchRecord) -> bool:
    """Whether a record has everything that training needs."""
    labeled = (record.all_relevant_sentence_keys, record.all_utilized_sentence_keys)
    both = record.documents_sentences and record.response_sentences
    return bool(both) and None not in labeled and record.unsupported_response_sentence_keys is not None


def _labels(record: RagbenchRecord, exchange: Exchange) -> dict[str, list[bool]]:
    relevant, utilized = set(record.all_relevant_sentence_keys or ()), set(record.all_utilized_sentence_keys or ())
    unsupported = set(record.unsupported_response_sentence_keys or ())
    said = exchange.response or {}
    return {
        "relevant": [key in relevant for key in exchange.context],
        "utilized": [key in utilized for key in exchange.context],
        "supported": [key not in unsupported or abstains(text) for key, text in said.items()],
    }


def _matrix(features: Features) -> Matrix:
    return np.stack(list(features.values()), axis=1).astype(np.float32)

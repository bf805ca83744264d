"""RAGBench-format records as judges read them. Unlike exchange.py, sentences and keys are the data set's own."""

from __future__ import annotations

from core.sentences import sentences
from corpus.ragbench_records import RagbenchRecord
from evaluation.exchange import Exchange
from evaluation.trace import context_keys, response_keys


def exchange_of_record(record: RagbenchRecord) -> Exchange:
    """The exchange of a record; texts without stored sentences are split here. Stored labels are left behind."""
    return Exchange(record.question, context_of(record), response_of(record))


def context_of(record: RagbenchRecord) -> dict[str, str]:
    """The record's document sentences by key."""
    if record.documents_sentences is not None:
        return {key: sentence for document in record.documents_sentences for key, sentence in document}
    split = [_split(document) for document in record.documents]
    return dict(zip(context_keys(split), (sentence for document in split for sentence in document), strict=True))


def response_of(record: RagbenchRecord) -> dict[str, str]:
    """The record's response sentences by key."""
    if record.response_sentences is not None:
        return dict(record.response_sentences)
    split = _split(record.response)
    return dict(zip(response_keys(split), split, strict=True))


def _split(text: str) -> list[str]:
    return [text[span.start : span.end] for span in sentences(text)]

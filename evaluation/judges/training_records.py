"""Which records the local judge was trained on, told record by record. Unlike examples.py, fits nothing on them.

local_judge.json keeps a short hash of each: where it agrees with their labels, that is no measure of other records.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.hashing import key_of
from corpus.ragbench_records import RagbenchRecord
from evaluation.judges.local_model import coefficients

# 32 bits: among 1,745 records, one unknown record in 2.5 million is taken for a known one.
_DIGITS = 8


def record_hash(record: RagbenchRecord) -> str:
    """8 hex digits of the record's id, data set and response; the file that it stands in does not matter."""
    return key_of([record.dataset_name, record.id, record.response])[:_DIGITS]


def record_hashes(records: Iterable[RagbenchRecord]) -> list[str]:
    """The hashes of the records, sorted, each once."""
    return sorted({record_hash(record) for record in records})


def count_trained_on(records: Sequence[RagbenchRecord]) -> int:
    """How many of these records the local judge was trained on; 0 where its file does not tell."""
    known = frozenset(coefficients().training.get("record_hashes", ()))
    return sum(record_hash(record) in known for record in records)

"""Numbers with their nouns, as every sentence for the reader has them."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "document"), counted(2000, "chunk")
    ('1 document', '2,000 chunks')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"

"""What a stratum proposes: a question with its evidence, or a place that makes none and why."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import TypeVar

from core.spans import Span
from core.types import Document, Evidence
from evaluation.questions.material import Material

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question that the corpus answers in one place, or (without evidence) nowhere."""

    question: str
    answer: str | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Dropped:
    """A place from which no sound question can be made."""

    reason: str


Propose = Callable[[Material, random.Random], Iterator[Candidate | Dropped]]


@dataclass(frozen=True, slots=True)
class Stratum:
    """A kind of question; `propose` yields in an order drawn by the generator of random numbers it is given."""

    name: str
    label: str
    help: str
    propose: Propose


def passage(document: Document, span: Span) -> Evidence:
    """The evidence of a range."""
    return Evidence(document.id, span.start, span.end, document.text[span.start : span.end])


def spread(items: Sequence[Item], document_of: Callable[[Item], str], draw: random.Random) -> list[Item]:
    """The items in random order, but with the documents taking turns, so that a long one does not fill the set."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(document_of(item), []).append(item)
    for group in groups.values():
        draw.shuffle(group)
    turns = list(groups.values())
    draw.shuffle(turns)
    missing = object()
    return [item for item in chain.from_iterable(zip_longest(*turns, fillvalue=missing)) if item is not missing]  # type: ignore[misc]

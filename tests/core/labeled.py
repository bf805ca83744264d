"""Passages whose sentences are marked by hand, in many scripts: what tests and the benchmark of sentences measure by.

Those that are held out were written before any rule was tried on them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from core.spans import Span
from core.text import trim

MARK = "‖"
_FILE = Path(__file__).with_name("sentences.jsonl")


@dataclass(frozen=True, slots=True)
class Passage:
    """A text and the ends of its sentences, each counted in the characters before it that are no white space."""

    language: str
    kind: str
    held_out: bool
    text: str
    ends: frozenset[int]

    def ends_of(self, spans: list[Span]) -> frozenset[int]:
        """The ends of these spans, counted in the same way; white space at an edge makes no difference."""
        return frozenset(_visible(self.text[: span.end]) for span in spans) - {_visible(self.text), 0}


def passages() -> list[Passage]:
    """All passages, in the order of the file."""
    return [_passage(**json.loads(line)) for line in _FILE.read_text(encoding="utf-8").splitlines()]


def marked_spans(marked: str) -> list[Span]:
    """The sentences of a marked text as spans of that text without the marks."""
    text, edges = marked.replace(MARK, ""), [0]
    for part in marked.split(MARK):
        edges.append(edges[-1] + len(part))
    return [trim(text, *edge) for edge in pairwise(edges)]


def _passage(language: str, kind: str, held_out: bool, text: str) -> Passage:
    ends, seen = set(), 0
    for part in text.split(MARK)[:-1]:
        seen += _visible(part)
        ends.add(seen)
    return Passage(language, kind, held_out, text.replace(MARK, ""), frozenset(ends))


def _visible(text: str) -> int:
    return len("".join(text.split()))

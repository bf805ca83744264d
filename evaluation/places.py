"""Where the sentences of an exchange stand: in the passages as they were returned, and in the answer as it is shown.

Unlike exchange.py, keeps ranges and no text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.sentences import sentences
from core.spans import Span
from core.types import Answer, Citation, Hit
from evaluation.trace import context_keys, response_keys
from generation.citations import marker_places


@dataclass(frozen=True, slots=True)
class Placed:
    """A context sentence: the position of its hit among the hits, from 0, and its range in the hit's text."""

    hit: int
    span: Span


def context_places(hits: Sequence[Hit]) -> dict[str, Placed]:
    """Every context sentence by its TRACe key, in order."""
    split = [sentences(hit.text) for hit in hits]
    keys = context_keys([[hit.text[s.start : s.end] for s in spans] for hit, spans in zip(hits, split, strict=True)])
    placed = [Placed(number, span) for number, spans in enumerate(split) for span in spans]
    return dict(zip(keys, placed, strict=True))


def response_places(answer: Answer) -> dict[str, Span]:
    """Every response sentence by its key: its range in the answer's text, where citation markers stand between."""
    kept = _said(answer)
    said = "".join(answer.text[place] for place in kept)
    found = sentences(said)
    keys = response_keys([said[span.start : span.end] for span in found])
    return {key: Span(kept[span.start], kept[span.end - 1] + 1) for key, span in zip(keys, found, strict=True)}


def cited_places(answer: Answer) -> list[tuple[Span, tuple[Citation, ...]]]:
    """Every marker in the answer's text that stands for citations, with the distinct places that these point to."""
    by_number: dict[int, list[Citation]] = {}
    for citation in answer.citations:
        by_number.setdefault(citation.marker, []).append(citation)
    found = []
    for span, numbers in marker_places(answer.text):
        cited = tuple(citation for number in numbers for citation in by_number.get(number, ()))
        if cited:
            found.append((span, cited))
    return found


def _said(answer: Answer) -> list[int]:
    """The places of the characters that exchange.said_in keeps."""
    markers = {citation.marker for citation in answer.citations}
    text = answer.text
    gone = {
        place
        for span, numbers in marker_places(text)
        if markers & set(numbers)
        for place in range(_blank_before(text, span.start), span.end)
    }
    kept = [place for place in range(len(text)) if place not in gone]
    while kept and text[kept[0]].isspace():
        kept.pop(0)
    while kept and text[kept[-1]].isspace():
        kept.pop()
    return kept


def _blank_before(text: str, place: int) -> int:
    """Where the white space of the same line before a place begins."""
    while place and text[place - 1].isspace() and text[place - 1] != "\n":
        place -= 1
    return place

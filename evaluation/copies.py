"""Evidence in a text that was returned from another place. Unlike evidence.py, compares what passages say.

Search returns passages that read the same only once. What a question set marks in one copy is then found in the other.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from core.spans import Span, contains, intersect, subtract
from core.text import normalized_again
from core.types import Document, Evidence, Hit


class _Place(NamedTuple):
    document_id: str
    span: Span


def where_returned(
    evidence: Iterable[Evidence],
    hits: Sequence[Hit],
    chunks: Mapping[str, Sequence[Span]],
    documents: Mapping[str, Document],
) -> list[Evidence]:
    """The evidence, moved into the copy that was returned where its own place was not.

    What moves lies in a range that retrieval could have returned (`chunks`, by document id) and that reads the same as
    such a range within a hit, white space apart. Everything else stays, so the characters in all remain the same.
    The ranges of a document ascend.
    """
    readings: dict[str, _Place] | None = None
    returned: defaultdict[str, list[Span]] = defaultdict(list)
    for hit in hits:
        returned[hit.chunk.document_id].append(hit.returned)
    placed: list[Evidence] = []
    for piece in evidence:
        place = Span(piece.start, piece.end)
        whole, own = [place], returned[piece.document_id]
        missed = subtract(whole, own)
        moved: list[Evidence] = []
        for span in _near(chunks.get(piece.document_id, ()), place) if missed else ():
            readings = _readings(hits, chunks, documents) if readings is None else readings
            text, parts = documents[piece.document_id].text, intersect(missed, [span])
            copy = readings.get(normalized_again(text[span.start : span.end])) if parts else None
            there = _moved(parts, span, text, copy, documents) if copy else []
            moved += there
            missed = subtract(missed, parts) if there else missed
        stays = _pieces(documents[piece.document_id], [*intersect(whole, own), *missed]) if moved else [piece]
        placed += [*moved, *stays]
    return placed


def _near(spans: Sequence[Span], place: Span) -> list[Span]:
    """The ascending ranges that share a character with the place."""
    before = bisect_left(spans, (place.end, 0))
    return [span for span in spans[:before] if span.end > place.start]


def _readings(
    hits: Sequence[Hit], chunks: Mapping[str, Sequence[Span]], documents: Mapping[str, Document]
) -> dict[str, _Place]:
    """Where each text stands that a hit returned; a hit that joins several ranges returned the texts of all."""
    places: dict[str, _Place] = {}
    for hit in hits:
        document = documents[hit.chunk.document_id]
        spans, within = chunks.get(document.id, ()), hit.returned
        near = spans[bisect_left(spans, (within.start, 0)) : bisect_left(spans, (within.end, 0))]
        for span in (within, *(span for span in near if contains(within, span))):
            places.setdefault(normalized_again(document.text[span.start : span.end]), _Place(document.id, span))
    return places


def _moved(
    parts: Iterable[Span], span: Span, text: str, copy: _Place, documents: Mapping[str, Document]
) -> list[Evidence]:
    """Parts of a range at the same characters of its copy; none where the two are written differently."""
    target = documents[copy.document_id]
    here, there = list(_visible(text, span)), list(_visible(target.text, copy.span))
    if len(here) != len(there):
        return []  # the same text in composed and decomposed characters
    found = []
    for part in parts:
        at = [number for number, position in enumerate(here) if part.start <= position < part.end]
        if at:
            found.append(Span(there[at[0]], there[at[-1]] + 1))
    return _pieces(target, found)


def _visible(text: str, span: Span) -> Iterator[int]:
    return (position for position in range(span.start, span.end) if not text[position].isspace())


def _pieces(document: Document, spans: Iterable[Span]) -> list[Evidence]:
    return [Evidence(document.id, span.start, span.end, document.text[span.start : span.end]) for span in spans]

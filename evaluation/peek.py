"""One question of one run as a reader looks at it: texts with their sentences, and evidence placed inside them.

Unlike outcomes.py, which keeps places in documents, offsets here are places in the text that is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.sentences import sentences
from core.spans import Span, intersect, length, subtract
from core.types import Document
from evaluation.evidence import Passage, by_document
from evaluation.outcomes import Found, Outcome


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence under its TRACe key, and where it stands in the text that is shown."""

    key: str
    span: Span


@dataclass(frozen=True, slots=True)
class SeenPassage:
    """A passage that was retrieved. `text` is the document's own where `exact`, else its sentences joined.

    `evidence` is what of the question's evidence stands in it, empty where the text is not exact. `share` is the part
    of the question's evidence that it brings, `new` the part that no passage above it brought; None where the evidence
    is not known, or there is none.
    """

    found: Found
    text: str
    exact: bool
    lines: tuple[Line, ...]
    evidence: tuple[Span, ...] = ()
    share: float | None = None
    new: float | None = None


@dataclass(frozen=True, slots=True)
class SeenText:
    """An answer with its sentences."""

    text: str
    lines: tuple[Line, ...]


def seen_answer(outcome: Outcome) -> SeenText | None:
    """The answer's sentences joined, without citation markers; None where there is no answer."""
    if not outcome.response:
        return None
    return _joined(list(outcome.response.items()))


def seen_passages(
    outcome: Outcome, documents: Mapping[str, Document], evidence: Sequence[Passage] | None
) -> tuple[SeenPassage, ...]:
    """The passages in the order of their ranks; `documents` are those at hand, `evidence` is None where not known."""
    wanted = by_document(evidence or ())
    whole = sum(map(length, wanted.values()))
    left = {name: list(spans) for name, spans in wanted.items()}
    by_chunk = _sentences_by_chunk(outcome)
    seen = []
    for number, found in enumerate(outcome.found):
        place = Span(found.returned_start, found.returned_end)
        inside = intersect(wanted.get(found.document, ()), [place])
        fresh = intersect(left.get(found.document, ()), [place])
        left[found.document] = subtract(left.get(found.document, ()), [place])
        text, exact = _text(documents.get(found.document), place, by_chunk.get(number, []))
        seen.append(
            SeenPassage(
                found,
                text.text,
                exact,
                text.lines,
                tuple(Span(span.start - place.start, span.end - place.start) for span in inside) if exact else (),
                length(inside) / whole if whole else None,
                length(fresh) / whole if whole else None,
            )
        )
    return tuple(seen)


def _sentences_by_chunk(outcome: Outcome) -> dict[int, list[tuple[str, str]]]:
    """The context's sentences with their keys, by the number of the passage."""
    by_chunk: dict[int, list[tuple[str, str]]] = {}
    for key, sentence in outcome.context.items():
        number = key.rstrip("abcdefghijklmnopqrstuvwxyz")
        if number.isdecimal():
            by_chunk.setdefault(int(number), []).append((key, sentence))
    return by_chunk


def _text(document: Document | None, place: Span, keyed: Sequence[tuple[str, str]]) -> tuple[SeenText, bool]:
    """The document's own text where its sentences are those that were judged, else the judged ones joined."""
    if document is None or place.end > len(document.text):
        return _joined(keyed), False
    text = document.text[place.start : place.end]
    spans = sentences(text)
    if keyed and [text[span.start : span.end] for span in spans] != [sentence for _, sentence in keyed]:
        return _joined(keyed), False
    return SeenText(text, tuple(Line(key, span) for (key, _), span in zip(keyed, spans, strict=False))), True


def _joined(keyed: Sequence[tuple[str, str]]) -> SeenText:
    parts = [sentence for _, sentence in keyed]
    starts = [0]
    for part in parts:
        starts.append(starts[-1] + len(part) + 1)
    lines = [
        Line(key, Span(start, after - 1)) for (key, _), (start, after) in zip(keyed, pairwise(starts), strict=True)
    ]
    return SeenText(" ".join(parts), tuple(lines))

"""What a judge reads: a question, the sentences shown for it and the sentences of the reply, all under TRACe keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.sentences import sentences
from core.spans import Span, overlaps
from core.types import Answer, Evidence, Hit, Question
from evaluation.places import context_places
from evaluation.trace import response_keys
from generation.citations import strip_markers


@dataclass(frozen=True, slots=True)
class Exchange:
    """`context` and `response` map keys to sentences, in order; `response` is None where no answer was generated.

    `evidence_keys` are the context sentences that share a character with annotated evidence, None where nothing is
    annotated.
    """

    question: str
    context: Mapping[str, str]
    response: Mapping[str, str] | None = None
    evidence_keys: tuple[str, ...] | None = None


def exchange_of(question: Question, hits: Sequence[Hit], answer: Answer | None) -> Exchange:
    """The exchange of one question in a pipeline: each hit is one chunk of the context, as it was returned."""
    places = context_places(hits)
    context = {key: hits[place.hit].text[place.span.start : place.span.end] for key, place in places.items()}
    touched = tuple(
        key for key, place in places.items() if _on_evidence(hits[place.hit], place.span, question.evidence)
    )
    return Exchange(
        question=question.text,
        context=context,
        response=None if answer is None else keyed_response(answer),
        evidence_keys=touched if question.evidence else None,
    )


def keyed_response(answer: Answer) -> dict[str, str]:
    """The reply's sentences by key. Citation markers are taken out first: they are no claims."""
    text = said_in(answer)
    found = [text[span.start : span.end] for span in sentences(text)]
    return dict(zip(response_keys(found), found, strict=True))


def said_in(answer: Answer) -> str:
    """The reply's text without its citation markers."""
    return strip_markers(answer.text, {citation.marker for citation in answer.citations})


def _on_evidence(hit: Hit, span: Span, evidence: Iterable[Evidence]) -> bool:
    """Whether a sentence of the hit's text, placed in its document, shares a character with the evidence."""
    placed = Span(hit.returned.start + span.start, hit.returned.start + span.end)
    return any(
        piece.document_id == hit.chunk.document_id and overlaps(placed, Span(piece.start, piece.end))
        for piece in evidence
    )

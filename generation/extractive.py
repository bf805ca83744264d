"""The passages' own sentences as an answer. Unlike a language model, it cannot say anything the source does not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.spans import Span
from core.text import normalized
from core.types import Citation, Hit
from generation.passages import Passage, passages_of, weights_of
from generation.wording import coverage, terms

NOTHING_SHARED = "No sentence of the passages found shares a word with the question."
_MOST = 3
_NEAR_BEST = 0.6
_LONGEST = 600


@dataclass(frozen=True, slots=True)
class ExtractiveModel:
    """Stands where a language model stands, and is recognized by `answer`. It has nothing to configure."""

    name: str = "extractive (not a language model)"


@dataclass(frozen=True, slots=True)
class Extract:
    """Chosen sentences, each followed by its marker, and where they come from."""

    text: str
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class _Candidate:
    passage: Passage
    span: Span
    text: str
    score: float


def extract(question: str, hits: Sequence[Hit]) -> Extract:
    """Up to three sentences that cover the question's words best, in reading order.

    A sentence is taken when it covers at least 0.6 of what the best one covers, by rarity of words.
    """
    passages = passages_of(hits)
    candidates = _distinct(_candidates(frozenset(terms(question)), passages))
    if not candidates:
        return Extract(NOTHING_SHARED, ())
    # sorted() is stable: equals stay in the order of the hits.
    ranked = sorted(candidates, key=lambda candidate: -candidate.score)
    near_best = [candidate for candidate in ranked if candidate.score >= _NEAR_BEST * ranked[0].score]
    chosen = sorted(near_best[:_MOST], key=lambda candidate: (candidate.passage.marker, candidate.span.start))
    return Extract(
        " ".join(f"{candidate.text} [{candidate.passage.marker}]" for candidate in chosen),
        tuple(candidate.passage.citation(candidate.span) for candidate in chosen),
    )


def _candidates(wanted: frozenset[str], passages: Sequence[Passage]) -> list[_Candidate]:
    """Sentences that share a word with the question; those that only repeat it, such as headings, come last."""
    weights = weights_of(passages)
    telling: list[_Candidate] = []
    repeating: list[_Candidate] = []
    for passage in passages:
        for position, sentence in enumerate(passage.sentences):
            score = coverage(wanted, sentence.terms, weights)
            if not score:
                continue
            span = _with_answer(passage, position)
            said = frozenset(terms(passage.text[span.start : span.end]))
            kept = telling if said - wanted else repeating
            kept.append(_Candidate(passage, span, _shown(passage.text[span.start : span.end]), score))
    return telling or repeating


def _with_answer(passage: Passage, position: int) -> Span:
    """The sentence's span; a question, as in a FAQ, is taken together with the sentence that follows it."""
    sentence = passage.sentences[position]
    if sentence.text.endswith(("?", "？")) and position + 1 < len(passage.sentences):
        return Span(sentence.span.start, passage.sentences[position + 1].span.end)
    return sentence.span


def _distinct(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """The first of equal texts: overlapping chunks hold the same sentence twice."""
    first: dict[str, _Candidate] = {}
    for candidate in candidates:
        first.setdefault(normalized(candidate.text), candidate)
    return list(first.values())


def _shown(text: str) -> str:
    """The text on one line; a very long one, such as a table, is cut at a word."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[:_LONGEST].rpartition(" ")[0] + " …"

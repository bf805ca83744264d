"""Hits as a model or a reader sees them: numbered from 1, each split into the sentences a citation can point to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.sentences import sentences
from core.spans import Span
from core.types import Citation, Hit
from generation.wording import coverage, rarity, terms


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage: its range within the passage's text, and its terms."""

    marker: int
    span: Span
    text: str
    terms: frozenset[str]


@dataclass(frozen=True, slots=True)
class Passage:
    """What marker [n] stands for. `text` is the beginning of the hit's text where the prompt had no room for it all."""

    marker: int
    hit: Hit
    text: str
    sentences: tuple[Sentence, ...]

    @classmethod
    def of(cls, marker: int, hit: Hit, text: str | None = None) -> Passage:
        """The passage of a hit, with its sentences found."""
        shown = hit.text if text is None else text
        found = tuple(
            Sentence(marker, span, shown[span.start : span.end], frozenset(terms(shown[span.start : span.end])))
            for span in sentences(shown)
        )
        return cls(marker, hit, shown, found)

    def citation(self, span: Span | None = None) -> Citation:
        """A citation of a range of this passage, or of all of it."""
        source = self.hit.returned
        # Offsets hold only where the returned text is the source text itself.
        if span is None or len(self.hit.text) != source.length:
            cited = source
        else:
            cited = Span(source.start + span.start, source.start + span.end)
        return Citation(self.marker, self.hit.chunk.id, self.hit.chunk.document_id, cited.start, cited.end)


def passages_of(hits: Sequence[Hit]) -> tuple[Passage, ...]:
    """One passage a hit, numbered in the order given."""
    return tuple(Passage.of(marker, hit) for marker, hit in enumerate(hits, start=1))


def weights_of(passages: Sequence[Passage]) -> dict[str, float]:
    """Rarity of each term among all sentences of the passages."""
    return rarity(sentence.terms for passage in passages for sentence in passage.sentences)


def best_sentence(
    wanted: frozenset[str], passages: Sequence[Passage], weights: dict[str, float]
) -> tuple[Sentence | None, float]:
    """The sentence that covers most of the wanted terms, and how much; the earliest one among equals."""
    best, best_coverage = None, 0.0
    for passage in passages:
        for sentence in passage.sentences:
            covered = coverage(wanted, sentence.terms, weights)
            if covered > best_coverage:
                best, best_coverage = sentence, covered
    return best, best_coverage

"""Cuts inside a sentence or a word. The ends of the document are no cuts."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence

import regex

from core.spans import Span
from core.text import first_visible_character
from evaluation.checks.anatomy import Specimen
from evaluation.checks.finding import Finding, Place, found, place_of_cut

Cuts = Callable[[Specimen], Iterator[int]]

_ONE_CHUNK = "no document is cut: each is one chunk"
# Word boundaries of Unicode (UAX 29): none inside 3.50 or can't, one between two ideographs.
_BOUNDARY = regex.compile(r"(?w)\b")
_WORD_AROUND = 24


def mid_sentence_ends(specimens: Sequence[Specimen]) -> Finding:
    """Chunk ends inside a sentence, of all chunk ends but those of documents."""
    return _inside_sentences("mid_sentence_ends", specimens, _ends)


def mid_sentence_starts(specimens: Sequence[Specimen]) -> Finding:
    """Chunk starts inside a sentence, of all chunk starts but those of documents."""
    return _inside_sentences("mid_sentence_starts", specimens, _starts)


def mid_word(specimens: Sequence[Specimen]) -> Finding:
    """Starts and ends inside a word, by the word boundaries of Unicode."""
    examples: list[Place] = []
    total = 0
    for specimen in specimens:
        text = specimen.document.text
        cuts = sorted({*_ends(specimen), *_starts(specimen)})
        total += len(cuts)
        for cut in cuts:
            if _inside_word(text, cut):
                start, end = max(0, cut - _WORD_AROUND), min(len(text), cut + _WORD_AROUND)
                examples.append(place_of_cut(specimen.document, start, end, cut))
    return found("mid_word", len(examples), total, examples, _ONE_CHUNK)


def _inside_sentences(check: str, specimens: Sequence[Specimen], cuts_of: Cuts) -> Finding:
    examples: list[Place] = []
    total = 0
    for specimen in specimens:
        for cut in cuts_of(specimen):
            total += 1
            sentence = _holding(specimen.anatomy.sentences, cut)
            if sentence is not None:
                examples.append(place_of_cut(specimen.document, *sentence, cut))
    return found(check, len(examples), total, examples, _ONE_CHUNK)


def _inside_word(text: str, cut: int) -> bool:
    if text[cut - 1].isspace() or text[cut].isspace():
        return False
    return _BOUNDARY.match(text, cut) is None


def _holding(sentences: Sequence[Span], cut: int) -> Span | None:
    """The sentence that the cut falls into, if any; its start and end are not inside it."""
    index = bisect_left(sentences, (cut, 0)) - 1
    return sentences[index] if index >= 0 and cut < sentences[index].end else None


def _ends(specimen: Specimen) -> Iterator[int]:
    text = specimen.document.text
    return (chunk.end for chunk in specimen.chunks if first_visible_character(text, chunk.end, len(text)) < len(text))


def _starts(specimen: Specimen) -> Iterator[int]:
    text = specimen.document.text
    starts = (chunk.start for chunk in specimen.chunks)
    return (start for start in starts if first_visible_character(text, 0, start) < start)

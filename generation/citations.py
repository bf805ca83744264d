"""From an answer's text to checked citations: the model's own markers, or matches by wording where it wrote none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.sentences import sentences
from core.types import Citation
from generation.passages import Passage, best_sentence, weights_of
from generation.wording import terms

BY_WORDING = "citations matched by wording"
# Half of a sentence's words, by rarity, must stand in one sentence of a passage before it is called the source.
MATCH_THRESHOLD = 0.5
# 【1】 and 【1†source】 are how some hosted models write markers.
_MARKER = re.compile(r"\[\s*([0-9]{1,3}(?:\s*[,;–-]\s*[0-9]{1,3})*)\s*\]|【\s*([0-9]{1,3})[^】]*】")
_RANGE = re.compile(r"([0-9]+)\s*[–-]\s*([0-9]+)")


@dataclass(frozen=True, slots=True)
class Cited:
    """An answer's text with markers, the citations they stand for, and what the reader should know of them."""

    text: str
    citations: tuple[Citation, ...]
    notes: tuple[str, ...] = ()


def cite(text: str, passages: Sequence[Passage]) -> Cited:
    """Citations of an answer. Its text is left as it is, except that matches by wording add their markers.

    A citation points to the sentence of the passage that covers the answer's sentence best, or to the whole
    passage where none covers half of it. Markers that name no passage are dropped and noted.
    """
    if _MARKER.search(text):
        return _by_markers(text, passages)
    return _by_wording(text, passages)


def markers_of(text: str) -> list[int]:
    """The numbers in markers such as [1], [2, 3] and [4-6], in order of appearance, each once.

    >>> markers_of("Two years [2], parts only [1, 4-5].")
    [2, 1, 4, 5]
    """
    numbers: list[int] = []
    for match in _MARKER.finditer(text):
        numbers.extend(_numbers(match[1] or match[2]))
    return list(dict.fromkeys(numbers))


def strip_markers(text: str) -> str:
    """The text without its markers, for judges that compare words.

    >>> strip_markers("Two years [2]. Parts only. [1][3]")
    'Two years. Parts only.'
    """
    return re.sub(rf"[^\S\n]*(?:{_MARKER.pattern})", "", text).strip()


def _by_markers(text: str, passages: Sequence[Passage]) -> Cited:
    known = {passage.marker: passage for passage in passages}
    weights = weights_of(passages)
    citations: list[Citation] = []
    for sentence in _sentence_texts(text):
        wanted = frozenset(terms(strip_markers(sentence)))
        for number in markers_of(sentence):
            if number in known:
                source, covered = best_sentence(wanted, [known[number]], weights)
                span = source.span if source and covered >= MATCH_THRESHOLD else None
                citations.append(known[number].citation(span))
    unknown = [number for number in markers_of(text) if number not in known]
    notes = (f"markers that name no passage: {', '.join(f'[{number}]' for number in unknown)}",) if unknown else ()
    return Cited(text, tuple(dict.fromkeys(citations)), notes)


def _by_wording(text: str, passages: Sequence[Passage]) -> Cited:
    known = {passage.marker: passage for passage in passages}
    weights = weights_of(passages)
    citations: list[Citation] = []
    marked, position = "", 0
    for span in sentences(text):
        source, covered = best_sentence(frozenset(terms(text[span.start : span.end])), passages, weights)
        if source and covered >= MATCH_THRESHOLD:
            citations.append(known[source.marker].citation(source.span))
            marked += f"{text[position : span.end]} [{source.marker}]"
            position = span.end
    notes = (BY_WORDING,) if citations else ("no citation: the answer's wording matches no passage",)
    return Cited(marked + text[position:], tuple(dict.fromkeys(citations)), notes)


def _sentence_texts(text: str) -> list[str]:
    """The answer's sentences; a marker that stands behind the full stop belongs to the sentence before it."""
    found: list[str] = []
    for span in sentences(text):
        sentence = text[span.start : span.end]
        if found and not terms(strip_markers(sentence)):
            found[-1] += " " + sentence
        else:
            found.append(sentence)
    return found


def _numbers(written: str) -> list[int]:
    numbers: list[int] = []
    for part in re.split(r"[,;]", written):
        ends = _RANGE.search(part)
        numbers.extend(range(int(ends[1]), int(ends[2]) + 1) if ends else [int(part)])
    return numbers

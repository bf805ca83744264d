"""From an answer's text to checked citations: the model's own markers, or matches by wording where it wrote none."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from core.sentences import sentences
from core.spans import Span
from core.types import Citation
from generation.passages import Passage, best_sentence, weights_of
from generation.wording import terms

BY_WORDING = "citations matched by wording"
# Half of a sentence's words, by rarity, must stand in one sentence of a passage before it is called the source.
MATCH_THRESHOLD = 0.5
_NUMBERS = r"[0-9]{1,3}(?:\s*[,;、–-]\s*[0-9]{1,3})*"
# 【1】 and 【1†source】 are how some hosted models write markers; full-width brackets come with Japanese and Chinese.
_MARKER = re.compile(rf"[\[［]\s*({_NUMBERS})\s*[\]］]|【\s*({_NUMBERS})[^】]*】")
_NAMED = 5


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
        numbers.extend(_numbers(match))
    return list(dict.fromkeys(numbers))


def marker_places(text: str) -> list[tuple[Span, list[int]]]:
    """Every marker's range in the text, and the numbers that it names.

    >>> marker_places("Two years [2].")
    [(Span(start=10, end=13), [2])]
    """
    return [(Span(*match.span()), _numbers(match)) for match in _MARKER.finditer(text)]


def strip_markers(text: str, of: Collection[int] | None = None) -> str:
    """The text without its markers, for those who compare words; with `of`, only without those that name one of these.

    >>> strip_markers("Two years [2]. Parts only. [1][3]"), strip_markers("See item [7]. [1, 2]", {2})
    ('Two years. Parts only.', 'See item [7].')
    """

    def kept(match: re.Match[str]) -> str:
        return match[0] if of is not None and not set(_numbers(match)) & set(of) else ""

    return re.sub(rf"[^\S\n]*(?:{_MARKER.pattern})", kept, text).strip()


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
    unknown = [f"[{number}]" for number in markers_of(text) if number not in known]
    named = ", ".join(unknown[:_NAMED]) + (f" and {len(unknown) - _NAMED} more" if len(unknown) > _NAMED else "")
    notes = (f"markers that name no passage: {named}",) if unknown else ()
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


def _numbers(marker: re.Match[str]) -> list[int]:
    numbers: list[int] = []
    for part in re.split(r"[,;、]", marker[1] or marker[2]):
        ends = [int(end) for end in re.findall(r"[0-9]+", part)]
        numbers.extend(range(min(ends), max(ends) + 1))
    return numbers

"""Sentences as spans, in any script. Unlike a paragraph, a sentence never crosses a blank line."""

from __future__ import annotations

import re

import sentencex

from core.spans import Span
from core.text import trim

_PARAGRAPH_END = re.compile(r"(?:\r\n|\r|\n)[^\S\r\n]*(?:\r\n|\r|\n)\s*")


def sentences(text: str, start: int = 0, end: int | None = None, language: str = "en") -> list[Span]:
    """Trimmed sentence spans of text[start:end], in order, blank ones left out.

    Boundaries are those of sentencex, which follows the punctuation of about 300 languages;
    `language` is an ISO 639 code that selects the list of abbreviations.

    >>> sentences("Dr. Lee paid 3.50. It was fine.")
    [Span(start=0, end=18), Span(start=19, end=31)]
    """
    end = len(text) if end is None else end
    found: list[Span] = []
    for paragraph in paragraphs(text, start, end):
        for boundary in sentencex.get_sentence_boundaries(language, text[paragraph.start : paragraph.end]):
            span = trim(text, paragraph.start + boundary["start_index"], paragraph.start + boundary["end_index"])
            if span.length:
                found.append(span)
    return found


def paragraphs(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """Trimmed runs of text between blank lines, whatever the line ends (LF, CR LF or CR)."""
    end = len(text) if end is None else end
    found: list[Span] = []
    position = start
    for gap in _PARAGRAPH_END.finditer(text, start, end):
        found.append(trim(text, position, gap.start()))
        position = gap.end()
    found.append(trim(text, position, end))
    return [span for span in found if span.length]

"""Sentences as spans, in any script. Unlike a paragraph, a sentence never crosses a blank line."""

from __future__ import annotations

import re
from collections.abc import Iterator

import sentencex

from core.spans import Span
from core.text import trim

_BLOCK = 4096
# Atomic groups, or CR LF would pass for two line ends.
BLANK_LINE = re.compile(r"(?>\r\n|\r|\n)[^\S\r\n]*(?>\r\n|\r|\n)\s*")


def sentences(text: str, start: int = 0, end: int | None = None, language: str = "en") -> list[Span]:
    """Trimmed sentence spans of text[start:end], in order, blank ones left out.

    Boundaries are those of sentencex, which follows the punctuation of about 300 languages;
    `language` is an ISO 639 code that selects the list of abbreviations.

    >>> sentences("Dr. Lee paid 3.50. It was fine.")
    [Span(start=0, end=18), Span(start=19, end=31)]
    """
    end = len(text) if end is None else end
    return [
        span
        for paragraph in paragraphs(text, start, end)
        for span in _sentences_of_paragraph(text, paragraph, language)
        if span.length
    ]


def _sentences_of_paragraph(text: str, paragraph: Span, language: str) -> Iterator[Span]:
    """Block by block, because sentencex takes time with the square of a text that is not ASCII.

    The last sentence of a block may be unfinished, so the next block begins with it.
    """
    start, size = paragraph.start, _BLOCK
    while start < paragraph.end:
        block_end = min(start + size, paragraph.end)
        bounds = sentencex.get_sentence_boundaries(language, text[start:block_end])
        if block_end < paragraph.end and len(bounds) < 2:
            size *= 2
            continue
        done = bounds if block_end == paragraph.end else bounds[:-1]
        for bound in done:
            yield trim(text, start + bound["start_index"], start + bound["end_index"])
        start, size = start + done[-1]["end_index"], _BLOCK


def paragraphs(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """Trimmed runs of text between blank lines, whatever the line ends (LF, CR LF or CR)."""
    end = len(text) if end is None else end
    found: list[Span] = []
    position = start
    for gap in BLANK_LINE.finditer(text, start, end):
        found.append(trim(text, position, gap.start()))
        position = gap.end()
    found.append(trim(text, position, end))
    return [span for span in found if span.length]

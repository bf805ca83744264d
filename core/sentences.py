"""Sentences as spans, in any script. Unlike a paragraph, a sentence never crosses a blank line.

Boundaries are those of ICU (Unicode's UAX #29) less the false ones that sentence_ends.py tells apart, and those of
the layout. Of what python -m benchmarks.sentences compares, this finds most passages whole, 180 of 184. The next best,
yasbd told the language (144), takes more than ten times as long; sentencex takes somewhat less, and finds 104.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import repeat
from operator import itemgetter

import regex
from icu4py.breakers import SentenceBreaker

from core.line_breaks import line_breaks
from core.recent import Recent
from core.sentence_ends import sentence_end
from core.spans import Range, Span
from core.text import visible_parts

# The line end is possessive, or CR LF would pass for two.
BLANK_LINE = re.compile(r"[\r\n](?:(?<=\r)\n)?+[^\S\r\n]*+[\r\n]\s*")
# The same where all line ends are LF, several times faster.
_BLANK_LINE_LF = re.compile(r"\n[^\S\n]*\n\s*")
# ICU's offsets count these twice. A sign stands in: to the rule of sentences most of them are nothing else.
_TWO_UNITS = re.compile("[\ud800-\udfff\U00010000-\U0010ffff]")
_SIGN = "\u2603"
# Beginnings that Unicode's rule takes for what goes on: a number before a small letter, words such as iPhone and mRNA.
_ODD_BEGINNING = re.compile(r"\.[\"”’)\]]*\s+(?=[$£€]?\d|[a-z]{1,5}[A-Z])")
_BEGINS = r"\s+(?=[\"“«„(]*\p{Lu})"
# Ends that Unicode's rule does not know, each behind what a text holds that has any.
_MORE_ENDS = (
    (("…",), regex.compile(rf"…[\"”’»)\]]*{_BEGINS}")),
    # Notes: "in May.¹ It", "in May.[2,3] It"
    (("¹", "²", "³"), regex.compile(rf"[.!?][\"”’»)]*[⁰¹²³⁴-⁹]+{_BEGINS}")),
    ((".[",), regex.compile(rf"\.(?:\[\d{{1,3}}(?:[,–-] ?\d{{1,3}})*\])+{_BEGINS}")),
    # French quotation marks
    (("»",), regex.compile(rf"[.!?…]\s»{_BEGINS}")),
    # The Greek question mark, which looks like a semicolon; hardly a text lacks the letter
    (("ο",), regex.compile(rf";(?<=\p{{Greek}};){_BEGINS}")),
    # Thai and Lao mark the end of a sentence, and often of a clause, by a blank; some signs have one at each side.
    (("า", "າ"), regex.compile("[\u0e00-\u0eff](?<![ๆฯ]) +(?=[\u0e00-\u0eff])(?![ๆฯ])")),
)
_RECENT: Recent[list[Range]] = Recent(characters=16_000_000)
_MORE_ENDS_ASCII = tuple(end for end in _MORE_ENDS if any(sign.isascii() for sign in end[0]))


def sentences(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """Trimmed sentence spans of text[start:end], in order, blank ones left out.

    A sentence ends at its mark (with the quotation marks and brackets that close it), at a blank line, and with the
    line of a list item, heading or table row. Time grows with the length, whatever the script.

    >>> sentences("Dr. Lee paid 3.50. It was fine.")
    [Span(start=0, end=18), Span(start=19, end=31)]
    """
    found = _RECENT.get(text[start:end], lambda part: visible_parts(part, _cuts(part)))
    return [Span(start + left, start + right) for left, right in found]


def _cuts(text: str) -> list[int]:
    """Where sentences may begin and end, the text's own edges included, in order."""
    text = with_line_feeds(text)
    return sorted({*sure_cuts(text), *map(sentence_end, repeat(text), possible_ends(text))})


def with_line_feeds(text: str) -> str:
    """The text with LF for every line end; offsets stay the same."""
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text


def sure_cuts(text: str) -> set[int]:
    """Where one sentence ends and the next begins by the layout or by rare marks; the text's own edges too."""
    cuts = {0, len(text)}
    if "\n" in text:
        cuts.update(line_breaks(text), (gap.end() for gap in _BLANK_LINE_LF.finditer(text)))
    for signs, pattern in _MORE_ENDS_ASCII if text.isascii() else _MORE_ENDS:
        if any(map(text.__contains__, signs)):  # quicker than a generator, and asked of every paragraph
            cuts.update(match.end() for match in pattern.finditer(text))
    return cuts


def possible_ends(text: str) -> list[int]:
    """Where `sentence_end` is to be asked, in order."""
    found = list(map(itemgetter(1), SentenceBreaker(_single_units(text), "root").segments()))
    odd = [match.end() for match in _ODD_BEGINNING.finditer(text)]
    return sorted((*found, *odd)) if odd else found


def _single_units(text: str) -> str:
    """The same text for ICU: wrapped lines are one, and no character is two UTF-16 units or half of one."""
    text = text.replace("\n", " ")
    try:
        single = text.isascii() or len(text.encode("utf-16-le")) == 2 * len(text)
    except UnicodeEncodeError:  # a lone surrogate
        single = False
    return text if single else _TWO_UNITS.sub(_SIGN, text)


def paragraphs(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """Trimmed runs of text between blank lines, whatever the line ends (LF, CR LF or CR)."""
    return [Span(*part) for part in paragraph_ranges(text, start, len(text) if end is None else end)]


def paragraph_ranges(text: str, start: int, end: int) -> list[Range]:
    """The same as plain pairs."""
    return visible_parts(text, (start, *(gap.end() for gap in blank_lines(text, start, end)), end))


def blank_lines(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """The gaps between the paragraphs of text[start:end], with the line end before and all blanks after."""
    pattern = _BLANK_LINE_LF if text.find("\r", start, end) < 0 else BLANK_LINE
    return pattern.finditer(text, start, end)

"""What counts as blank, where visible text begins and ends, and where a cut spares whole characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

import regex

from core.spans import Range, Span

# Characters that take no room on the page: a word made of them alone is blank.
INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
_VISIBLE = re.compile(rf"[^\s{INVISIBLE}]")
_WORD = re.compile(r"\S+")
# Every kind of white space but the blank; U+3000 is the last.
_OTHER_BLANKS = [chr(number) for number in range(0x3001) if chr(number).isspace() and chr(number) != " "]
_OTHER_BLANKS_ASCII = [blank for blank in _OTHER_BLANKS if blank.isascii()]
_SURROGATES = re.compile("[\ud800-\udfff]")
_GRAPHEME = regex.compile(r"\X")
_GRAPHEME_LOOKBACK = 64
_ASIAN_MARKS = "\u302a\u302b\u302c\u302d\u302e\u302f\u3099\u309a"


def without_surrogates(text: str) -> str:
    """Lone surrogates, which no encoding can hold, as U+FFFD; offsets stay the same."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return _SURROGATES.sub("\ufffd", text)
    return text


def is_blank(text: str) -> bool:
    """True for text without a visible character (white space, no-break and zero-width characters)."""
    if "!" <= text[:1] <= "~":
        return False
    return text.isspace() or _VISIBLE.search(text) is None  # a blank or two, told quickly


def first_visible_character(text: str, start: int, end: int) -> int:
    """Where the first visible character inside [start, end) is; `end` where there is none."""
    first = _VISIBLE.search(text, start, end)
    return end if first is None else first.start()


def first_visible(text: str, start: int, end: int) -> int:
    """Where the first visible word inside [start, end) begins; `end` where there is none."""
    left = first_visible_character(text, start, end)
    if left == end:
        return end
    while left > start and not text[left - 1].isspace():
        left -= 1
    return left


def trim(text: str, start: int, end: int) -> Span:
    r"""The range from the first to the last visible word inside [start, end), or an empty span.

    Invisible characters that touch a visible word stay with it.

    >>> trim("\n Text \u200b\n", 0, 9)
    Span(start=2, end=6)
    """
    while end > start and text[end - 1].isspace():
        end -= 1
    if end > start and "!" <= text[start] <= "~" and "!" <= text[end - 1] <= "~":  # the usual case, told quickly
        return Span(start, end)
    left = first_visible(text, start, end)
    if left == end:
        return Span(start, start)
    right = end
    while right > left:
        while right > left and text[right - 1].isspace():
            right -= 1
        if text[right - 1] not in INVISIBLE:
            break
        word_start = right
        while word_start > left and not text[word_start - 1].isspace():
            word_start -= 1
        if not is_blank(text[word_start:right]):
            break
        right = word_start
    return Span(left, right)


def visible_parts(text: str, cuts: Iterable[int]) -> list[Range]:
    r"""What `trim` leaves of the ranges between neighboring cuts, which ascend; blank ranges are left out.

    >>> visible_parts("One.\n\n Two. ", (0, 6, 6, 12))
    [(0, 4), (7, 11)]
    """
    parts: list[Range] = []
    for start, end in pairwise(cuts):
        while end > start and text[end - 1].isspace():
            end -= 1
        if end == start:
            continue
        if text[start].isspace() or text[start] in INVISIBLE or text[end - 1] in INVISIBLE:
            part = trim(text, start, end)
            if part.length:
                parts.append(part)
        else:  # by far most
            parts.append((start, end))
    return parts


def whole_character_cut(text: str, position: int, floor: int) -> int:
    """The last cut at or before `position` that splits no grapheme cluster (nor CR LF).

    Returns `position` itself when the cluster it lies in begins at or before `floor`, because a cut
    must make progress.
    """
    if position >= len(text) or _surely_a_boundary(text[position - 1], text[position]):
        return position
    start = max(floor, position - _GRAPHEME_LOOKBACK)
    boundary = floor
    for match in _GRAPHEME.finditer(text, start, min(len(text), position + _GRAPHEME_LOOKBACK)):
        if match.end() > position:
            boundary = match.start()
            break
        boundary = match.end()
    return boundary if boundary > floor else position


def whole_character_start(text: str, position: int, ceiling: int) -> int:
    """The first place at or after `position`, and not after `ceiling`, where a range may begin."""
    while position < ceiling and position and whole_character_cut(text, position, 0) != position:
        position += 1
    return position


def _surely_a_boundary(before: str, after: str) -> bool:
    """A cheap yes for the common case of two characters that join nothing."""
    return _joins_nothing(before) and _joins_nothing(after) and not (before == "\r" and after == "\n")


def _joins_nothing(character: str) -> bool:
    """True for ASCII but for CR before LF, for kana, Han characters and their punctuation."""
    return character < "\u007f" or ("\u3001" <= character < "\ua000" and character not in _ASIAN_MARKS)


def normalized(text: str) -> str:
    """NFC with runs of white space folded to one blank: the form that chunk identity is taken from."""
    text = unicodedata.normalize("NFC", text)
    # Faster than to split the text into words and join them.
    for blank in _OTHER_BLANKS_ASCII if text.isascii() else _OTHER_BLANKS:
        text = text.replace(blank, " ")
    while "  " in text:
        text = text.replace("  ", " ")
    return text.strip()


# The same for texts that recur, such as the passages of one search after another.
normalized_again = lru_cache(maxsize=4096)(normalized)


def shortened(text: str, most: int) -> str:
    """The text on one line, of at most so many characters; a cut is told by an ellipsis.

    >>> shortened("one  two", 20), shortened("one two three", 8)
    ('one two', 'one two…')
    """
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def words(text: str, start: int, end: int) -> list[Range]:
    """Runs without white space in text[start:end]."""
    return [match.span() for match in _WORD.finditer(text, start, end)]

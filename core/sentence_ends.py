"""Whether a sentence ends where Unicode's rule sees an end. Unlike that rule, knows abbreviations, initials, ordinals.

Each answer rests on the few characters around the place, so that an edit changes no boundary far away.
"""

from __future__ import annotations

import re

from core.sentence_words import (
    AFTER_A_TIME,
    BEFORE_A_NUMBER,
    GERMAN,
    LABELS,
    LEADS_ON,
    MAY_END,
    NOT_GERMAN,
    STARTERS,
)

# No more is needed after these, in scripts where they end nothing but sentences.
_SURE = frozenset("。！？।۔؟")
# Quotation marks that open
OPENERS = frozenset("“‘«„「『（【〈《")
_BLANK_INSIDE = frozenset("»›")
_CLOSERS = frozenset("\"'“”’»›)]}」』）】〉》")
_KINDS = {
    **dict.fromkeys(MAY_END, "may end"),
    **dict.fromkeys(BEFORE_A_NUMBER, "before a number"),
    **dict.fromkeys(LEADS_ON, "leads on"),
    **dict.fromkeys(("a.m", "p.m"), "time"),
}
_LONGEST = max(map(len, _KINDS)) + 1
# Elided articles are no part of a word: "l'art. 5". Nor are quotation marks and brackets.
_LAST_WORD = re.compile(r"(?:[^\W\d_]{1,5}['’](?=[^\W\d_]{2}))?([^\s(\[{\"“„«‹,;:–—-]+)\Z")
_NEXT_WORD = re.compile(r"[\"'“‘«„‹(\[¿¡]*([^\W\d_]++)(?!\.)")
_NEXT_ABBREVIATION = re.compile(r"([^\W\d_]++)\.")
_LETTERS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]\Z")
_NUMBERING = re.compile(r"\d{1,3}(?:\.\d+)*\Z")
_NUMBER_FOLLOWS = re.compile(r"[(\[]?(?:\d|[§№#°]|[B-HJ-Z]\b|[IVXLC]{2,}\b)")
# What goes on after a Japanese quotation.
_QUOTED_ON = re.compile("と(?!ても|ころ)|って|など|を|の(?!ち)")
_NEARBY = 120


def sentence_end(text: str, at: int) -> int:
    """Where one sentence ends and the next begins, at or just before `at`; 0 where none does.

    `at` is where Unicode's rule (UAX #29) puts a boundary, behind white space and quotation marks of either kind.
    """
    if at == len(text):
        return 0
    before = text[at - 1]
    if before == " " and at > 1 and text[at - 2] == "." and text[at] not in _BLANK_INSIDE:
        word = text[max(0, at - 2 - _LONGEST) : at - 2].rpartition(" ")[2]
        if word.isalpha() and len(word) > 3 and word.lower() not in _KINDS and word[-3:] != "str":
            return at  # by far most, so before any detour
        return at if _after_full_stop(text, at - 2, at) else 0
    if before in _SURE:
        return at
    while before in OPENERS:
        at -= 1
        before = text[at - 1] if at else ""
    end = at
    while end and text[end - 1].isspace():
        end -= 1
    if not end or (end < at and _closes(text, at)):
        return 0
    ends = _after_full_stop(text, end - 1, at) if text[end - 1] == "." else _after_mark(text, end, at)
    return at if ends else 0


def _closes(text: str, at: int) -> bool:
    """French puts a blank on the inner side of its quotation marks."""
    return text[at] in _BLANK_INSIDE and not text[at + 1 : at + 2].isalnum()


def _after_mark(text: str, end: int, at: int) -> bool:
    mark = end - 1
    while mark and text[mark] in _CLOSERS:
        mark -= 1
    if text[mark] > "\u02ff" and text[mark] != "…":
        return mark == end - 1 or end < at or not _QUOTED_ON.match(text, at)
    if end == at:
        return _needs_no_blank(text[at])
    return text[mark] not in "!?" or not text[at].islower() or text[at + 1 : at + 2].isupper()


def _needs_no_blank(following: str) -> bool:
    """Chinese and Japanese put none between sentences, whatever mark ends them."""
    return "\u2e80" <= following < "\uac00"


def _after_full_stop(text: str, stop: int, at: int) -> bool:
    if at == stop + 1:
        return _needs_no_blank(text[at])
    word = _last_word(text, stop)
    if not word:
        return True
    kind = _KINDS.get(word.lower()) if len(word) > 1 or word.islower() else None
    if kind is None or len(word) == 1:
        if word[0].isdecimal():
            return _after_number(text, word, stop - len(word), at)
        if len(word) == 1 and word.isalpha():
            return _after_letter(text, stop - 1, at)
        if word.endswith("str"):  # of a German street, with the number of a house: "Bahnhofstr. 12"
            return not _NUMBER_FOLLOWS.match(text, at)
        return "." not in word or not _LETTERS.match(word) or _starter_follows(text, at)
    if kind == "before a number":
        return not _NUMBER_FOLLOWS.match(text, at)
    if kind == "time":
        following = _NEXT_WORD.match(text, at)
        return following is None or following[1] not in AFTER_A_TIME
    return kind == "may end" and _starter_follows(text, at)


def _starter_follows(text: str, at: int) -> bool:
    following = _NEXT_WORD.match(text, at)
    return following is not None and following[1] in STARTERS


def _after_letter(text: str, start: int, at: int) -> bool:
    """After "J." or "plan B." or "12.5 g."; a letter that opens a line numbers it."""
    before = _before(text, start)
    following = _NEXT_ABBREVIATION.match(text, at)
    if before < 0 or "\n" in text[before + 1 : start]:
        return False
    if following and (len(following[1]) == 1 or following[1].lower() in _KINDS):
        return False
    if text[before].isdecimal():
        return True
    if not text[start].isupper():
        return False
    return _last_word(text, before + 1).lower() in LABELS or _starter_follows(text, at)


def _after_number(text: str, number: str, start: int, at: int) -> bool:
    """After "1990."; a short number that opens a line or sentence numbers it, as in "2. Method"."""
    before = _before(text, start)
    if before == start - 1 >= 0:
        return True
    if _NUMBERING.match(number):
        if before < 0 or text[before] in "#*-•" or "\n" in text[before + 1 : start]:
            return False
        if text[before] in ".!?:;":
            return _KINDS.get(_last_word(text, before).lower()) == "before a number"
    return len(number) > 2 or _starter_follows(text, at) or not _is_german(text, start)


def _before(text: str, start: int) -> int:
    """Where the last character in front of `start` is that is no white space; -1 where there is none."""
    before = start - 1
    while before >= 0 and text[before].isspace():
        before -= 1
    return before


def _is_german(text: str, place: int) -> bool:
    """By the small words nearby. German writes ordinals with a full stop, and the nouns after them with a capital."""
    words = text[max(0, place - _NEARBY) : place + _NEARBY].lower().split()
    return len(GERMAN.intersection(words)) > len(NOT_GERMAN.intersection(words))


def _last_word(text: str, end: int) -> str:
    """What stands in front of `end` without blanks, brackets, quotation marks and elided articles."""
    word = text[max(0, end - _LONGEST) : end].rpartition(" ")[2]
    if word.isalpha():
        return word
    found = _LAST_WORD.search(word)
    return found[1] if found else ""

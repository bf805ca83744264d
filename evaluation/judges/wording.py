"""What generation.wording lacks for judging: copied runs, numbers and names, and replies that say nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from difflib import SequenceMatcher

import regex

_NUMBER = regex.compile(r"\d+(?:[.,:/]\d+)*")
_GROUPED = regex.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_DECIMAL = regex.compile(r"\d+\.\d+")
# A capital inside a sentence; the first word and words after an opening mark are capitals for other reasons.
_NAME = regex.compile(r"(?<=[\p{L}\p{N},;)]\s)\p{Lu}[\p{L}\p{N}'’-]*\p{L}")
_SAYS_NOTHING = regex.compile(
    r"\b(?:can ?not|can[’']t|could not|couldn[’']t|unable to|not able to)\s+(?:\w+\s+){0,2}"
    r"(?:find|answer|determine|tell|provide|locate|say)\b"
    r"|\bdo(?:es)?(?: not|n[’']t)\s+(?:\w+\s+){0,2}"
    r"(?:know|have (?:enough|sufficient)|contain|mention|provide|specify|say|state|include|address|answer)\b"
    r"|\b(?:is|are|was|were)(?: not|n[’']t)\s+(?:\w+\s+){0,2}"
    r"(?:mentioned|provided|specified|stated|found|given|available|addressed|enough)\b"
    r"|\b(?:no|not enough|insufficient)\s+(?:\w+\s+){0,2}(?:information|answer|context|details?|mention)\b"
    r"|\b(?:nothing was found|no sentence of the passages)\b"
    r"|\bwei(?:ß|ss) (?:ich |es |das )*nicht\b|\bkann (?:\w+ ){0,6}nicht (?:\w+ )?(?:finden|beantworten|sagen)\b"
    r"|\bkeine (?:\w+ )?(?:angaben?|informationen|antwort)\b"
    r"|わかりません|分かりません|見つかりません|記載(?:が|は)?(?:ありません|されていません)",
    regex.IGNORECASE,
)
# What such a sentence speaks of: the speaker or the sources, not the world.
_SOURCES = regex.compile(
    r"\b(?:I|contexts?|documents?|passages?|texts?|sources?|information|answer|question|collection"
    r"|ich|dokument\w*|angaben?|informationen|antwort|frage)\b|[ぁ-んァ-ヶ一-龯]",
    regex.IGNORECASE,
)


def longest_run(one: Sequence[str], other: Sequence[str]) -> int:
    """Number of terms in the longest sequence that both hold without a gap."""
    return SequenceMatcher(None, one, other, autojunk=False).find_longest_match().size


def numbers(text: str) -> set[str]:
    """Numbers as written, thousands separators and trailing zeros after a point aside.

    >>> sorted(numbers("1,200 units at 2.50 each"))
    ['1200', '2.5']
    """
    return {_plain(match) for match in _NUMBER.findall(text)}


def names(text: str) -> set[str]:
    """Words that begin with a capital inside a sentence, case-folded."""
    return {match.casefold() for match in _NAME.findall(text)}


def abstains(sentence: str) -> bool:
    """Whether the sentence says that the sources hold no answer, which claims nothing about the world.

    >>> abstains("I cannot find this in the documents."), abstains("The shop does not open on Sundays.")
    (True, False)
    """
    return bool(_SAYS_NOTHING.search(sentence) and _SOURCES.search(sentence))


def absent(wanted: Collection[str], text: str) -> int:
    """How many of the wanted words the case-folded text lacks."""
    folded = text.casefold()
    return sum(word not in folded for word in wanted)


def _plain(number: str) -> str:
    if _GROUPED.fullmatch(number):
        number = number.replace(",", "")
    return number.rstrip("0").rstrip(".") if _DECIMAL.fullmatch(number) else number

"""A follow-up question made fit for retrieval: "And since when?" alone would find unrelated chunks."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from generation.chat import Message
from generation.wording import terms

_WORD = regex.compile(r"\w+")
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}]")
# Words that point back to what was said, and beginnings that carry on from it (English, German, Japanese).
_POINTING_WORDS = """
    he him his she her hers it its they them their theirs this that these those former latter both
    er ihn ihm sein seine ihre ihren davon dafür dazu damit dort dies dieses diese
"""
_POINTING = frozenset(_POINTING_WORDS.split())
_CARRYING_ON = regex.compile(
    r"(?i)(?:and|but|or|also|then|so|what about|how about|und|aber|oder|auch)\b|また|では|それ|これ"
)
_FEW_WORDS = 2
# In a long question such words mostly point to something in the question itself.
_SHORT = 8
_CHARACTERS_OF_A_WORD = 3


def retrieval_query(question: str, history: Sequence[Message]) -> str:
    """What to retrieve by: the question, behind the last question that could stand alone where it needs it.

    >>> retrieval_query("And since when?", [Message("user", "Who leads the Orion team?")])
    'Who leads the Orion team? And since when?'
    """
    if not leans_on_context(question):
        return question
    asked = [message.content for message in history if message.role == "user"]
    standing = next((earlier for earlier in reversed(asked) if not leans_on_context(earlier)), None)
    return f"{standing} {question}" if standing else question


def leans_on_context(question: str) -> bool:
    """Whether the question says too little by itself: very short, without a topic, or pointing back."""
    words = _WORD.findall(question.casefold())
    unspaced = len(_UNSPACED.findall(question))
    size = len(words) + unspaced // _CHARACTERS_OF_A_WORD
    points_back = size <= _SHORT and not _POINTING.isdisjoint(words)
    return not terms(question) or size <= _FEW_WORDS or points_back or bool(_CARRYING_ON.match(question.strip()))

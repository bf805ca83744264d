"""The words of a text, as BM25 counts them. What they score is in bm25.py."""

from __future__ import annotations

import re
import unicodedata

import regex

# Scripts that put no blanks between words; runs of them are indexed by characters and by pairs.
_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_TOKEN = regex.compile(rf"[{_UNSPACED}]+|[^\W{_UNSPACED}]+", regex.V1)
_IS_UNSPACED = regex.compile(rf"[{_UNSPACED}]")
_ASCII_WORD = re.compile(r"\w+", re.ASCII)
_OTHER = re.compile(r"[^\x00-\x7f]")
# The commonest characters beyond ASCII are between words; with blanks in their place most English texts are ASCII.
_BETWEEN = "’‘“”–—…•\u00a0"


def tokens(text: str) -> list[str]:
    """Words in compatibility form without case; scripts without blanks as characters and pairs of them.

    >>> tokens("Zephyr pump. 退货")
    ['zephyr', 'pump', '退', '货', '退货']
    """
    if not text.isascii():
        for mark in _BETWEEN:
            text = text.replace(mark, " ")
    # What stands between two blanks is read by itself, because ASCII alone is read several times faster.
    found: list[str] = []
    done = 0
    while other := _OTHER.search(text, done):
        start = max(done, text.rfind(" ", done, other.start()) + 1)
        end = text.find(" ", other.end())
        end = len(text) if end < 0 else end
        found += _ASCII_WORD.findall(text[done:start].lower())
        found += _any_script(text[start:end])
        done = end
    return found + _ASCII_WORD.findall(text[done:].lower())


def _any_script(text: str) -> list[str]:
    found: list[str] = []
    for run in _TOKEN.findall(unicodedata.normalize("NFKC", text).casefold()):
        if _IS_UNSPACED.match(run):
            found.extend(run)
            found.extend(run[i : i + 2] for i in range(len(run) - 1))
        else:
            found.append(run)
    return found

"""The lines of a paragraph joined to one: with a space, without one in Chinese and Japanese, and over hyphens."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from corpus.pdf.scripts import is_cjk

# What a text's own hyphens are, and what only parts a word at the end of a line.
_HYPHENS, _SOFT = "-\u2010", "\u00ad"
# Where words are parted, they are at more line ends than this share, and more often than by chance.
_RARE, _MORE = 0.035, 2.0
_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010\u2011][^\W\d_]+)*")
_LAST = re.compile(r"[^\W\d_]+$")
_FIRST = re.compile(r"^[^\W\d_]+")


class Joining:
    """Knows which words the document has elsewhere, whole and with hyphens."""

    def __init__(self, paragraphs: Iterable[Sequence[str]]) -> None:
        self._words: Counter[str] = Counter()
        ends = lines = 0
        for each in paragraphs:
            cut = False
            lines += len(each) - 1
            for line in each:
                words = _WORD.findall(_FIRST.sub("", line) if cut else line)
                cut = line.endswith(tuple(_HYPHENS))
                ends += cut
                self._words.update(word.lower().replace("\u2010", "-") for word in (words[:-1] if cut else words))
        hyphened = sum(count for word, count in self._words.items() if "-" in word)
        # Words with hyphens of their own end a line by chance only, as often as other words do.
        by_chance = hyphened * lines / max(sum(self._words.values()), 1)
        self._parts_words = ends > _MORE * by_chance and ends > _RARE * lines

    def joined(self, lines: Sequence[str]) -> str:
        """One line."""
        text = lines[0]
        for below in lines[1:]:
            text = self._over(text, below)
        return text.replace(_SOFT, "")

    def _over(self, text: str, below: str) -> str:
        if text.endswith(_SOFT):
            return text[:-1] + below
        if text.endswith(tuple(_HYPHENS)):
            last, first = _LAST.search(text[:-1]), _FIRST.search(below)
            if last is None or first is None:
                return text + below if not text[-2:-1].isspace() and len(text) > 1 else f"{text} {below}"
            return (text[:-1] if self._is_one_word(last[0], first[0], text[-1]) else text) + below
        if is_cjk(text[-1]) and is_cjk(below[0]):
            return text + below
        return f"{text} {below}"

    def _is_one_word(self, last: str, first: str, hyphen: str) -> bool:
        """Does the hyphen only part the word? As the document writes it elsewhere, else as its other lines end."""
        if len(last) == 1 or not first[0].islower():
            return False
        whole, parted = self._words[(last + first).lower()], self._words[f"{last}-{first}".lower()]
        if whole or parted:
            return whole >= parted
        both = self._words[last.lower()] and self._words[first.lower()]
        if both and hyphen == "-" and min(len(last), len(first)) > 2:
            return False
        return hyphen == "\u2010" or self._parts_words

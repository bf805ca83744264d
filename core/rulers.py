"""How large a piece of text is, in the unit the user chose: characters, words or cl100k tokens.

A ruler is laid on one text and answers two questions: the size of a range, and how far a range that
begins here may reach under a limit.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from functools import cached_property
from typing import Protocol

from core.errors import SettingError
from core.text import whole_character_cut, words
from core.tokens import count_tokens, piece_ends, piece_starts, token_starts

# Shorter ranges are encoded outright: that is as quick as looking pieces up.
_SHORT = 64


class Ruler(Protocol):
    """Measures ranges of one text."""

    text: str

    def measure(self, text: str) -> int:
        """Size of any text in this ruler's unit."""
        ...

    def size(self, start: int, end: int) -> int:
        """Size of self.text[start:end]."""
        ...

    def reach(self, start: int, end: int, limit: int) -> int:
        """Largest cut in (start, end] such that text[start:cut] fits the limit; one character at least."""
        ...

    def back(self, floor: int, end: int, limit: int) -> int:
        """Smallest cut in [floor, end] such that text[cut:end] fits the limit; `end` when nothing fits."""
        ...


class CharacterRuler:
    """Sizes in Python characters (code points)."""

    def __init__(self, text: str) -> None:
        self.text = text

    def measure(self, text: str) -> int:
        """Number of code points."""
        return len(text)

    def size(self, start: int, end: int) -> int:
        """Number of code points of the range."""
        return end - start

    def reach(self, start: int, end: int, limit: int) -> int:
        """See Ruler.reach."""
        if end - start <= limit:
            return end
        return whole_character_cut(self.text, start + limit, start)

    def back(self, floor: int, end: int, limit: int) -> int:
        """See Ruler.back."""
        return max(floor, end - limit)


class WordRuler:
    """Sizes in words, that is runs without white space. A word is never cut."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _starts(self) -> list[int]:
        return [word.start for word in words(self.text)]

    def measure(self, text: str) -> int:
        """Number of words."""
        return len(text.split())

    def size(self, start: int, end: int) -> int:
        """Number of words of the range."""
        return len(self.text[start:end].split())

    def reach(self, start: int, end: int, limit: int) -> int:
        """See Ruler.reach. The cut falls before a word."""
        position = bisect_left(self._starts, start) + limit
        if start < len(self.text) and not self.text[start].isspace() and start not in self._starts_set:
            position -= 1  # the range begins inside a word, which counts as its first
        return min(end, self._starts[position]) if position < len(self._starts) else end

    def back(self, floor: int, end: int, limit: int) -> int:
        """See Ruler.back."""
        position = bisect_left(self._starts, end) - limit
        return min(end, max(floor, self._starts[position])) if position >= 0 else floor

    @cached_property
    def _starts_set(self) -> frozenset[int]:
        return frozenset(self._starts)


class TokenRuler:
    """Sizes in cl100k tokens of the range on its own, as an encoder of the chunk would count them.

    tiktoken first divides a text into pieces by a pattern that looks only forward, then encodes each
    piece. A range that begins where a piece of the whole text begins therefore has the same pieces up
    to its last ones, so only its two ends need to be encoded again.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _starts(self) -> list[int]:
        """Where each token of the whole text begins."""
        return token_starts(self.text)

    @cached_property
    def _pieces(self) -> tuple[list[int], list[int]]:
        """Where each piece of the whole text begins, and how many tokens come before it."""
        begins = piece_starts(self.text)
        return begins, [bisect_left(self._starts, begin) for begin in begins]

    def measure(self, text: str) -> int:
        """Number of tokens."""
        return count_tokens(text)

    def size(self, start: int, end: int) -> int:
        """Number of tokens of the range encoded on its own."""
        if end - start <= _SHORT:
            return count_tokens(self.text[start:end])
        begins, before = self._pieces
        first = self._first_shared_piece(start, begins)
        visible_end = start + len(self.text[start:end].rstrip())
        last = bisect_right(begins, visible_end) - 2
        if last <= first:
            return count_tokens(self.text[start:end])
        head = count_tokens(self.text[start : begins[first]])
        return head + before[last] - before[first] + count_tokens(self.text[begins[last] : end])

    def _first_shared_piece(self, start: int, begins: list[int]) -> int:
        """Index of the first piece of the whole text at or after `start` that a range from there has too."""
        index = bisect_left(begins, start)
        if index < len(begins) and begins[index] == start:
            return index
        for piece_end in piece_ends(self.text, start):
            index = bisect_left(begins, piece_end)
            if index < len(begins) and begins[index] == piece_end:
                return index
        return len(begins)

    def reach(self, start: int, end: int, limit: int) -> int:
        """See Ruler.reach. Tokens of the whole text propose the cut; the range's own count decides."""
        first = bisect_left(self._starts, start)
        near = first + limit
        if (near >= len(self._starts) or self._starts[near] >= end) and self.size(start, end) <= limit:
            return end
        for position in range(min(near, len(self._starts) - 1), first, -1):
            cut = min(end, self._starts[position])
            if cut > start:
                cut = whole_character_cut(self.text, cut, start)
                if self.size(start, cut) <= limit:
                    return cut
        return self._within_a_token(start, end, limit)

    def _within_a_token(self, start: int, end: int, limit: int) -> int:
        """The longest run of characters that fits where not even one token of the whole text does."""
        cut = start + 1
        while cut < end and self.size(start, cut + 1) <= limit:
            cut += 1
        return cut

    def back(self, floor: int, end: int, limit: int) -> int:
        """See Ruler.back."""
        last = bisect_left(self._starts, end)
        for position in range(max(0, last - limit), last):
            cut = max(floor, self._starts[position])
            if self.size(cut, end) <= limit:
                return min(cut, end)
        return end


UNITS: dict[str, Callable[[str], Ruler]] = {"chars": CharacterRuler, "tokens": TokenRuler, "words": WordRuler}


def ruler_for(unit: str, text: str) -> Ruler:
    """The ruler of a unit, laid on a text."""
    if unit not in UNITS:
        raise SettingError(f"unit {unit!r} is not known: choose one of {', '.join(UNITS)}.")
    return UNITS[unit](text)

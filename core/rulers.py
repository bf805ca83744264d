"""How large a piece of text is, in the unit the user chose: characters, words, cl100k tokens or word pieces.

A ruler is laid on one text and answers two questions: the size of a range, and how far a range that
begins here may reach under a limit.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import cached_property
from typing import Protocol

from core.errors import SettingError
from core.layout import LayoutRuler
from core.pieces import PieceCounter, pieces_of
from core.text import whole_character_cut, words
from core.tokens import TOKENS


class Ruler(Protocol):
    """Measures ranges of one text."""

    text: str

    def measure(self, text: str) -> int:
        """Size of any text in this ruler's unit."""
        ...

    def size(self, start: int, end: int) -> int:
        """Size of self.text[start:end]."""
        ...

    def size_after(self, before: str, start: int, end: int) -> int:
        """Size of `before` followed by self.text[start:end], counted as one text."""
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

    def size_after(self, before: str, start: int, end: int) -> int:
        """See Ruler.size_after."""
        return len(before) + end - start

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
        return [start for start, _ in words(self.text, 0, len(self.text))]

    def measure(self, text: str) -> int:
        """Number of words."""
        return len(text.split())

    def size(self, start: int, end: int) -> int:
        """Number of words of the range."""
        return len(self.text[start:end].split())

    def size_after(self, before: str, start: int, end: int) -> int:
        """See Ruler.size_after."""
        return len((before + self.text[start:end]).split())

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


UNITS: dict[str, Callable[[str], Ruler]] = {
    "chars": CharacterRuler,
    "tokens": lambda text: LayoutRuler(text, TOKENS),
    "words": WordRuler,
}


def ruler_for(unit: str, text: str, counter: PieceCounter | None = None) -> Ruler:
    """The ruler of a unit, laid on a text. The unit `pieces` counts the word pieces of `counter`, an encoder."""
    if unit == "pieces":
        if counter is None:
            raise SettingError("the unit pieces needs an encoder, because word pieces are an encoder's own.")
        return LayoutRuler(text, pieces_of(counter))
    if unit not in UNITS:
        raise SettingError(f"unit {unit!r} is not known: choose one of {', '.join(UNITS)}.")
    return UNITS[unit](text)

"""Rulers for units that a text must be encoded to be counted in: tokens, word pieces.

The text is encoded once. The size of any range then follows from the counts at its seams, which are places where
every range is divided, so that only its two ends are encoded again.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from core.recent import Recent
from core.search import furthest
from core.text import whole_character_cut

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.integer]

# Longer texts hardly recur. Shorter ones are words at the ends of ranges and headings above them, and do.
_SHORT = 96
# Of texts with so many characters together the layouts are remembered.
REMEMBERED = 16_000_000


@dataclass(frozen=True, slots=True)
class Layout:
    """Where each token of one text begins, its seams, and how many tokens come before each seam. All ascend.

    At a seam counts add up: for any start <= seam <= end, the tokens of text[start:end] are as many as those of
    text[start:seam] and text[seam:end].
    """

    starts: array[int]
    seams: array[int]
    before: array[int]

    @classmethod
    def of(cls, starts: Numbers, seams: Numbers, before: Numbers) -> Layout:
        """From arrays of numpy."""
        return cls(_packed(starts), _packed(seams), _packed(before))


def _packed(numbers: Numbers) -> array[int]:
    # Looked up one by one, an array is several times faster than numpy's; a list takes four times its memory.
    return array("i", numbers.astype("int32").tobytes())


@dataclass(frozen=True, slots=True)
class Counting:
    """A way to count. `added` is what every text has on top of `count`, such as the special pieces around it."""

    count: Callable[[str], int]
    lay_out: Callable[[str], Layout]
    added: int = 0


def remembering(count: Callable[[str], int]) -> Callable[[str], int]:
    """The same count, which knows the short texts that it counted last."""
    remembered = lru_cache(maxsize=1 << 16)(count)
    return lambda text: remembered(text) if len(text) <= _SHORT else count(text)


class LayoutRuler:
    """Sizes of ranges counted on their own, as an encoder of the chunk would."""

    def __init__(self, text: str, counting: Counting) -> None:
        self.text = text
        self._counting = counting
        self._count = counting.count

    @cached_property
    def _layout(self) -> Layout:
        return _RECENT.get(self.text, self._counting.lay_out, self._counting)

    def measure(self, text: str) -> int:
        """Size of any text."""
        return self._count(text) + self._counting.added

    def size(self, start: int, end: int) -> int:
        """Size of the range counted on its own."""
        layout, text = self._layout, self.text
        seams = layout.seams
        first, last = bisect_left(seams, start), bisect_right(seams, end) - 1
        if last <= first:
            return self._count(text[start:end]) + self._counting.added
        counted = layout.before[last] - layout.before[first] + self._counting.added
        if start < seams[first]:
            counted += self._count(text[start : seams[first]])
        if seams[last] < end:
            counted += self._count(text[seams[last] : end])
        return counted

    def size_after(self, before: str, start: int, end: int) -> int:
        """See Ruler.size_after. Beyond its first seam, the range counts as it does alone."""
        layout, text = self._layout, self.text
        # A seam at the very start says nothing of what may stand before it.
        first, last = bisect_right(layout.seams, start), bisect_right(layout.seams, end) - 1
        if last <= first:
            return self.measure(before + text[start:end])
        ends = self._count(before + text[start : layout.seams[first]]) + self._count(text[layout.seams[last] : end])
        return ends + layout.before[last] - layout.before[first] + self._counting.added

    def reach(self, start: int, end: int, limit: int) -> int:
        """See Ruler.reach. Tokens of the whole text propose the cut; the range's own count decides."""
        starts = self._layout.starts
        here = bisect_right(starts, start) - 1
        near = min(here + max(0, limit - self._counting.added), len(starts) - 1)
        # One token of slack: a range that begins inside a token can have fewer than the whole text has there.
        if (near + 1 >= len(starts) or starts[near + 1] >= end) and self.size(start, end) <= limit:
            return end

        def cut_before(token: int) -> int:
            return whole_character_cut(self.text, min(end, starts[token]), start)

        if near > here and self.size(start, cut_before(near)) <= limit:  # by far most
            token = near
        else:
            token = furthest(here, near - 1, lambda token: self.size(start, cut_before(token)) <= limit, guess=near - 1)
        cut = cut_before(token) if token > here else start
        return cut if cut > start else self._within_a_token(start, end, limit)

    def _within_a_token(self, start: int, end: int, limit: int) -> int:
        """The longest run of characters that fits where not even one token of the whole text does."""
        cut = furthest(start + 1, end, lambda place: self.size(start, place) <= limit, guess=start + 2)
        whole = whole_character_cut(self.text, cut, start)
        return whole if self.size(start, whole) <= limit else cut

    def back(self, floor: int, end: int, limit: int) -> int:
        """See Ruler.back."""
        starts = self._layout.starts
        before = bisect_left(starts, end)
        most = min(before, max(0, limit - self._counting.added))

        def cut_after(tokens: int) -> int:
            return max(floor, starts[before - tokens])

        if most and self.size(cut_after(most), end) <= limit:  # by far most
            return min(end, cut_after(most))
        tokens = furthest(0, most - 1, lambda tokens: self.size(cut_after(tokens), end) <= limit, guess=most - 1)
        return min(end, cut_after(tokens)) if tokens else end


_RECENT: Recent[Layout] = Recent(characters=REMEMBERED)

"""A ruler that keeps two limits at once: the size that was asked for, and what the encoder reads."""

from __future__ import annotations

from core.rulers import Ruler


class TwoLimits:
    """Sizes in the unit of `asked`, or more where the other limit is nearer.

    A text of `most` in the unit of `read` counts `limit` in the unit of `asked`, and others in proportion; so what
    is at most `limit` keeps both. Counted apart and added, two texts may count one more than together.
    """

    def __init__(self, asked: Ruler, limit: int, read: Ruler, most: int) -> None:
        self.text = asked.text
        self.asked = asked
        self._limit = limit
        self._read = read
        self.most = most

    def measure(self, text: str) -> int:
        """The larger of the two sizes."""
        return max(self.asked.measure(text), self._scaled(self._read.measure(text)))

    def size(self, start: int, end: int) -> int:
        """The larger of the two sizes of the range."""
        return max(self.asked.size(start, end), self._scaled(self._read.size(start, end)))

    def size_after(self, before: str, start: int, end: int) -> int:
        """The larger of the two sizes of the range with what stands before it."""
        read = self._read.size_after(before, start, end)
        return max(self.asked.size_after(before, start, end), self._scaled(read))

    def reach(self, start: int, end: int, limit: int) -> int:
        """See Ruler.reach. Each ruler looks again where the other has cut, because a shorter text can count more."""
        read = self._unscaled(limit)
        if read < 1:
            return start + 1
        cut = end
        while True:
            shorter = self._read.reach(start, self.asked.reach(start, cut, limit), read)
            if shorter == cut:
                return cut
            cut = shorter

    def back(self, floor: int, end: int, limit: int) -> int:
        """See Ruler.back."""
        read = self._unscaled(limit)
        if read < 1:
            return end
        cut = floor
        while True:
            later = self._read.back(self.asked.back(cut, end, limit), end, read)
            if later == cut:
                return cut
            cut = later

    def _scaled(self, read: int) -> int:
        return -(-read * self._limit // self.most)

    def _unscaled(self, limit: int) -> int:
        return limit * self.most // self._limit

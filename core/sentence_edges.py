"""Where sentences end and begin near a place. Unlike sentences.py, decides nothing about the rest of the text."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Protocol

from core.recent import Recent
from core.sentence_ends import OPENERS, sentence_end
from core.sentences import possible_ends, sentences, sure_cuts, with_line_feeds
from core.spans import Span
from core.text import INVISIBLE


class Edges(Protocol):
    """Where the parts of a text end and begin."""

    def last_end(self, low: int, high: int) -> int | None:
        """The last end after `low` and up to `high`; None where there is none."""
        ...

    def starts(self, low: int, high: int) -> Sequence[int]:
        """The starts from `low` to before `high`, in order."""
        ...


class KnownEdges:
    """Those of disjoint spans in order."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self._starts = [span.start for span in spans]
        self._ends = [span.end for span in spans]

    def last_end(self, low: int, high: int) -> int | None:
        """See Edges.last_end."""
        place = bisect_right(self._ends, high) - 1
        return self._ends[place] if place >= 0 and self._ends[place] > low else None

    def starts(self, low: int, high: int) -> Sequence[int]:
        """See Edges.starts."""
        return self._starts[bisect_left(self._starts, low) : bisect_left(self._starts, high)]


class SentenceEdges:
    """Those of the sentences of a text without invisible characters, so that only white space is around them."""

    def __init__(self, text: str) -> None:
        self._text = text = with_line_feeds(text)
        possible = possible_ends(text)
        # An end there may be moved to before the quotation mark; all others are where they are asked for, or nowhere.
        opening = [] if text.isascii() else [place for place in possible if text[place - 1] in OPENERS]
        moved = {sentence_end(text, place) for place in opening}
        self._possible = [place for place in possible if text[place - 1] not in OPENERS] if moved else possible
        self._sure = sorted(sure_cuts(text) | moved)

    def last_end(self, low: int, high: int) -> int | None:
        """See Edges.last_end."""
        top = self.next_start(high)
        cut = self._sure[bisect_right(self._sure, top) - 1]
        for index in range(bisect_right(self._possible, top) - 1, -1, -1):
            place = self._possible[index]
            if place <= cut or place <= low:
                break
            if sentence_end(self._text, place):
                cut = place
                break
        end = self._before_blanks(cut)
        return end if end > low else None

    def first_end(self, low: int) -> int:
        """The first end after `low`, where something visible is after `low`."""
        start = self.next_start(low)
        cut = self._sure[bisect_right(self._sure, start)]
        for index in range(bisect_right(self._possible, start), len(self._possible)):
            place = self._possible[index]
            if place >= cut:
                break
            if sentence_end(self._text, place):
                cut = place
                break
        return self._before_blanks(cut)

    def starts(self, low: int, high: int) -> Sequence[int]:
        """See Edges.starts."""
        bottom = self._before_blanks(low)
        sure, possible = (
            places[bisect_left(places, bottom) : bisect_left(places, high)] for places in (self._sure, self._possible)
        )
        cuts = (*sure, *(place for place in possible if sentence_end(self._text, place)))
        found = {self.next_start(cut) for cut in cuts}
        return sorted(start for start in found if low <= start < high)

    def next_start(self, end: int) -> int:
        """Where the sentence after one that ends there begins; the length of the text where none does."""
        while end < len(self._text) and self._text[end].isspace():
            end += 1
        return end

    def _before_blanks(self, place: int) -> int:
        while place and self._text[place - 1].isspace():
            place -= 1
        return place


def sentence_edges(text: str) -> Edges:
    """The edges of what `sentences` finds."""
    return edges_when_asked(text) or KnownEdges(sentences(text))


def edges_when_asked(text: str) -> SentenceEdges | None:
    """The same of a text without invisible characters; None for others."""
    visible = text.isascii() or not any(sign in text for sign in INVISIBLE)
    return _RECENT.get(text, SentenceEdges) if visible else None


_RECENT: Recent[SentenceEdges] = Recent(characters=16_000_000)

"""The passage of a document that reads most like a quote. Unlike corpus/anchor.py, which finds only the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property

from core.sentences import sentences
from core.spans import Span
from core.text import trim
from core.types import Document
from generation.wording import rarity, terms

# From here on a passage is the quote with changes; below, another text.
NEAR = 0.6
_CANDIDATES = 3
# Words, and single characters of scripts written without blanks.
_WORD = re.compile(r"[぀-ヿ㐀-鿿฀-๿]|[^\W぀-ヿ㐀-鿿฀-๿]+")
_MARKS = re.compile(r"[^\w\s]+")


@dataclass(frozen=True, slots=True)
class Near:
    """A passage and how alike it is, from 0 to 1: difflib's ratio over words (2 M / T)."""

    document_id: str
    span: Span
    likeness: float


@dataclass(frozen=True)
class NearPlaces:
    """A document's sentences, ready to be compared with many quotes."""

    document: Document

    @cached_property
    def spans(self) -> list[Span]:
        """The sentences."""
        return sentences(self.document.text)

    @cached_property
    def words(self) -> list[frozenset[str]]:
        """The topical words of each sentence."""
        return [frozenset(terms(self.document.text[span.start : span.end])) for span in self.spans]

    @cached_property
    def weights(self) -> dict[str, float]:
        """How rare each word is among the sentences."""
        return rarity(self.words)

    def nearest(self, quote: str) -> Near | None:
        """The most alike run of sentences, cut to the words that match; None where nothing is as near as NEAR.

        Candidates are the runs with the most weight of shared rare words; these alone are compared word by word.
        """
        found = [near for run in self._runs(quote) if (near := self._compared(quote, run)) is not None]
        best = max(found, key=lambda near: (near.likeness, -near.span.start), default=None)
        return best if best is not None and best.likeness >= NEAR else None

    def _runs(self, quote: str) -> Iterator[Span]:
        wanted = frozenset(terms(quote))
        shared = [sum(self.weights[word] for word in wanted & one) for one in self.words]
        size = max(1, len(sentences(quote)))
        for length in {max(1, size - 1), size, size + 1}:
            sums = [sum(shared[first : first + length]) for first in range(max(1, len(shared) - length + 1))]
            ranked = sorted(range(len(sums)), key=lambda first: (-sums[first], first))
            for first in ranked[:_CANDIDATES]:
                if sums[first] > 0:
                    yield Span(self.spans[first].start, self.spans[min(first + length, len(self.spans)) - 1].end)

    def _compared(self, quote: str, run: Span) -> Near | None:
        """The run without the words before the first and after the last match."""
        text = self.document.text
        theirs = [Span(*match.span()) for match in _WORD.finditer(text, run.start, run.end)]
        ours = [word.casefold() for word in _WORD.findall(quote)]
        matcher = SequenceMatcher(
            None, ours, [text[span.start : span.end].casefold() for span in theirs], autojunk=False
        )
        blocks = [block for block in matcher.get_matching_blocks() if block.size]
        if not blocks:
            return None
        first, last = blocks[0], blocks[-1]
        # Words of the quote that have no match at its edges stand for as many of the passage.
        begin = max(0, first.b - first.a)
        end = min(len(theirs), last.b + last.size + len(ours) - last.a - last.size)
        matched = sum(block.size for block in blocks)
        span = _with_marks(text, Span(theirs[begin].start, theirs[end - 1].end), run, quote)
        return Near(self.document.id, span, 2 * matched / (len(ours) + end - begin))


def nearest(quote: str, places: Sequence[NearPlaces]) -> Near | None:
    """The nearest passage in any of the documents; the first of equals."""
    found = [near for place in places if (near := place.nearest(quote)) is not None]
    return max(found, key=lambda near: near.likeness, default=None)


def _with_marks(text: str, span: Span, run: Span, quote: str) -> Span:
    """The span with as many marks more at each edge as the quote has there, where the passage has them."""
    ours = [match.span() for match in _WORD.finditer(quote)]
    before, after = len(quote[: ours[0][0]].split()), len(quote[ours[-1][1] :].split())
    left = list(_MARKS.finditer(text, run.start, span.start))[::-1]
    right = list(_MARKS.finditer(text, span.end, run.end))
    start = _reach(text, span.start, [(match.end(), match.start()) for match in left[:before]])
    end = _reach(text, span.end, [match.span() for match in right[:after]])
    return trim(text, start, end)


def _reach(text: str, edge: int, marks: Sequence[tuple[int, int]]) -> int:
    """How far marks go that follow one another from the edge, each as (nearer end, farther end)."""
    for near, far in marks:
        if _WORD.search(text, min(edge, near), max(edge, near)):
            break
        edge = far
    return edge

"""Where a quoted passage lies in a document: exactly, or with white space and typography read leniently.

Never by guessing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from pathlib import PurePosixPath
from typing import Any

from core.spans import Span
from core.types import Document, Evidence

# Curly for straight and long for short, one character for one, as office programs change them.
_PLAIN = str.maketrans("‘’‚‛“”„‟‐‑‒–—−", 4 * "'" + 4 * '"' + 6 * "-")


def find_quote(text: str, quote: str) -> list[Span]:
    """All places of a quote: exact ones, else those where every run of white space equals every other, else those
    where quotation marks and dashes of one kind do, too.

    >>> find_quote("a  b", "a b")
    [Span(start=0, end=4)]
    """
    words = quote.split()
    if not words:
        return []
    if quote in text:
        return list(_exact(text, quote))
    return _lenient(text, words) or _lenient(text.translate(_PLAIN), quote.translate(_PLAIN).split())


def _lenient(text: str, words: list[str]) -> list[Span]:
    """Places of these words with any white space between them."""
    return [Span(*match.span()) for match in re.finditer(r"\s+".join(map(re.escape, words)), text)]


def _exact(text: str, quote: str) -> Iterator[Span]:
    """Places that do not overlap, without compiling the quote, which takes longer than to find it."""
    start = text.find(quote)
    while start >= 0:
        yield Span(start, start + len(quote))
        start = text.find(quote, start + len(quote))


class SentencePlaces:
    """Finds the sentences of a text one after the other, whatever white space the splitter added or dropped."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._from = 0

    def next(self, sentence: str) -> Span | None:
        """The place of the next sentence, at or after the end of the one before; None leaves the place unchanged."""
        squeezed = "".join(sentence.split())
        if not squeezed:
            return None
        begin = self._squeezed.find(squeezed, self._from)
        if begin < 0:
            return None
        self._from = begin + len(squeezed)
        return Span(self._visible[begin], self._visible[self._from - 1] + 1)

    @cached_property
    def _visible(self) -> list[int]:
        return [place for place, character in enumerate(self.text) if not character.isspace()]

    @cached_property
    def _squeezed(self) -> str:
        return "".join(self.text.split())


def joined(text: str, spans: list[Span]) -> list[Span]:
    """Spans in order of place; those with only white space (or nothing) between them are one."""
    result: list[Span] = []
    for span in sorted(set(spans)):
        if result and (span.start <= result[-1].end or text[result[-1].end : span.start].isspace()):
            result[-1] = Span(result[-1].start, max(result[-1].end, span.end))
        else:
            result.append(span)
    return result


class EvidencePlaces:
    """Passages as a question file gives them ({document, start, end}, {document, quote} or {quote}) to Evidence."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._by_id = {document.id: document for document in documents}
        self._by_base: dict[str, list[Document]] = {}
        for document in documents:
            self._by_base.setdefault(PurePosixPath(document.id).name, []).append(document)

    def anchor(self, passage: Any) -> tuple[Evidence | None, str]:
        """The evidence, or None; and what to tell the reader, empty when all is well."""
        if not isinstance(passage, Mapping):
            return None, "names no document"
        name = passage.get("document")
        if name is None:
            return self._anywhere(passage.get("quote"))
        if not isinstance(name, str):
            return None, "names no document"
        document = self.document(name)
        if document is None:
            return None, f"document {name!r} is not in this corpus"
        start, end, quote = passage.get("start"), passage.get("end"), passage.get("quote")
        given = range_in(start, end, len(document.text))
        quoted = quote if isinstance(quote, str) and quote.strip() else None
        if given is not None:
            text = document.text[given.start : given.end]
            if quoted is None or quoted.split() == text.split():
                return Evidence(document.id, given.start, given.end, text), ""
        if quoted is not None:
            return _by_quote(document, quoted, start if isinstance(start, int) else None)
        if start is None and end is None:
            return None, "has neither a quote nor start and end"
        return None, f"{start} to {end} is no range of the {len(document.text):,} characters of {name}"

    def _anywhere(self, quote: Any) -> tuple[Evidence | None, str]:
        """A quote without a document, in the first one that holds it."""
        if not isinstance(quote, str) or not quote.strip():
            return None, "names no document"
        holding = [one for one in self._near(_visible(quote)) if find_quote(one.text, quote)]
        if not holding:
            return None, f"the quote {_shown(quote)!r} is in none of the documents"
        evidence, trouble = _by_quote(holding[0], quote, None)
        if len(holding) > 1:
            trouble = f"the quote {_shown(quote)!r} is in {len(holding):,} documents; {holding[0].id} is taken"
        return evidence, trouble

    @cached_property
    def _joined(self) -> tuple[str, list[int]]:
        """What can be seen of all documents, in one text that is searched at once, and where each ends in it."""
        texts = [f"{_visible(document.text)}\n" for document in self._by_id.values()]
        return "".join(texts), list(accumulate(map(len, texts)))

    def _near(self, visible: str) -> Iterator[Document]:
        """The documents that hold these words if white space is left out; with it, fewer may."""
        (text, ends), documents, place = self._joined, list(self._by_id.values()), 0
        while (place := text.find(visible, place)) >= 0:
            number = bisect_right(ends, place)
            yield documents[number]
            place = ends[number]

    def document(self, name: str) -> Document | None:
        """By id; else by file name alone where only one document has it."""
        if name in self._by_id:
            return self._by_id[name]
        namesakes = self._by_base.get(PurePosixPath(name).name, [])
        return namesakes[0] if len(namesakes) == 1 else None


def range_in(start: Any, end: Any, length: int) -> Span | None:
    """The span, when both are whole numbers and it is not empty and lies in the text."""
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= length:
        return None
    return Span(start, end)


def _by_quote(document: Document, quote: str, near: int | None) -> tuple[Evidence | None, str]:
    places = find_quote(document.text, quote)
    shown = _shown(quote)
    if not places:
        return None, f"the quote {shown!r} is not in {document.id}"
    span = places[0] if near is None else min(places, key=lambda place: abs(place.start - near))
    trouble = ""
    if near is not None:
        trouble = f"start and end do not fit the quote {shown!r}; its place at {span.start} is used"
    elif len(places) > 1:
        trouble = f"the quote {shown!r} occurs {len(places)} times in {document.id}; the first is used"
    return Evidence(document.id, span.start, span.end, document.text[span.start : span.end]), trouble


def _visible(text: str) -> str:
    """Without white space, typography made plain."""
    return "".join(text.translate(_PLAIN).split())


def _shown(quote: str) -> str:
    return " ".join(quote.split())[:60]

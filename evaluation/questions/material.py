"""Documents as material for questions: parts with the headings above them, sentences, and where each word stands.

Unlike chunking, which has to cover a text, this only finds what a question can be about.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from chunking.blocks import Block
from chunking.outline import outline_of
from chunking.records import is_table
from core.sentences import sentences
from core.spans import Span
from core.types import Document
from evaluation.questions.phrases import Language, language_of
from generation.wording import terms

_NUMBERING = re.compile(r"^(?:第\d+章|\(?[\dA-Z]{1,3}(?:\.\d+)*[.)]?|§\s*\d+)\s+(?=\S)")
_LONGEST_TITLE = 80
_SENTENCE_ENDS = (".", ":", ";", ",", "。", "、")
_LONGEST_LABEL = 60


@dataclass(frozen=True, slots=True)
class Part:
    """What stands under one heading, or under one titled clause, without what stands under those below it."""

    document: Document
    path: tuple[str, ...]
    blocks: tuple[Block, ...]

    @property
    def body(self) -> Span:
        """From the first of its blocks to the last."""
        return Span(self.blocks[0].start, self.blocks[-1].end)

    @property
    def text(self) -> str:
        """What the body says."""
        return self.document.text[self.body.start : self.body.end]


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence, its topical words, and the part it stands in, None in a table of records. A row is no prose."""

    document: Document
    span: Span
    terms: frozenset[str]
    part: int | None
    prose: bool

    @property
    def text(self) -> str:
        """The sentence."""
        return self.document.text[self.span.start : self.span.end]


@dataclass(frozen=True)
class Material:
    """A corpus, taken apart once for all strata."""

    documents: Sequence[Document]

    @cached_property
    def parts(self) -> list[Part]:
        """The parts of all documents that are no tables of records, in order."""
        return [part for document in self.documents if not is_table(document) for part in parts_of(document)]

    @cached_property
    def told(self) -> list[Told]:
        """All sentences, in order."""
        return [one for document in self.documents for one in self._told(document)]

    @cached_property
    def holders(self) -> dict[str, set[int]]:
        """The sentences that hold each word, by their number in `told`."""
        found: defaultdict[str, set[int]] = defaultdict(set)
        for number, one in enumerate(self.told):
            for term in one.terms:
                found[term].add(number)
        return dict(found)

    @cached_property
    def languages(self) -> dict[str, Language]:
        """The language of each document, by its id."""
        return {document.id: language_of(document.text) for document in self.documents}

    @cached_property
    def labels(self) -> dict[str, str]:
        """What each document is called in a question: its title where that is short and its own, else its name."""
        titles = {one.id: str(one.meta.get("title") or "") for one in self.documents}
        taken = Counter(titles.values())
        return {
            one.id: title if 0 < len(title := titles[one.id]) <= _LONGEST_LABEL and taken[title] == 1 else one.name
            for one in self.documents
        }

    def holding(self, *words: str) -> set[int]:
        """The sentences that hold all topical words of these texts."""
        wanted = {term for word in words for term in terms(word)}
        sets = sorted((self.holders.get(term, set()) for term in wanted), key=len)
        return set.intersection(*sets) if sets else set()

    @cached_property
    def _names(self) -> dict[tuple[str, ...], int]:
        """How many parts each end of a path leads to."""
        return Counter(part.path[start:] for part in self.parts for start in range(len(part.path)))

    def name(self, part: Part) -> str | None:
        """What a question calls the part: as few of its headings as lead to it alone; None where none do."""
        for start in range(len(part.path) - 1, -1, -1):
            if self._names[part.path[start:]] == 1:
                return " – ".join(part.path[start:])
        return None

    def _told(self, document: Document) -> Iterator[Told]:
        numbers = [number for number, part in enumerate(self.parts) if part.document is document]
        starts = [self.parts[number].body.start for number in numbers]
        for span in sentences(document.text):
            at = bisect_right(starts, span.start) - 1
            inside = at >= 0 and span.end <= self.parts[numbers[at]].body.end
            kind = _kind(self.parts[numbers[at]], span) if inside else ""
            words = frozenset(terms(document.text[span.start : span.end]))
            yield Told(
                document, span, words, numbers[at] if inside else None, kind in ("paragraph", "list item", "clause")
            )


def parts_of(document: Document) -> Iterator[Part]:
    """The parts of one document, in order."""
    for section in outline_of(document.text):
        path = tuple(map(plain_title, section.path))
        yield from _parts(document, path, section.blocks)


def plain_title(title: str) -> str:
    """A heading without its number.

    >>> plain_title("3.1 Specifications"), plain_title("(b) Scope")
    ('Specifications', 'Scope')
    """
    return _NUMBERING.sub("", " ".join(title.split()))


def _parts(document: Document, path: tuple[str, ...], blocks: Sequence[Block]) -> Iterator[Part]:
    """Runs of plain blocks as one part, and each titled clause as parts of its own."""
    run: list[Block] = []
    for block in blocks:
        title = _clause_title(document.text, block)
        if not title:
            run.append(block)
            continue
        if run:
            yield Part(document, path, tuple(run))
            run = []
        yield from _parts(document, (*path, title), block.children[1:])
    if run:
        yield Part(document, path, tuple(run))


def _clause_title(text: str, block: Block) -> str:
    """The title of a clause: a short first line without a sentence's end, above other blocks."""
    if block.kind != "clause" or len(block.children) < 2 or block.children[0].kind != "paragraph":
        return ""
    first = text[block.children[0].start : block.children[0].end]
    title = "" if "\n" in first else plain_title(first.removeprefix(block.marker).strip())
    return title if 0 < len(title) <= _LONGEST_TITLE and not title.endswith(_SENTENCE_ENDS) else ""


def _kind(part: Part, span: Span) -> str:
    for block in part.blocks:
        if block.start <= span.start and span.end <= block.end:
            return block.kind
    return ""

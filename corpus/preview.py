"""What a corpus is like, document by document, before anything is cut. Unlike evaluation/doctor.py, about documents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from core.errors import ModelMissing
from core.spans import Span
from core.tokens import count_tokens
from core.types import Document
from corpus.files import kind_of, read_as
from corpus.types import Corpus, Problem


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """A document in numbers; `tokens` is None where they cannot be counted, `kind` is that of the file in a word, and
    `reading` says how it was read.
    """

    id: str
    characters: int
    tokens: int | None
    kind: str
    reading: str
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CorpusFacts:
    """All documents, what could not be read, and the sums. `reason` says why tokens could not be counted."""

    documents: tuple[DocumentFacts, ...]
    left_out: tuple[Problem, ...]
    characters: int
    tokens: int | None
    kinds: Mapping[str, int]
    reason: str = ""


def facts(corpus: Corpus) -> CorpusFacts:
    """Sizes in characters and cl100k tokens, kinds, and the loader's notices beside the document they are about."""
    counted, reason = _tokens(corpus.documents)
    notices: dict[str, list[str]] = {document.id: [] for document in corpus.documents}
    left_out = []
    for problem in corpus.problems:
        if problem.name in notices:
            notices[problem.name].append(problem.reason)
        else:
            left_out.append(problem)
    rows = tuple(
        DocumentFacts(
            document.id,
            len(document.text),
            tokens,
            kind_of(document),
            ", ".join(read_as(document)[1:]),
            tuple(notices[document.id]),
        )
        for document, tokens in zip(corpus.documents, counted, strict=True)
    )
    return CorpusFacts(
        documents=rows,
        left_out=tuple(left_out),
        characters=sum(row.characters for row in rows),
        tokens=None if reason else sum(row.tokens or 0 for row in rows),
        kinds=dict(Counter(row.kind for row in rows).most_common()),
        reason=reason,
    )


def occurrences(text: str, words: str, most: int = 500) -> list[Span]:
    r"""Where words stand in a text, whatever their case and the white space between them; at most so many places.

    >>> occurrences("The lid.  THE\nLID", "the lid")
    [Span(start=0, end=7), Span(start=10, end=17)]
    """
    wanted = r"\s+".join(map(re.escape, words.split()))
    if not wanted:
        return []
    found = []
    for match in re.finditer(wanted, text, re.IGNORECASE):
        found.append(Span(*match.span()))
        if len(found) == most:
            break
    return found


def _tokens(documents: tuple[Document, ...]) -> tuple[list[int | None], str]:
    try:
        return [count_tokens(document.text) for document in documents], ""
    except ModelMissing as error:
        return [None] * len(documents), str(error)

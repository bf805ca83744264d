"""Questions that sound like the others and that nothing in the corpus answers, which is verified for each.

A row of another table is asked of a table that lacks it, a record of a key that is not there, and words of one part of
another part that lacks them. Where documents have neither tables nor headings, an invented word has to do.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest

from evaluation.questions.material import Material, Part, Told
from evaluation.questions.phrases import phrase
from evaluation.questions.strata.candidate import Candidate, Dropped, spread
from evaluation.questions.strata.cells import Table, asked, cells_of, tables_of
from evaluation.questions.strata.keywords import keywords
from generation.wording import terms

_DIGITS = re.compile(r"\d+(?=\D*$)")
_TRIES = 20
# By whether they are katakana.
_SYLLABLES = {
    False: ("vel", "qui", "mor", "tas", "zan", "lu", "ke", "dro"),
    True: ("ヴェ", "ヌ", "ミョ", "ゾ", "ペ", "ルム"),
}
_EACH = 400


def propose(material: Material, draw: random.Random) -> Iterator[Candidate | Dropped]:
    """The three kinds in turn, each in random order; once they are used up, words that do not exist."""
    tables = [table for table in tables_of(material) if isinstance(table, Table)]
    kinds = [_rows(tables, material, draw), _keys(tables, material, draw), _words(material, draw)]
    for proposed in chain.from_iterable(zip_longest(*kinds)):
        if proposed is not None:
            yield proposed
    yield from _invented(material, draw)


def _rows(tables: Sequence[Table], material: Material, draw: random.Random) -> Iterator[Candidate | Dropped]:
    """A row that a table of the same columns has, asked of one whose part of the document nowhere speaks of it."""
    pairs = [
        (table, other)
        for table in tables
        for other in tables
        if table is not other and table.part and other.part and table.heads == other.heads
    ]
    for table, other in spread(pairs, lambda pair: pair[0].document.id, draw)[:_EACH]:
        cells = [cell for cell in cells_of(other) if not isinstance(cell, Dropped)]
        if not cells or table.part is None:
            continue
        cell = draw.choice(cells)
        if _speaks_of(cell.row, _around(table.part, material)):
            yield Dropped("the place speaks of it after all")
        else:
            moved = type(cell)(table.document, table.place, "", cell.row, cell.column, "", cell.line)
            yield Candidate(asked(material.languages[table.document.id], moved))


def _keys(tables: Sequence[Table], material: Material, draw: random.Random) -> Iterator[Candidate | Dropped]:
    """A record whose key is written like the others, and stands nowhere."""
    for table in tables:
        heads = [head for head in table.heads[1:] if head]
        for _ in range(min(_EACH, len(table.rows)) if table.key and heads else 0):
            key = _absent_key(draw.choice(table.rows)[1][0], material, draw)
            if key is None:
                yield Dropped("no key that is written alike is free")
                continue
            texts = {"place": table.place, "key": table.key, "row": key, "column": draw.choice(heads)}
            yield Candidate(phrase(material.languages[table.document.id], "record", **texts))


def _absent_key(key: str, material: Material, draw: random.Random) -> str | None:
    """The key with other digits at its end, as many, that no document holds."""
    digits = _DIGITS.search(key)
    if digits is None:
        return None
    size = len(digits.group())
    for _ in range(_TRIES):
        other = key[: digits.start()] + f"{draw.randrange(10**size):0{size}d}" + key[digits.end() :]
        if not any(other in document.text for document in material.documents):
            return other
    return None


def _words(material: Material, draw: random.Random) -> Iterator[Candidate | Dropped]:
    """Two words of a sentence, asked of a part in the same language that holds neither, nor anything around it."""
    named = [part for part in material.parts if material.name(part) is not None]
    prose = [told for told in material.told if told.prose and told.part is not None]
    for told in spread(prose, lambda told: told.document.id, draw)[:_EACH]:
        language = material.languages[told.document.id]
        others = [part for part in named if material.languages[part.document.id] == language]
        words = keywords(told, material, 2)
        if len(words) < 2 or not others:
            yield Dropped("there is no other place to ask for it")
            continue
        yield _elsewhere(words, draw.choice(others), told, material)


def _elsewhere(words: Sequence[str], part: Part, told: Told, material: Material) -> Candidate | Dropped:
    name = material.name(part)
    around = _around(part, material)
    if name is None or any(_speaks_of(word, around) for word in words):
        return Dropped("the place speaks of it after all")
    texts = {"place": name, "first": words[0], "second": words[1]}
    return Candidate(phrase(material.languages[part.document.id], "boundary", **texts))


def _invented(material: Material, draw: random.Random) -> Iterator[Candidate | Dropped]:
    """A word that no document holds, beside one that some sentence does."""
    prose = [told for told in material.told if told.prose]
    for told in spread(prose, lambda told: told.document.id, draw)[:_EACH]:
        language = material.languages[told.document.id]
        word = "".join(draw.choice(_SYLLABLES[language == "ja"]) for _ in range(4)).capitalize()
        words = keywords(told, material, 1)
        if not words or any(word.casefold() in document.text.casefold() for document in material.documents):
            yield Dropped("no invented word is free")
        else:
            yield Candidate(phrase(language, "boundary", first=word, second=words[0]))


def _around(part: Part, material: Material) -> str:
    """All text under the outermost heading but the title that the part stands under, headings included.

    A document whose parts have no heading in common is taken whole.
    """
    depth = 2 if len(part.path) > 1 else 1
    near = [
        other for other in material.parts if other.document is part.document and other.path[:depth] == part.path[:depth]
    ]
    return "\n".join("\n".join([*other.path, other.text]) for other in near)


def _speaks_of(label: str, text: str) -> bool:
    """Whether any sentence of the text, or all of it, has every topical word of the label."""
    wanted = set(terms(label))
    return not wanted or wanted <= set(terms(text))

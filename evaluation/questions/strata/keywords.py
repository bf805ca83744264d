"""The words by which a question points to a sentence: rare in the corpus, as they are written. Unlike terms, shown."""

from __future__ import annotations

from collections.abc import Collection

import regex

from evaluation.questions.material import Material, Told
from generation.wording import STOP_WORDS, terms

# Words of four letters and more; in Japanese and Chinese runs of ideographs or of katakana.
_WORD = regex.compile(
    r"\p{Han}{2,6}|[\p{Katakana}ー]{3,}|(?<![\p{L}\p{N}'’_-])[\p{Latin}\p{M}]{4,}(?![\p{L}\p{N}'’_-])"
)


def keywords(told: Told, material: Material, wanted: int, without: Collection[str] = ()) -> list[str]:
    """Up to `wanted` distinct words of a sentence in their order; none of `without`, as terms.

    They are the rarest ones, and of equals the longest, which are more often nouns.
    """
    found: dict[str, tuple[int, str]] = {}  # by the folded word: where it first stands, and how it is written
    for match in _WORD.finditer(told.text):
        word = match.group()
        own = terms(word)
        if word.casefold() in STOP_WORDS or not own or set(own) & set(without) or not set(own) <= told.terms:
            continue
        found.setdefault(word.casefold(), (match.start(), word))
    rarest = sorted(found.values(), key=lambda pair: (len(material.holding(pair[1])), -len(pair[1]), pair[0]))
    return [word for _, word in sorted(rarest[:wanted])]


def place_of(told: Told, material: Material) -> str | None:
    """What a question calls the place of a sentence; None where no heading leads to it alone.

    The name of the file is no help there: retrieval reads what documents say, not what they are called.
    """
    return material.name(material.parts[told.part]) if told.part is not None else None

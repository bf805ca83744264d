"""A passage made to say otherwise: another number, another name, or a negation. No chance is involved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import regex

from core.spans import Span
from evaluation.questions.phrases import Language, language_of

# A number that is no part of a name ("TW-110") or of a time or date.
_NUMBER = regex.compile(r"(?<![\p{L}\p{N}.,:/–_-])\d+(?:[.,]\d+)?(?![\p{N}:/–_-]|[.,]\d)")
# A capital inside a sentence; German writes every noun with one.
_NAME = regex.compile(r"(?<=[\p{L}\p{N},;)]\s)\p{Lu}[\p{L}\p{N}'’-]*\p{L}")
_NEGATED: dict[Language, tuple[tuple[regex.Pattern[str], str], ...]] = {
    "en": (
        (regex.compile(r"\b(is|are|was|were|must|may|can|will|should|does|do)\s+not\b", regex.I), r"\1"),
        (regex.compile(r"\b(is|are|was|were|must|may|can|will|should)\b", regex.I), r"\1 not"),
    ),
    "de": (
        (regex.compile(r"\bnicht\s+", regex.I), ""),
        (regex.compile(r"\b(ist|sind|war|wird|werden|darf|dürfen|muss|müssen|kann|können)\b", regex.I), r"\1 nicht"),
    ),
    "ja": (
        (regex.compile("ではありません"), "です"),
        (regex.compile("ません"), "ます"),
        (regex.compile("です"), "ではありません"),
        (regex.compile("ます"), "ません"),
    ),
}
_SHIFTS = range(1, 10)


@dataclass(frozen=True, slots=True)
class Altered:
    """A text in which `before` became `after`."""

    text: str
    before: str
    after: str

    @property
    def repeatable(self) -> bool:
        """Whether an answer that repeats it can be told by the word: a number or a name, not a negation."""
        return self.after[:1].isdigit() or self.after[:1].isupper()


def alterations(text: str, within: Span, names: Sequence[str] = ()) -> Iterator[Altered]:
    """Different alterations of the range: its numbers first, by several amounts, then names, then a negation.

    `names` are what a name may be replaced by. Nothing where the range holds nothing that can be altered.
    """
    numbers = list(_NUMBER.finditer(text, within.start, within.end))
    for shift in _SHIFTS:
        for found in numbers:
            yield _put(text, Span(*found.span()), _shifted(found.group(), shift))
    language = language_of(text)
    if language == "en":
        for found in _NAME.finditer(text, within.start, within.end):
            for name in names:
                if name.casefold() not in text.casefold():
                    yield _put(text, Span(*found.span()), name)
    for pattern, replacement in _NEGATED[language]:
        found = pattern.search(text, within.start, within.end)
        if found is not None:
            yield _put(text, Span(*found.span()), found.expand(replacement))
            return


def names_in(texts: Sequence[str]) -> list[str]:
    """The names that these texts hold, each once, in order; words that they also write small are none."""
    small = {word for text in texts for word in text.split() if word.islower()}
    found = dict.fromkeys(found.group() for text in texts for found in _NAME.finditer(text))
    return [name for name in found if name.lower() not in small]


def _put(text: str, span: Span, after: str) -> Altered:
    return Altered(text[: span.start] + after + text[span.end :], text[span.start : span.end], after)


def _shifted(number: str, shift: int) -> str:
    """As many digits, every one of them another; no new zero in front."""
    moved = [str((int(sign) + shift) % 10) if sign.isdigit() else sign for sign in number]
    if moved[0] == "0":
        moved[0] = "1" if number[0] != "1" else "2"
    return "".join(moved)

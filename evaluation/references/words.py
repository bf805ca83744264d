"""How much of a reference answer's own words and numbers an answer holds. Unlike ROUGE, extra words cost nothing.

It is a proxy for correctness: it sees no synonym and no negation, and is called by its own name wherever it is shown.
"""

from __future__ import annotations

import unicodedata

import regex

from evaluation.judges.wording import numbers
from generation.wording import terms

# From here on, and with every number, an answer is taken to say what its reference says.
ENOUGH = 0.5
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}]")
_WRITTEN = (
    ("zero one two three four five six seven eight nine ten eleven twelve", 0),
    ("null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf", 0),
    ("once twice", 1),
)
_AS_DIGITS = {word: str(number) for line, first in _WRITTEN for number, word in enumerate(line.split(), first)}


def reference_words(question: str, reference: str, answer: str) -> float | None:
    """Share of the reference's distinct topical words, those of the question left out, that the answer holds.

    None where the reference says nothing that is not in the question, such as "Yes.".
    """
    wanted = [term for term in sorted(_said(reference)) if not _holds(question, term)]
    return sum(_holds(answer, term) for term in wanted) / len(wanted) if wanted else None


def says_reference(question: str, reference: str, answer: str) -> bool | None:
    """Whether the answer holds half of the reference's own words and all of its numbers; None as above."""
    share = reference_words(question, reference, answer)
    if share is None:
        return None
    missing = (numbers(as_digits(reference)) - numbers(as_digits(question))) - numbers(as_digits(answer))
    return share >= ENOUGH and not missing


def _said(text: str) -> set[str]:
    return {_AS_DIGITS.get(term, term) for term in terms(text)}


def _holds(text: str, term: str) -> bool:
    """Whether a text has the term; a term of a script without blanks may stand anywhere inside a run of it."""
    return term in _said(text) or (_UNSPACED.search(term) is not None and term in _folded(text))


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def as_digits(text: str) -> str:
    """The text with its written numbers up to twelve as digits."""
    return " ".join(_AS_DIGITS.get(word.strip(".,;:!?()").casefold(), word) for word in text.split())

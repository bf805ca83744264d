"""A number with its unit in running text, pointed to by two rare words of its sentence. Cells: table_cell.py."""

from __future__ import annotations

import random
from collections.abc import Iterator

import regex

from evaluation.questions.material import Material, Told
from evaluation.questions.phrases import phrase
from evaluation.questions.strata.candidate import Candidate, Dropped, passage, spread
from evaluation.questions.strata.keywords import keywords, place_of
from generation.wording import STOP_WORDS, terms

_DIGITS = regex.compile(r"\d+(?:[.,:]\d+)*")
# A sign or a small letter may touch the number ("5 %", "20mm"); a capital that does makes it a name ("1M").
_AMOUNT = regex.compile(
    r"(?<![\p{L}\p{N}.,:/–-])(?P<amount>\d+(?:[.,]\d+)?)"
    r"(?:\s?(?P<unit>[%‰€$£]|°[CFK]|[\p{Ll}µ²³/]{1,20}|\p{Han}{1,2})|\s(?P<unit>[\p{Latin}µ²³/]{1,20}))(?![\p{Latin}\d/])"
)
_FEWEST, _MOST = 30, 300
_FEWEST_UNSPACED = 12
# A unit that is a word of its own is asked for by "how many".
_WORD_UNIT = 4


def propose(material: Material, draw: random.Random) -> Iterator[Candidate | Dropped]:
    """Sentences of running text that hold exactly one number, in random order."""
    single = [told for told in material.told if told.prose and len(_DIGITS.findall(told.text)) == 1]
    for told in spread(single, lambda told: told.document.id, draw):
        yield _asked(told, material)


def _asked(told: Told, material: Material) -> Candidate | Dropped:
    language = material.languages[told.document.id]
    amount = _AMOUNT.search(told.text)
    if not (_FEWEST_UNSPACED if language == "ja" else _FEWEST) <= len(told.text) <= _MOST:
        return Dropped("the sentence is too short or too long")
    if amount is None or not amount.start() or amount["unit"].casefold() in STOP_WORDS:
        return Dropped("the number has no unit")
    unit = amount["unit"]
    words = keywords(told, material, 2, terms(unit))
    if len(words) < 2:
        return Dropped("the sentence has too few words that point to it")
    # Any sentence with both words, whatever its number: what it says could be taken for the answer.
    if len(material.holding(*words)) != 1:
        return Dropped("two sentences hold the same words")
    kind = "number" if len(unit) >= _WORD_UNIT and unit.islower() else "sign"
    texts = {"unit": unit, "first": words[0], "second": words[1]}
    return Candidate(
        phrase(language, kind, place_of(told, material), **texts), amount[0], (passage(told.document, told.span),)
    )

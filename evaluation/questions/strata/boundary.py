"""Two neighboring sentences, both needed, as one passage. Unlike the other strata, a cut between them loses a half."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

from core.spans import Span
from evaluation.questions.material import Material, Told
from evaluation.questions.phrases import phrase
from evaluation.questions.strata.candidate import Candidate, Dropped, passage, spread
from evaluation.questions.strata.keywords import keywords, place_of

_FEWEST, _MOST = 15, 300


def propose(material: Material, draw: random.Random) -> Iterator[Candidate | Dropped]:
    """Neighbors in one part, across a paragraph's end or not, in random order."""
    neighbors = [
        (one, other)
        for one, other in pairwise(material.told)
        if one.part is not None and one.part == other.part and one.prose and other.prose
    ]
    for one, other in spread(neighbors, lambda pair: pair[0].document.id, draw):
        yield _asked(one, other, material)


def _asked(one: Told, other: Told, material: Material) -> Candidate | Dropped:
    if not all(_FEWEST <= len(told.text) <= _MOST for told in (one, other)):
        return Dropped("a sentence is too short or too long")
    first, second = keywords(one, material, 1, other.terms), keywords(other, material, 1, one.terms)
    if not first or not second:
        return Dropped("a sentence has no word that points to it")
    holding_first, holding_second = material.holding(first[0]), material.holding(second[0])
    if holding_first & holding_second or sum(number + 1 in holding_second for number in holding_first) != 1:
        return Dropped("the words stand together elsewhere")
    language, place = material.languages[one.document.id], place_of(one, material)
    question = phrase(language, "boundary", place, first=first[0], second=second[0])
    whole = Span(one.span.start, other.span.end)
    return Candidate(question, " ".join(f"{one.text} {other.text}".split()), (passage(one.document, whole),))

"""A part that only its heading names: the question's words are missing in the text that answers it.

Chunks that lose their headings lose such questions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from evaluation.questions.material import Material, Part
from evaluation.questions.phrases import phrase
from evaluation.questions.strata.candidate import Candidate, Dropped, passage, spread
from generation.wording import terms

_LONGEST = 1_200
_LONGEST_ANSWER = 400
_QUESTION_MARKS = ("?", "？")
_PROSE = frozenset(["paragraph", "list item", "clause", "quote"])


def propose(material: Material, draw: random.Random) -> Iterator[Candidate | Dropped]:
    """Parts of running text under a heading that is theirs alone, in random order."""
    for part in spread([part for part in material.parts if part.path], lambda part: part.document.id, draw):
        yield _asked(part, material)


def _asked(part: Part, material: Material) -> Candidate | Dropped:
    name = material.name(part)
    if name is None:
        return Dropped("the heading leads to several places")
    if part.body.length > _LONGEST or not all(block.kind in _PROSE for block in part.blocks):
        return Dropped("the text under the heading is long, or no running text")
    if not set(terms(part.path[-1])) - set(terms(part.text)):
        return Dropped("the text repeats the words of its heading")
    itself = part.path[-1].endswith(_QUESTION_MARKS) and name == part.path[-1]
    question = name if itself else phrase(material.languages[part.document.id], "heading", place=name)
    answer = " ".join(part.text.split())
    evidence = (passage(part.document, part.body),)
    return Candidate(question, answer if len(answer) <= _LONGEST_ANSWER else None, evidence)

"""A question set from documents alone, by templates, in equal parts a stratum. Unlike rewritten.py, asks no model.

Nobody has read these questions: each is tagged unreviewed. They test retrieval of known places; their wording is plain,
and kinder to word search than that of people.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.counted import counted
from core.errors import SettingError
from core.types import Document, Question
from corpus.question_rows import UNREVIEWED
from evaluation.questions.material import Material
from evaluation.questions.strata import STRATA, Candidate, Dropped
from generation.wording import terms

TEMPLATE_TAG, MODEL_TAG = "template", "written-by-model"


@dataclass(frozen=True, slots=True)
class Generated:
    """Questions by stratum, how many each gave of how many wanted, and what was dropped on the way and why."""

    questions: tuple[Question, ...]
    made: Mapping[str, int]
    wanted: Mapping[str, int]
    dropped: Mapping[str, Mapping[str, int]]

    @property
    def notes(self) -> tuple[str, ...]:
        """The strata that fell short, in the reader's words."""
        return tuple(
            f"{STRATA[name].label}: {counted(self.made[name], 'question')} of {wanted:,}; the documents give no more"
            for name, wanted in self.wanted.items()
            if self.made[name] < wanted
        )


def generate(documents: Sequence[Document], count: int, strata: Sequence[str] = (), seed: int = 0) -> Generated:
    """`count` questions, as equal parts as the strata allow; what one stratum cannot give, the others do.

    Same documents, settings and seed, same questions. Raises SettingError for a count below 1, an unknown stratum, or
    documents that give no question at all.
    """
    if count < 1:
        raise SettingError(f"count must be at least 1, but is {count}.")
    names = list(dict.fromkeys(STRATA[name].name for name in strata or STRATA))
    material = Material(documents)
    sources = {name: _Source(name, material, random.Random(f"{seed} {name}")) for name in names}
    taken: set[str] = set()
    open_ones = list(names)
    while open_ones and sum(len(source.kept) for source in sources.values()) < count:
        least = min(open_ones, key=lambda name: len(sources[name].kept))
        if not sources[least].take(taken):
            open_ones.remove(least)
    found = {name: tuple(sources[name].questions()) for name in names}
    if not any(found.values()):
        raise SettingError(
            "No question can be made from these documents: they hold neither headings, tables nor prose."
        )
    return Generated(
        questions=tuple(question for questions in found.values() for question in questions),
        made={name: len(questions) for name, questions in found.items()},
        wanted=_shares(count, names),
        dropped={name: dict(sources[name].dropped.most_common()) for name in names},
    )


def _shares(count: int, names: Sequence[str]) -> dict[str, int]:
    """Equal parts; the first strata take what is left over."""
    return {name: count // len(names) + (number < count % len(names)) for number, name in enumerate(names)}


class _Source:
    """One stratum's proposals, taken one by one."""

    def __init__(self, name: str, material: Material, draw: random.Random) -> None:
        self._name = name
        self._proposed = STRATA[name].propose(material, draw)
        self.kept: list[Candidate] = []
        self.dropped: Counter[str] = Counter()

    def take(self, taken: set[str]) -> bool:
        """Keep the next candidate whose words are new, in whatever order; False where there is none left."""
        for proposed in self._proposed:
            if isinstance(proposed, Dropped):
                self.dropped[proposed.reason] += 1
                continue
            words = " ".join(sorted(terms(proposed.question))) or proposed.question
            if words in taken:
                self.dropped["the same question was made before"] += 1
                continue
            taken.add(words)
            self.kept.append(proposed)
            return True
        return False

    def questions(self) -> Iterator[Question]:
        """What was kept, with ids and tags."""
        tags = (self._name, TEMPLATE_TAG, UNREVIEWED)
        for number, one in enumerate(self.kept, start=1):
            yield Question(f"{self._name}-{number:03d}", one.question, one.evidence, one.answer, tags)

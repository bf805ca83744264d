"""Replies of judges as they should not be, by kind, each with what an honest reader makes of it.

Every kind is a function of a random generator and a verdict. It returns the reply and, where the reply can be read in
one way only, how many keys an honest reader drops; None where the only honest reading is that there is no verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.evaluation.judges import hostile_contents, hostile_forms
from tests.evaluation.judges.hostile_verdicts import Verdict, kind

__all__ = ["hostile_contents", "hostile_forms"]  # importing them registers their kinds


@dataclass(frozen=True)
class Hostile:
    """A reply; `dropped` is None where it holds no verdict. `finish` is the server's word."""

    kind: str
    text: str | None
    verdict: Verdict
    dropped: int | None
    finish: str = "stop"


def two_hundred(seed: int = 7) -> list[Hostile]:
    """200 replies: every kind in turn, each time with another verdict."""
    rnd, made = Random(seed), []
    names = list(kind.by_name)
    for number in range(200):
        name = names[number % len(names)]
        verdict = Verdict.by_chance(rnd)
        text, dropped = kind.by_name[name](rnd, verdict)
        made.append(Hostile(name, text, verdict, dropped, "length" if name == "cut_at_the_limit" else "stop"))
    return made

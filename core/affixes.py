"""What names that stand together share at their ends, left out at the borders of words. Unlike text.py, of several."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

# A word, or all that stands between two; what hyphens join is one, so that no bare number is left of a name.
_PARTS = re.compile(r"[^\s_·]+|[\s_·]+")
_BETWEEN = re.compile(r"[\s_·]+")


@dataclass(frozen=True, slots=True)
class Shortened:
    """Names in their order without the prefix and the suffix that all of them have, each empty where none is left out.

    >>> shortened(["guide_recursive_minilm", "guide_fixed_size_minilm"])
    Shortened(names=('recursive', 'fixed_size'), prefix='guide_', suffix='_minilm')
    """

    names: tuple[str, ...]
    prefix: str = ""
    suffix: str = ""

    @property
    def sentence(self) -> str:
        """What is left out, for a reader; empty where nothing is."""
        ends = [("begins with", self.prefix.strip()), ("ends in", self.suffix.strip())]
        told = " and ".join(f"{how} {end}" for how, end in ends if end)
        return f"Every name {told}, which is left out here." if told else ""


def shortened(names: Sequence[str]) -> Shortened:
    """The names without what all of them share. Something of each stays, and they differ as they did."""
    parts = [_PARTS.findall(name) for name in names]
    if len(set(names)) < 2 or not all(parts):
        return Shortened(tuple(names))
    first = _shared(parts)
    last = _shared([own[first:][::-1] for own in parts])
    left = ["".join(own[first : len(own) - last]) for own in parts]
    return Shortened(tuple(left), "".join(parts[0][:first]), "".join(parts[0][len(parts[0]) - last :]))


def _shared(parts: Sequence[Sequence[str]]) -> int:
    """How many leading parts are alike in all, up to a border between words, with at least one part left in each."""
    most = min(map(len, parts)) - 1
    alike = next((place for place in range(most) if len({own[place] for own in parts}) > 1), most)
    while alike and not _BETWEEN.fullmatch(parts[0][alike - 1]):
        alike -= 1
    return max(0, alike)

"""What a check found: a number, of how many, where. Unlike a Judgement, it needs no question and no judge."""

from __future__ import annotations

from dataclasses import dataclass

from core.types import Document, Status

EXAMPLES = 5
_AROUND = 60


@dataclass(frozen=True, slots=True)
class Place:
    """A range of a document; quote == document.text[start:end]. `at` is where it is cut, `note` what else there is."""

    document: str
    start: int
    end: int
    quote: str
    at: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """`number` of `total`, None where that cannot be said; then `reason` says why."""

    check: str
    number: int | None
    total: int | None
    examples: tuple[Place, ...] = ()
    reason: str = ""
    status: Status = "measured"

    @property
    def share(self) -> float | None:
        """Number over total in [0, 1]; None where it was not measured."""
        return self.number / self.total if self.number is not None and self.total else None


def found(check: str, number: int, total: int, examples: list[Place], none: str) -> Finding:
    """A measured finding, or one without a number where there is nothing to count, for the reason `none`."""
    if not total:
        return unmeasured(check, none)
    return Finding(check, number, total, tuple(spread(examples)))


def unmeasured(check: str, reason: str, status: Status = "not measured") -> Finding:
    """A finding that could not be made."""
    return Finding(check, None, None, (), reason, status)


def place(document: Document, start: int, end: int, at: int | None = None, note: str = "") -> Place:
    """A place with its quote."""
    return Place(document.id, start, end, document.text[start:end], at, note)


def place_of_cut(document: Document, start: int, end: int, at: int) -> Place:
    """What lies around the cut `at` inside [start, end), at most 60 characters on either side."""
    return place(document, max(start, at - _AROUND), min(end, at + _AROUND), at)


def spread(examples: list[Place]) -> list[Place]:
    """A few examples from all over, in order, rather than the first ones."""
    if len(examples) <= EXAMPLES:
        return examples
    return [examples[index * len(examples) // EXAMPLES] for index in range(EXAMPLES)]

"""Votes between two answers whose makers were hidden: kept on disk, counted, put into words. Unlike labels.py, judges
whole answers, and by preference.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from core.counted import counted
from core.errors import LoadError
from core.hashing import key_of
from core.locked import locked
from evaluation.export import Cell, to_csv
from evaluation.journal import Journal, read_journal
from evaluation.statistics.signs import LEVEL, sign_p, votes_to_settle

FILE = "votes.jsonl"
Choice = Literal["first", "second", "tie", "both bad", "withdrawn"]
SCORES = ("relevance", "utilization", "completeness", "adherence", "adherence_share")
# Seconds to wait for another session's vote, which takes a moment.
_WAIT_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Setup:
    """What made an answer: a collection with the hash of its recipe, how it was searched, and the model's name."""

    collection: str
    recipe: str
    retrieval: Mapping[str, Any]
    model: str

    @property
    def key(self) -> str:
        """Votes count together where this is the same."""
        return key_of([self.recipe, dict(self.retrieval), self.model])


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of the two answers, as it was shown."""

    setup: Setup
    answer: str
    scores: Mapping[str, float | bool | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Vote:
    """One question, the two answers in the order shown, and what was preferred. The last vote of an id counts."""

    id: str
    asked: str
    question: str
    first: Candidate
    second: Candidate
    choice: Choice

    def winner(self) -> Setup | None:
        """The setup that was preferred; None for a tie and where both are bad."""
        return {"first": self.first.setup, "second": self.second.setup}.get(self.choice)


@dataclass(frozen=True, slots=True)
class Tally:
    """Votes between `one` and `other`; `elsewhere` counts those between the same collections under other settings."""

    one: int
    other: int
    tie: int
    both_bad: int
    elsewhere: int = 0

    @property
    def votes(self) -> int:
        """All that count."""
        return self.one + self.other + self.tie + self.both_bad


def add_vote(home: Path, vote: Vote) -> None:
    """Put a vote on disk; one of the same id takes the place of the former."""
    busy = LoadError("Another program is writing votes and does not end: vote again.")
    with locked(_path(home).with_suffix(".lock"), busy, _WAIT_SECONDS), Journal(_path(home)) as journal:
        journal.append(asdict(vote))


def read_votes(home: Path) -> list[Vote]:
    """All votes that were not withdrawn, oldest first. Raises LoadError for a file that holds anything else."""
    latest: dict[str, Vote] = {}
    for line in read_journal(_path(home)):
        vote = _vote(line, _path(home))
        latest[vote.id] = vote
    return [vote for vote in latest.values() if vote.choice != "withdrawn"]


def between(votes: Iterable[Vote], one: Setup, other: Setup) -> list[Vote]:
    """The votes between these two setups, whichever stood first."""
    pair = {one.key, other.key}
    return [vote for vote in votes if {vote.first.setup.key, vote.second.setup.key} == pair]


def tally(votes: Sequence[Vote], one: Setup, other: Setup) -> Tally:
    """What was voted between two setups."""
    own = between(votes, one, other)
    winners = [winner.key for vote in own if (winner := vote.winner())]
    recipes = {one.recipe, other.recipe}
    akin = sum({vote.first.setup.recipe, vote.second.setup.recipe} == recipes for vote in votes)
    choices = [vote.choice for vote in own]
    return Tally(
        winners.count(one.key),
        winners.count(other.key),
        choices.count("tie"),
        choices.count("both bad"),
        akin - len(own),
    )


def verdict(counts: Tally, one: str, other: str) -> str:
    """The tally in words, the answer first: is one preferred, and is that more than chance?"""
    decided = counts.one + counts.other
    p = sign_p(counts.one, counts.other)
    if p is None:
        return "No decided vote yet. Prefer one of the two answers to begin."
    ahead, leader = max((counts.one, one), (counts.other, other), key=lambda side: side[0])
    if counts.one == counts.other:
        return f"Even: each is preferred in {counted(counts.one, 'vote')}."
    share = f"preferred in {ahead:,} of {counted(decided, 'decided vote')}"
    sign = f"exact sign test, p {_spoken(p)}"
    if p < LEVEL:
        return f"{leader} is better: {share}, more than chance would explain ({sign})."
    more = votes_to_settle(counts.one, counts.other)
    outlook = f" If it goes on like this, about {counted(more, 'more vote')} would settle it." if more else ""
    return f"Cannot tell yet: {leader} is {share}, which may well be chance ({sign}).{outlook}"


def votes_csv(votes: Iterable[Vote], *, bom: bool = False) -> bytes:
    """One row a vote."""
    sides = [f"{side}_{name}" for side in ("first", "second") for name in _SIDE]
    return to_csv(("id", "asked", "question", "choice", "preferred", *sides), map(_row, votes), bom=bom)


def votes_json(votes: Iterable[Vote]) -> str:
    """The same with everything that is kept."""
    return json.dumps([asdict(vote) for vote in votes], indent=2, ensure_ascii=False)


_SIDE = ("collection", "retriever", "model", "answer", *SCORES)


def _row(vote: Vote) -> dict[str, Cell]:
    winner = vote.winner()
    row: dict[str, Cell] = {
        "id": vote.id,
        "asked": vote.asked,
        "question": vote.question,
        "choice": vote.choice,
        "preferred": winner.collection if winner else None,
    }
    for side, candidate in (("first", vote.first), ("second", vote.second)):
        setup = candidate.setup
        told = (setup.collection, str(setup.retrieval.get("mode", "")), setup.model, candidate.answer)
        values: list[Cell] = [*told, *(candidate.scores.get(name) for name in SCORES)]
        row |= {f"{side}_{name}": value for name, value in zip(_SIDE, values, strict=True)}
    return row


def _vote(line: Mapping[str, Any], path: Path) -> Vote:
    try:
        first, second = (
            Candidate(**{**line[side], "setup": Setup(**line[side]["setup"])}) for side in ("first", "second")
        )
        vote = Vote(**{**line, "first": first, "second": second})
    except (KeyError, TypeError) as error:
        raise LoadError(f"{path} holds a line that is no vote ({error}): delete that line.") from None
    if vote.choice not in get_args(Choice):
        raise LoadError(f"{path} holds a vote for {vote.choice!r}, which nobody can vote: delete that line.")
    return vote


def _path(home: Path) -> Path:
    return home / "votes" / FILE


def _spoken(p: float) -> str:
    return "below 0.001" if p < 0.001 else f"= {p:.3g}"

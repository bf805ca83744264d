"""The leaderboard as it is read on a page: signs and short texts. Unlike leaderboard.py, writes no file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from evaluation.board import BASELINE, Entry
from evaluation.conclusions import plain, signed
from evaluation.family import Family

# Never color alone: each verdict has a sign of its own.
_SIGNS = (
    ("better", "▲"),
    ("worse", "▼"),
    ("higher", "△"),
    ("lower", "▽"),
    ("equivalent", "≈"),
    ("cannot tell", "?"),
    (BASELINE, "◆"),
)


def signed_verdict(verdict: str) -> str:
    """A verdict after its sign, without what is missing for another one.

    >>> signed_verdict("better"), signed_verdict("cannot tell yet: about 40 more questions")
    ('▲ better', '? cannot tell yet')
    """
    said = verdict.partition(": ")[0]
    return next((f"{sign} {said}" for start, sign in _SIGNS if verdict.startswith(start)), said)


def missing_for_verdict(verdict: str) -> str:
    """What a verdict that cannot be told says is missing; empty for others.

    >>> missing_for_verdict("cannot tell yet: about 40 more questions")
    'about 40 more questions'
    """
    return verdict.partition(": ")[2]


def board_words(family: Family) -> list[dict[str, object]]:
    """One row a run in order of rank: numbers as such, intervals and counts as texts, None where not known."""
    return [_row(entry, family) for entry in family.entries]


def _row(entry: Entry, family: Family) -> dict[str, object]:
    pair, metric = family.against(entry.name), family.metric
    row = pair.decided.difference if pair else None
    return {
        "rank": entry.rank,
        "name": entry.name,
        "verdict": signed_verdict(entry.verdict),
        "missing": missing_for_verdict(entry.verdict),
        "mean": entry.mean.mean,
        "interval": _interval(entry.mean.low, entry.mean.high, partial(plain, metric=metric)),
        "delta": row.delta if row else None,
        "delta_interval": _interval(row.low, row.high, partial(signed, metric=metric)) if row else None,
        "counts": f"{row.wins:,} / {row.ties:,} / {row.losses:,}" if row else None,
        "questions": f"{entry.mean.n:,} of {entry.run.total:,}",
        "probability_best": None if entry.probability_best is None else round(entry.probability_best, 2),
        "context_tokens": entry.costs.tokens,
        "seconds": entry.costs.seconds,
        "cost": entry.costs.money,
        "remark": entry.remark,
    }


def _interval(low: float | None, high: float | None, told: Callable[[float], str]) -> str | None:
    if low is None or high is None:
        return None
    return f"[{told(low)}, {told(high)}]"


def mood_of(verdict: str) -> str:
    """Which of the three a verdict is: better, worse or open."""
    return next((mood for mood in ("better", "worse") if verdict.startswith(mood)), "open")

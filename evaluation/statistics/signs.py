"""Which of two is preferred, from votes alone: the exact sign test. Unlike permutation.py, knows no differences.

Source: Dixon and Mood, "The statistical sign test" (1946); ties carry no sign and are left out, as they propose.
"""

from __future__ import annotations

LEVEL = 0.05
# Nobody votes much more often than this; beyond it "keep voting" is no advice.
_MOST_VOTES = 500


def sign_p(wins: int, losses: int) -> float | None:
    """The chance of a lead at least this large, either way, if both were equally good; None without a decided vote.

    >>> sign_p(5, 0)
    0.0625
    """
    decided = wins + losses
    if not decided:
        return None
    ways = tail = 1  # in which all of them fall to one side; then one fewer, and so on
    for number in range(decided, max(wins, losses), -1):
        ways = ways * number // (decided - number + 1)
        tail += ways
    return min(1.0, tail / (1 << (decided - 1)))


def votes_to_settle(wins: int, losses: int) -> int | None:
    """How many further decided votes would settle it if the share of wins stays as it is.

    0 where it is settled, None where it is even or takes more than 500 votes.

    >>> votes_to_settle(4, 0)
    2
    """
    decided = wins + losses
    if not decided or wins == losses:
        return None
    for number in range(decided, _MOST_VOTES + 1):
        ahead = round(number * max(wins, losses) / decided)
        p = sign_p(ahead, number - ahead)
        if p is not None and p < LEVEL:
            return number - decided
    return None

"""What to call the run that is ahead, and what is missing for a winner. The verdict itself is in conclusions.py."""

from __future__ import annotations

from core.counted import counted
from evaluation.conclusions import about
from evaluation.leader import Leader
from evaluation.remarks import FEWEST_QUESTIONS


def title_of(leader: Leader) -> str:
    """What the configuration of this run is; a winner is only who is shown to be one."""
    if leader.is_best:
        return "The winning configuration"
    if leader.lead == "alone":
        return "The only configuration that can be ranked"
    return "One of the leading configurations" if leader.lead == "shared" else "The leading configuration"


def missing_of(leader: Leader) -> str:
    """Why there is no winner, and what would make one; empty where there is one, or nothing to win against."""
    if leader.is_best or leader.lead == "alone":
        return ""
    if leader.lead == "unmeasured":
        return "There is no winner: no question is measured in every run."
    if leader.lead == "unknown":
        return "Whether it is a winner cannot be told: the runs are compared with the baseline only."
    if leader.lead == "shared":
        return f"There is no winner: other runs have the same mean.{_settled(leader)}"
    if leader.lead == "few":
        return f"There is no winner yet: runs share fewer than {FEWEST_QUESTIONS} questions.{_settled(leader)}"
    if not leader.undecided:
        equal = f"{counted(len(leader.rivals), 'other run')} {'is' if len(leader.rivals) == 1 else 'are'} equivalent"
        return f"There is no winner: {equal}. The one that costs least will do."
    open_to = counted(len(leader.undecided), "other run")
    return f"There is no winner yet: {open_to} may be as good or better.{_settled(leader)}"


def _settled(leader: Leader) -> str:
    """How many more questions it would take, where that can be said."""
    if not leader.undecided:
        return ""
    if leader.more is None:
        return " How many more questions would tell cannot be said."
    return f" {about(*leader.more).capitalize()} more questions would tell, if the differences stay as they are."

"""Whether a set of questions is about these documents at all. Unlike lint.py, one sentence for the whole set."""

from __future__ import annotations

from collections.abc import Sequence

from core.counted import counted
from core.types import Question
from corpus.questions import Unplaced

# From so great a share of lost evidence on, the set is probably about other documents.
_MOST = 0.5


def foreign_words(questions: Sequence[Question], unplaced: Sequence[Unplaced]) -> str:
    """How much evidence of these questions is nowhere in the documents; empty where all is, or they have none.

    `unplaced` may hold evidence of questions that are not asked, which does not count.
    """
    asked = {question.id for question in questions}
    lost = [one for one in unplaced if one.question_id in asked]
    total = len(lost) + sum(len(question.evidence) for question in questions)
    if not lost:
        return ""
    if len(lost) == total:
        which = "The evidence" if total == 1 else f"None of the {counted(total, 'passage')} of evidence"
        return f"{which} is {'not ' if total == 1 else ''}in these documents: the questions seem to be about others."
    told = f"{len(lost):,} of {counted(total, 'passage')} of evidence {'is' if len(lost) == 1 else 'are'} not in these"
    seems = "the questions seem to be about others" if len(lost) >= _MOST * total else "it cannot come back"
    return f"{told} documents: {seems}."

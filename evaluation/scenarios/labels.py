"""What became of a question under a scenario, in one word. Abstaining is an outcome of its own, not a bad answer.

Whether something could be answered is decided by what was shown, not by what the corpus holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Label = Literal[
    "correct abstention",
    "hallucinated",
    "false abstention",
    "answered correctly",
    "answered wrongly",
    "misled",
    "answered, not checked",
]
MEANINGS: Mapping[Label, str] = {
    "correct abstention": "nothing that was shown answers it, and the model said so",
    "hallucinated": "nothing that was shown answers it, and the model answered",
    "false abstention": "all of its evidence was shown, and the model said that it cannot tell",
    "answered correctly": "all of its evidence was shown, and the answer says what the reference says",
    "answered wrongly": "all of its evidence was shown, and the answer does not say what the reference says",
    "misled": "its evidence was shown, and the answer repeats the altered copy instead",
    "answered, not checked": "all of its evidence was shown, but there is no reference that could tell",
}
ANSWERABLE: tuple[Label, ...] = ("answered correctly", "answered wrongly", "misled", "false abstention")
UNANSWERED: tuple[Label, ...] = ("correct abstention", "hallucinated")
# Answers that a judge of adherence should notice.
BAD: tuple[Label, ...] = ("hallucinated", "answered wrongly", "misled")


def label_of(*, answerable: bool, abstained: bool, correct: bool | None, misled: bool = False) -> Label:
    """The outcome. `correct` is None where no reference can tell."""
    if not answerable:
        return "correct abstention" if abstained else "hallucinated"
    if abstained:
        return "false abstention"
    if misled:
        return "misled"
    if correct is None:
        return "answered, not checked"
    return "answered correctly" if correct else "answered wrongly"

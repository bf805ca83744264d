"""How far a run's judge can be trusted by what is known without labels: its coverage, and who it is.

Unlike panel.py and corrected.py, compares it with nobody.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from evaluation.runs import LoadedRun

ENOUGH_COVERED = 0.8
# A language model with fewer parameters than this follows the protocol poorly.
_WEAK_BELOW = 3e9
_BUNDLED = "local ("
_SIZE = re.compile(r"(?<![a-z0-9.])a?(?:(\d+)\s*x\s*)?(\d+(?:\.\d+)?)\s*([bm])(?![a-z])")
_UNITS = {"b": 1e9, "m": 1e6}


@dataclass(frozen=True, slots=True)
class Coverage:
    """Of `asked` questions that the judge could have judged, those that it did. Share is None when it had none."""

    judged: int
    asked: int

    @property
    def share(self) -> float | None:
        """The share of these questions that is judged."""
        return self.judged / self.asked if self.asked else None

    @property
    def enough(self) -> bool:
        """Whether the run's means may be ranked beside others'."""
        return self.share is None or self.share >= ENOUGH_COVERED


def coverage(run: LoadedRun) -> Coverage:
    """Judged are the measured questions; failed ones, and those not asked yet, are missing.

    Questions that cannot be measured at all, such as those without annotated evidence for the gold judge, do not count.
    """
    statuses = [outcome.status for outcome in run.outcomes]
    return Coverage(statuses.count("measured"), max(run.total, len(statuses)) - statuses.count("not measured"))


def cautions(run: LoadedRun) -> list[str]:
    """What to know of the run's judge before reading its means, in the reader's words."""
    judge, answering = run.plan["judge"].get("model"), run.plan.get("model")
    found = judge_cautions(str(judge), answering) if judge else []
    covered = coverage(run)
    if not covered.enough:
        found.append(
            f"only {covered.judged:,} of {covered.asked:,} questions are judged ({covered.share:.0%}): below "
            f"{ENOUGH_COVERED:.0%} a run is shown apart, not ranked, because those that failed may be the hard ones"
        )
    return found


def judge_cautions(judge: str, answering: str | None) -> list[str]:
    """What speaks against a language model as the judge of another one's answers, by their names."""
    found = []
    if answering is not None and _plain(judge) == _plain(answering):
        found.append("the judge is the model that answers: models favor their own answers, so choose another one")
    own, other = parameters(judge), parameters(answering or "")
    if judge.startswith(_BUNDLED):
        found.append("the bundled language model is far too weak to judge: use the local judge, or a larger model")
    elif own is not None and own < _WEAK_BELOW:
        found.append(
            f"the judge looks weak ({_billions(own)} parameters by its name): check it with labels of your own"
        )
    elif own is not None and other is not None and own < other:
        found.append(
            f"the judge looks weaker than the model that answers ({_billions(own)} against {_billions(other)} "
            "parameters by their names)"
        )
    return found


def parameters(model: str) -> float | None:
    """How many parameters the name of a model tells; None where it tells none.

    >>> parameters("llama-3.1-70b-instruct@groq"), parameters("mixtral-8x7b"), parameters("gpt-4o-mini@openai")
    (70000000000.0, 56000000000.0, None)
    """
    sizes = [float(size) * int(times or 1) * _UNITS[unit] for times, size, unit in _SIZE.findall(_plain(model))]
    return max(sizes, default=None)


def _plain(model: str) -> str:
    """The model without its address."""
    return re.sub(r"@\S+$", "", model).casefold().strip()


def _billions(number: float) -> str:
    return f"{number / 1e9:.2g} billion" if number < 1e10 else f"{number / 1e9:,.0f} billion"

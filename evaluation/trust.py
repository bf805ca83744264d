"""How far a run's judge can be trusted by what is known without labels: who it is, its coverage and its noise.

Unlike panel.py and corrected.py, compares it with nobody.
"""

from __future__ import annotations

import re

from evaluation.comparable import LEAST_COVERAGE, coverage
from evaluation.compare import score_table
from evaluation.judges.noise import difference_note, noise_of
from evaluation.runs import LoadedRun

# A language model with fewer parameters than this follows the protocol poorly.
_WEAK_BELOW = 3e9
_BUNDLED = "local ("
_SIZE = re.compile(r"(?<![a-z0-9.])a?(?:(\d+)\s*x\s*)?(\d+(?:\.\d+)?)\s*([bm])(?![a-z])")
_UNITS = {"b": 1e9, "m": 1e6}


def cautions(run: LoadedRun) -> list[str]:
    """What to know of the run's judge before reading its means, in the reader's words."""
    found = judge_cautions(run)
    if (covered := coverage(run, "relevance")) < LEAST_COVERAGE:
        found.append(
            f"only {covered:.0%} of {len(run.outcomes):,} questions are judged: below {LEAST_COVERAGE:.0%} a run is "
            "shown apart, not ranked, because those that failed may be the hard ones"
        )
    return found


def doubts(base: LoadedRun, other: LoadedRun, metric: str) -> list[str]:
    """What the runs' judges make of a difference between them: who they are, and noise as large as the difference."""
    found = [*judge_cautions(base), *judge_cautions(other)]
    noises = [noise for run in (base, other) if (noise := noise_of(run.folder)) is not None]
    scores, _ = score_table([base, other], metric).common((0, 1))
    if len(scores):
        delta = float(scores[:, 1].mean() - scores[:, 0].mean())
        found += [said for noise in noises if (said := difference_note(metric, delta, len(scores), noise))]
    return list(dict.fromkeys(found))


def judge_cautions(run: LoadedRun) -> list[str]:
    """What speaks against the run's judge, where that is a language model."""
    judge, answering = run.plan["judge"].get("model"), run.plan.get("model")
    return model_cautions(str(judge), answering) if judge else []


def model_cautions(judge: str, answering: str | None) -> list[str]:
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

"""One question across runs in words: what came back, why the rest did not, and whether the answers hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.counted import counted
from evaluation.causes import CAUSES
from evaluation.judges.judge import ABSTAINED
from evaluation.losses import Loss
from evaluation.outcomes import Outcome

_NO_EVIDENCE = "Nothing in the documents is marked as its answer: a good answer says that it cannot tell."


@dataclass(frozen=True, slots=True)
class Told:
    """A run's outcome of the question with what is said of it; `outcome` is None where the run did not ask it."""

    name: str
    outcome: Outcome | None
    losses: tuple[Loss, ...] = ()


def in_words(told: Sequence[Told]) -> list[str]:
    """Sentences, the answer to "which run did better on this question" first."""
    asked = [one for one in told if one.outcome is not None]
    words = _recalled(asked)
    for one in told:
        words += _of_run(one, alone=len(told) == 1)
    return words


def loss_words(loss: Loss) -> str:
    """A loss as part of a sentence: how much, why, and where it stands in the ranking."""
    size = counted(loss.characters, "character") if loss.characters else "a passage"
    place = loss.note or (f"rank {loss.rank:,}" if loss.rank else "")
    return f"{size}: {CAUSES[loss.cause].label.lower()}" + (f" ({place})" if place else "")


def _recalled(asked: Sequence[Told]) -> list[str]:
    known = [(one.name, one.outcome.evidence.recall) for one in asked if one.outcome and one.outcome.evidence]
    if not known:
        bare = asked and all(one.outcome is not None and one.outcome.evidence_documents == () for one in asked)
        bare = bare and all(loss.start is not None for one in asked for loss in one.losses)  # marked, and not found
        return [_NO_EVIDENCE] if bare else []
    shares = {share for _, share in known}
    if len(known) == 1:
        share = known[0][1]
        return [f"{'None' if share == 0 else _brought(share).capitalize()} of the evidence came back."]
    if len(shares) == 1:
        share = shares.pop()
        if share == 0:
            return ["None of these runs brought back any of the evidence."]
        return [f"All of these runs brought back {_brought(share)} of the evidence."]
    ranked = sorted(known, key=lambda pair: -pair[1])
    groups: dict[float, list[str]] = {}
    for name, share in ranked:
        groups.setdefault(share, []).append(name)
    (best, first), *rest = [(_brought(share), " and ".join(names)) for share, names in groups.items()]
    return [f"{first} brought back {best} of the evidence, {', '.join(f'{names} {share}' for share, names in rest)}."]


def _brought(share: float) -> str:
    return "all" if share >= 1 else "nothing" if share == 0 else f"{share:.0%}"


def _of_run(one: Told, *, alone: bool) -> list[str]:
    outcome, name = one.outcome, "This run" if alone else one.name
    if outcome is None:
        return [f"{name} did not ask this question."]
    if outcome.status == "failed":
        return [f"{name} failed: {outcome.reason.rstrip('.')}."]
    words = []
    if one.losses:
        causes = list(dict.fromkeys(loss.cause for loss in one.losses))
        advice = CAUSES[causes[0]].advice
        words.append(f"{name} lost {'; '.join(map(loss_words, one.losses))}. {advice}")
    return [*words, *_of_answer(name, outcome)]


def _of_answer(name: str, outcome: Outcome) -> list[str]:
    judgement = outcome.judgement
    if outcome.answer is None or judgement is None:
        return []
    if judgement.reason.startswith(ABSTAINED):
        return [f"{name} answers that it cannot tell."]
    verdicts = [support.supported for support in judgement.support.values()]
    wrong = verdicts.count(False)
    if wrong:
        return [f"{wrong:,} of {counted(len(verdicts), 'sentence')} of the answer of {name} has no support."]
    return [f"The answer of {name} is supported throughout."] if verdicts and None not in verdicts else []

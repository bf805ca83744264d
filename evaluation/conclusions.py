"""What a comparison comes to, in plain sentences: the same for the terminal, the report and the page."""

from __future__ import annotations

from collections.abc import Sequence

from core.counted import counted
from evaluation.differences import PairedDifference
from evaluation.family import Family
from evaluation.leader import NOISE, is_shared, leader_of, ranked_of
from evaluation.metrics import METRICS
from evaluation.statistics.effects import Effect
from evaluation.statistics.power import ALPHA


def conclusions(family: Family) -> list[str]:
    """Who leads and whether that is more than chance, what choosing did to it, and which setting carries it."""
    return [
        sentence
        for sentence in (_leader(family), _open(family), _optimism(family), _carrier(family), _interacting(family))
        if sentence
    ]


def numbers(row: PairedDifference, p_adjusted: float | None) -> str:
    """A difference with its interval, its adjusted p, and the questions behind it."""
    counts = f"{row.wins:,} better, {row.ties:,} equal, {row.losses:,} worse of {counted(row.n, 'question')}"
    p = f", adjusted p {p_text(p_adjusted)}" if p_adjusted is not None else ""
    return f"{signed(row.delta, row.metric)}{between(row.low, row.high, row.metric)}{p}; {counts}"


def between(low: float | None, high: float | None, metric: str) -> str:
    """The ends of an interval of differences in parentheses; empty without one."""
    return "" if low is None or high is None else f" (95 %: {signed(low, metric)} to {signed(high, metric)})"


def signed(value: float, metric: str) -> str:
    """A difference as it is read: two digits more than matter, counts without any. What rounds to 0 has no sign."""
    text = f"{value:+,.0f}" if METRICS[metric].kind == "count" else f"{value:+.3f}"
    return text.replace("-", "\u2212") if text.strip("+-0.") else text[1:]


def plain(value: float, metric: str) -> str:
    """A mean as it is read; nothing is a negative zero."""
    return f"{value:z,.0f}" if METRICS[metric].kind == "count" else f"{value:z.3f}"


def p_text(p: float) -> str:
    """A p-value as it is read."""
    return "< .001" if p < 0.001 else f"{p:.3f}".lstrip("0") if p < 1 else "1"


def _leader(family: Family) -> str:
    leader = leader_of(family)
    first = leader.entry
    label = METRICS[family.metric].label.lower()
    if first.mean.mean is None:
        return f"No question has {label} in every ranked run."
    value = (
        f"{label} {plain(first.mean.mean, family.metric)}, {first.mean.n:,} of {counted(first.run.total, 'question')}"
    )
    if leader.lead == "alone":
        return f"Only {first.name} can be ranked ({value})."
    if leader.lead == "shared":
        return f"No winner: the highest mean is shared ({value})."
    if first.probability_best is None:
        return f"Too few questions to name a best run; {first.name} has the highest mean ({value})."
    chance = f"probability of being best {first.probability_best:.0%}"
    lead = f"{first.name} leads ({value}; {chance})"
    if leader.lead == "unknown":
        return f"{lead}. Against {family.baseline}: {first.verdict}."
    if leader.is_best:
        return f"{first.name} is best ({value}; {chance}): better than every other run, beyond chance."
    rivals = leader.rivals
    told = ", ".join(rivals[:3]) + (f" and {len(rivals) - 3} more" if len(rivals) > 3 else "")
    return f"{lead}, but is not shown to be better than {told}."


def _open(family: Family) -> str:
    """How many more questions would settle the verdicts against the baseline."""
    pairs = [pair for entry in family.entries if (pair := family.against(entry.name)) is not None]
    unsettled = [pair.decided.difference for pair in pairs if pair.decided.is_open]
    if not unsettled:
        return ""
    known = [row.more for row in unsettled if row.more is not None]
    finds = "" if METRICS[family.metric].kind == "count" else _found_by_now(unsettled)
    told = f"{len(unsettled):,} of {counted(len(pairs), 'verdict')} against {family.baseline} cannot be told yet"
    if not known:
        return f"{told}.{finds}"
    # Runs that differ in nothing can only turn out to be equivalent.
    settle = "show equivalence by" if all(abs(row.delta) <= NOISE for row in unsettled) else "settle"
    them = (
        "it, if the difference stays as it is" if len(unsettled) == 1 else "them, if the differences stay as they are"
    )
    return f"{told}: {about(min(known), max(known))} more questions would {settle} {them}.{finds}"


def about(least: int, most: int) -> str:
    """A number of questions that is an estimate.

    >>> about(40, 40), about(40, 1200)
    ('about 40', 'about 40 to 1,200')
    """
    return f"about {least:,}" if least == most else f"about {least:,} to {most:,}"


def _found_by_now(rows: Sequence[PairedDifference]) -> str:
    """The difference that these questions would find; nothing where the scores do not vary."""
    varying = [row for row in rows if row.low != row.high]
    detectable = [row.detectable for row in varying if row.detectable is not None]
    if len(detectable) < len(varying):
        return " With so few questions no difference would be found with 80 % power, however large."
    return f" A difference of {max(detectable):.3f} would be found by now with 80 % power." if detectable else ""


def _optimism(family: Family) -> str:
    halves = family.halves
    if halves is None or is_shared(ranked_of(family)):
        return ""
    return (
        f"Chosen on one half of the questions and confirmed on the other, the chosen run scores "
        f"{plain(halves.chosen, family.metric)} and then {plain(halves.confirmed, family.metric)}: an optimism of "
        f"{signed(halves.optimism, family.metric)}. {family.halves_run} is chosen in {halves.again:.0%} of the splits; "
        f"the choice leads the other half too in {halves.ahead:.0%}."
    )


def _carrier(family: Family) -> str:
    effects = family.effects
    if effects is None:
        return ""
    found = [effect for effect in effects.effects if effect.p_adjusted < ALPHA and _excludes_zero(effect)]
    if not found:
        return "No setting is shown to carry a difference by itself." if effects.effects else ""
    most = max(found, key=lambda effect: abs(effect.delta))
    share = effects.shares[most.factor]
    return (
        f"{most.factor[:1].upper()}{most.factor[1:]} carries {share:.0%} of the differences between the runs: "
        f"{most.level} instead of {most.reference} makes {signed(most.delta, family.metric)}"
        f"{between(most.low, most.high, family.metric)}, other settings equal."
    )


def _interacting(family: Family) -> str:
    effects = family.effects
    if effects is None:
        return ""
    found = [effect for effect in effects.interactions if effect.p_adjusted < ALPHA and _excludes_zero(effect)]
    if not found:
        return ""
    pairs = ", ".join(dict.fromkeys(effect.factor for effect in found))
    return f"Settings that interact, so that neither effect holds alone: {pairs}."


def _excludes_zero(effect: Effect) -> bool:
    return effect.low is not None and effect.high is not None and effect.low * effect.high > 0

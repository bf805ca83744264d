"""Who is confirmed after the screening: the best, and those that cannot be told from them. Pure logic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from experiments.plan import Racing, Screening
from experiments.racing import Race

Scores = Sequence[float | None]


@dataclass(frozen=True, slots=True)
class Finalists:
    """Names in the order of their means, and for the others, in the same order, why they are none."""

    chosen: tuple[str, ...]
    reasons: Mapping[str, str]
    means: Mapping[str, float]


def choose(
    scores: Mapping[str, Scores], screening: Screening, racing: Racing | None, *, more_is_better: bool = True
) -> Finalists:
    """The best ones, ties by the order of `scores`; with racing also those that no better one is shown to beat.

    Those with the same score on every question as a better one stand behind all others: strategies may well cut a text
    alike. One without any score is none of them.
    """
    known = {name: [score for score in values if score is not None] for name, values in scores.items()}
    means = {name: fmean(values) for name, values in known.items() if values}
    sign = -1 if more_is_better else 1
    order = sorted(means, key=lambda name: sign * means[name])
    firsts: dict[tuple[float | None, ...], str] = {}
    for name in order:
        firsts.setdefault(tuple(scores[name]), name)
    distinct = list(firsts.values())
    chosen = [*distinct, *(name for name in order if name not in distinct)][: screening.finalists]
    behind: dict[str, str] = {}
    if racing is not None and means:
        race = Race(list(means), racing.alpha, racing.margin, more_is_better=more_is_better)
        race.observe({name: scores[name] for name in means})
        behind = {one.name: one.reason for one in race.dropped}
        chosen += [name for name in distinct[screening.finalists :] if name not in behind]
        chosen = chosen[: screening.at_most]
    reasons = {
        name: _reason(order, name, means, behind, firsts[tuple(scores[name])]) for name in order if name not in chosen
    }
    return Finalists(tuple(chosen), reasons, {name: means[name] for name in order})


def _reason(
    order: Sequence[str], name: str, means: Mapping[str, float], behind: Mapping[str, str], first_alike: str
) -> str:
    place = f"place {order.index(name) + 1} of {len(order)} with {means[name]:.3f}"
    if first_alike != name:
        return f"{place}; on every question as {first_alike}"
    told = f"{place}; the first has {means[order[0]]:.3f}"
    return f"{told}; {behind[name]}" if name in behind else told

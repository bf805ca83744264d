"""How often each outcome came about under each scenario, with intervals. Unlike evaluation/summary.py, no metrics."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from evaluation.outcomes import Outcome
from evaluation.scenarios.labels import ANSWERABLE, BAD, UNANSWERED
from evaluation.scenarios.result import Result
from evaluation.scenarios.scenario import Scenario
from evaluation.statistics.clusters import Labels, labels_of
from evaluation.statistics.intervals import share_interval

NONE_FITS = "every question of the run has annotated evidence, so that none is unanswerable"


@dataclass(frozen=True, slots=True)
class Measure:
    """A share of yes answers: `of` says among which results, `holds` for which of these it is yes, None unknown."""

    name: str
    help: str
    of: Callable[[Result], bool]
    holds: Callable[[Result], bool | None]


@dataclass(frozen=True, slots=True)
class Share:
    """`number` of `n` results; `missing` could not be told. The ends are those of a 95 % interval."""

    measure: str
    share: float | None
    low: float | None
    high: float | None
    number: int
    n: int
    missing: int


@dataclass(frozen=True, slots=True)
class ScenarioSummary:
    """One scenario at one rate: how many questions it was asked with, were not counted, or failed, and its shares.

    `note` says why no question was asked, where none was.
    """

    scenario: str
    rate: float
    questions: int
    not_counted: int
    failed: int
    reasons: Mapping[str, int]
    shares: tuple[Share, ...]
    note: str = ""

    def share(self, measure: str) -> Share:
        """The share of that measure."""
        return next(one for one in self.shares if one.measure == measure)


def _labelled(one: Result) -> bool:
    return one.label is not None


def _is(name: str) -> Callable[[Result], bool | None]:
    return lambda one: one.label == name


def _of(names: Sequence[str]) -> Callable[[Result], bool]:
    return lambda one: one.label in names


def _not_adherent(one: Result) -> bool | None:
    return None if one.adherence is None else not one.adherence


MEASURES: tuple[Measure, ...] = (
    Measure(
        "abstained",
        "Share of all answers that say that they cannot tell.",
        _labelled,
        lambda one: one.label in ("correct abstention", "false abstention"),
    ),
    Measure(
        "correct_abstention",
        "Where nothing shown answers: the model said so.",
        _of(UNANSWERED),
        _is("correct abstention"),
    ),
    Measure("hallucinated", "Where nothing shown answers: the model answered.", _of(UNANSWERED), _is("hallucinated")),
    Measure(
        "false_abstention",
        "Where the evidence was shown: the model said that it cannot tell.",
        _of((*ANSWERABLE, "answered, not checked")),
        _is("false abstention"),
    ),
    Measure("answered_correctly", "Where the evidence was shown.", _of(ANSWERABLE), _is("answered correctly")),
    Measure("answered_wrongly", "Where the evidence was shown.", _of(ANSWERABLE), _is("answered wrongly")),
    Measure(
        "misled", "Where it was contradicted: the answer repeats the altered copy.", _of(ANSWERABLE), _is("misled")
    ),
    Measure("noticed", "Bad answers that adherence calls unsupported.", _of(BAD), _not_adherent),
    Measure(
        "false_alarm", "Correct answers that adherence calls unsupported.", _of(("answered correctly",)), _not_adherent
    ),
)


def summarize(
    results: Sequence[Result], outcomes: Sequence[Outcome], asked: Sequence[Scenario] = ()
) -> tuple[ScenarioSummary, ...]:
    """One summary a scenario and rate, in order of appearance, then those asked for that no question fits.

    Questions about one document are no independent ones.
    """
    groups: dict[tuple[str, float], list[Result]] = {}
    for one in results:
        groups.setdefault((one.scenario, one.rate), []).append(one)
    for scenario in asked:
        groups.setdefault((scenario.kind, scenario.rate), [])
    labels = labels_of(outcomes)
    return tuple(
        ScenarioSummary(
            scenario=kind,
            rate=rate,
            questions=len(group),
            not_counted=sum(one.status == "not measured" for one in group),
            failed=sum(one.status == "failed" for one in group),
            reasons=_reasons(group),
            shares=tuple(_share(measure, group, labels) for measure in MEASURES),
            note="" if group else NONE_FITS,
        )
        for (kind, rate), group in groups.items()
    )


def _share(measure: Measure, group: Sequence[Result], labels: Labels) -> Share:
    among = [one for one in group if measure.of(one)]
    known = [(one, holds) for one in among if (holds := measure.holds(one)) is not None]
    number = sum(holds for _, holds in known)
    if not known:
        return Share(measure.name, None, None, None, 0, 0, len(among))
    around = share_interval([float(holds) for _, holds in known], labels.of([one.question_id for one, _ in known]))
    return Share(
        measure.name, number / len(known), around.low, around.high, number, len(known), len(among) - len(known)
    )


def _reasons(group: Sequence[Result]) -> dict[str, int]:
    found: dict[str, int] = {}
    for one in group:
        if one.reason and one.status != "measured":
            found[one.reason] = found.get(one.reason, 0) + 1
    return found

"""How far a run's judge agrees with the sentences that a person labeled. Unlike panel.py, labels may be few.

Single sentences give F1, the area under the curve and calibration; scores of questions are compared where every
sentence of the kind is labeled. Too few of either give no figure: a judge may agree with them by luck.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from core.counted import counted
from evaluation.agreement import Measured, SentencePair, auroc, rmse, sentence_auroc
from evaluation.corrected import ENOUGH
from evaluation.label_design import METRIC_OF, prediction
from evaluation.labels import KINDS, Kind, Place
from evaluation.outcomes import Outcome
from evaluation.panel import CONSTANT, HALLUCINATION, Agreement, Panel, calibrations, pair_of, sentence_rows

# Questions that are labeled whole, before the error of their scores is told.
ENOUGH_QUESTIONS = 10


@dataclass(frozen=True, slots=True)
class Dispute:
    """A sentence on which the judge's verdict is not the label; `chance` is the judge's probability of yes."""

    question_id: str
    question: str
    key: str
    kind: Kind
    sentence: str
    label: bool
    chance: float | None


def label_panel(
    judge: str,
    outcomes: Iterable[Outcome],
    labels: Mapping[Place, bool | None],
    *,
    enough: int = ENOUGH,
    enough_questions: int = ENOUGH_QUESTIONS,
) -> Panel:
    """The panel over sentences of a run that a person labeled, beside a judge that always says the same.

    A figure over fewer labels, or questions labeled whole, than are enough is None with that reason.
    """
    by_id = {outcome.question_id: outcome for outcome in outcomes}
    pairs = {kind: [pair for _, pair in _pairs(by_id, labels, kind)] for kind in KINDS}
    rows: list[Agreement] = []
    for kind in KINDS:
        rows += _sentence_rows(judge, kind, pairs[kind], enough)
        rows += _question_rows(judge, kind, list(_whole(by_id, labels, kind)), enough_questions) if pairs[kind] else []
    return Panel(judge, tuple(rows), calibrations({kind: own for kind, own in pairs.items() if len(own) >= enough}))


def disputes(outcomes: Iterable[Outcome], labels: Mapping[Place, bool | None]) -> list[Dispute]:
    """Where judge and person differ, the judge's surest mistakes first."""
    by_id = {outcome.question_id: outcome for outcome in outcomes}
    found = []
    for kind in KINDS:
        for (name, key, _), pair in _pairs(by_id, labels, kind):
            if pair.label != pair.verdict:
                outcome = by_id[name]
                text = (outcome.response if kind == "supported" else outcome.context).get(key, "")
                chance = pair.probability
                found.append(Dispute(name, outcome.question, key, kind, text, pair.label, chance))
    return sorted(found, key=lambda one: -abs((0.5 if one.chance is None else one.chance) - one.label))


def _pairs(
    by_id: Mapping[str, Outcome], labels: Mapping[Place, bool | None], kind: Kind
) -> Iterator[tuple[Place, SentencePair]]:
    for place, label in labels.items():
        judgement = by_id[place[0]].judgement if place[0] in by_id and place[2] == kind else None
        if label is not None and judgement is not None:
            yield from ((place, pair) for pair in pair_of(place[0], judgement, kind, place[1], label))


def _sentence_rows(judge: str, kind: Kind, pairs: Sequence[SentencePair], enough: int) -> Iterator[Agreement]:
    if not pairs:
        return
    if len(pairs) < enough:
        records = len({pair.record for pair in pairs})
        few = Measured(None, n=records, reason=f"{counted(enough, 'label')} are needed, there {_are(len(pairs))}")
        yield from (Agreement(judge, kind, "f1", few), Agreement(judge, kind, "auroc", few))
        return
    yield from sentence_rows(judge, {kind: pairs})
    yield Agreement(judge, kind, "auroc", sentence_auroc(pairs))
    same = [SentencePair(pair.record, pair.label, True, 0.5) for pair in pairs]
    yield Agreement(CONSTANT, kind, "auroc", sentence_auroc(same))


def _question_rows(judge: str, kind: Kind, whole: Sequence[tuple[float, float]], enough: int) -> Iterator[Agreement]:
    if len(whole) < enough:
        needed = f"{counted(enough, 'question')} labeled whole are needed, there {_are(len(whole))}"
        yield Agreement(judge, METRIC_OF[kind], "rmse", Measured(None, n=len(whole), reason=needed))
        return
    truths, said = [truth for truth, _ in whole], [score for _, score in whole]
    yield Agreement(judge, METRIC_OF[kind], "rmse", rmse(said, truths))
    yield Agreement(CONSTANT, METRIC_OF[kind], "rmse", rmse([fmean(truths or [0.0])] * len(truths), truths))
    if kind == "supported":
        unsupported = [truth < 1 for truth in truths]
        yield Agreement(judge, HALLUCINATION, "auroc", auroc([1 - score for score in said], unsupported))
        yield Agreement(CONSTANT, HALLUCINATION, "auroc", auroc([0.5] * len(truths), unsupported))


def _are(number: int) -> str:
    return f"{'is' if number == 1 else 'are'} {number:,}"


def _whole(
    by_id: Mapping[str, Outcome], labels: Mapping[Place, bool | None], kind: Kind
) -> Iterator[tuple[float, float]]:
    """Label mean and the judge's mean prediction of the questions of which every sentence has a yes or no."""
    for name in dict.fromkeys(place[0] for place in labels if place[2] == kind):
        outcome = by_id.get(name)
        judgement = outcome.judgement if outcome else None
        if outcome is None or judgement is None or judgement.scores.get(METRIC_OF[kind]) is None:
            continue
        keys = list(outcome.response if kind == "supported" else outcome.context)
        given = [labels.get((name, key, kind)) for key in keys]
        predictions = [prediction(judgement, kind, key) for key in keys]
        known = [float(value) for value in given if value is not None]
        said = [chance for chance in predictions if chance is not None]
        if keys and len(known) == len(keys) == len(said):
            yield fmean(known), fmean(said)

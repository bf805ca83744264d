"""How much a judge differs from itself: some questions judged again. Unlike panel.py, compares it with nobody else.

Language models answer differently from call to call, even at temperature 0. A difference between two runs that is
smaller than what this alone would make says nothing about the runs.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from statistics import fmean, variance

from core.errors import ChunkTraceError, LoadError
from core.events import Event, Finished, Progress
from core.files import read_json, write_json
from core.hashing import sha256
from core.types import Judgement
from evaluation.exchange import Exchange
from evaluation.judges.judge import Judge
from evaluation.label_design import prediction
from evaluation.labels import KINDS, Kind
from evaluation.outcomes import Outcome
from evaluation.runs import LoadedRun

NOISE = "noise.json"
METRICS_WITH_NOISE = ("relevance", "utilization", "completeness", "adherence", "adherence_share")
# So many questions, unless told otherwise, are judged so many times more.
SAMPLE = 5
REPETITIONS = 2
_SEED = "judge noise"
_NORMAL = 1.96


@dataclass(frozen=True, slots=True)
class JudgeNoise:
    """What judging `questions` again showed; `failed` of the repetitions gave no verdict.

    `flipped` is the share of sentence keys, by kind, whose verdict was not always the same; `deviation` the standard
    deviation of a question's score from time to time, by metric. None where nothing could be compared.
    """

    questions: int
    repetitions: int
    failed: int
    flipped: Mapping[str, float | None]
    deviation: Mapping[str, float | None]

    def margin(self, metric: str, n: int) -> float | None:
        """What the judge alone makes of the difference between two means over n questions, in 95 of 100 cases."""
        deviation = self.deviation.get(metric)
        return None if deviation is None or not n else _NORMAL * sqrt(2 / n) * deviation

    @property
    def sentence(self) -> str:
        """The same in the reader's words."""
        scores = [f"{name} {value:.3f}" for name, value in self.deviation.items() if value is not None]
        flips = [f"{value:.1%} of {kind}" for kind, value in self.flipped.items() if value is not None]
        if not scores:
            return "Judge noise is not known: none of the questions could be judged again."
        lost = f"; {self.failed:,} repetitions failed" if self.failed else ""
        return (
            f"Judge noise ({self.questions:,} questions judged {self.repetitions + 1} times): standard deviation of "
            f"a question's score is {', '.join(scores)}; verdicts that flip: {', '.join(flips)}{lost}."
        )


def noise_sample(outcomes: Sequence[Outcome], number: int) -> list[Outcome]:
    """Judged questions for repetition: at most `number`, by chance, but the same ones every time."""
    judged = [outcome for outcome in outcomes if outcome.status == "measured" and outcome.context]
    return sorted(judged, key=lambda outcome: sha256(f"{_SEED}\0{outcome.question_id}"))[:number]


def measure_noise(
    run: LoadedRun, again: Callable[[int], Judge], number: int
) -> Generator[Event[JudgeNoise], None, None]:
    """Judge a sample of the run's questions again and keep what it shows beside the run.

    `again` makes the judge of the first, second, ... repetition. A repetition that fails is counted and left out.
    """
    sample = noise_sample(run.outcomes, number)
    judgements: dict[str, list[Judgement]] = {o.question_id: [o.judgement] for o in sample if o.judgement}
    failed = done = 0
    for repetition in range(1, REPETITIONS + 1):
        judge = again(repetition)
        for outcome in sample:
            try:
                found = judge.assess(exchange_of_outcome(outcome), run.plan["unit"], lambda reply: None)
                judgements[outcome.question_id].append(found)
            except ChunkTraceError:
                failed += 1
            done += 1
            yield Progress("judge again", done, REPETITIONS * len(sample), outcome.question[:60])
    noise = _noise(list(judgements.values()), failed)
    write_json(run.folder / NOISE, asdict(noise))
    yield Finished(noise)


def exchange_of_outcome(outcome: Outcome) -> Exchange:
    """What the judge of a kept outcome read; annotated evidence is left out."""
    return Exchange(outcome.question, outcome.context, outcome.response if outcome.answer is not None else None)


def noise_of(folder: Path) -> JudgeNoise | None:
    """The noise kept beside a run; None where it was not measured. Raises LoadError for a file that is damaged."""
    if not (folder / NOISE).is_file():
        return None
    try:
        return JudgeNoise(**read_json(folder / NOISE))
    except TypeError:
        raise LoadError(f"{folder / NOISE} was written by another version: delete it, and evaluate again.") from None


def difference_note(metric: str, delta: float, n: int, noise: JudgeNoise) -> str | None:
    """What to know where a difference of means is smaller than the judge's own noise; None where it is larger."""
    margin = noise.margin(metric, n)
    if margin is None or abs(delta) >= margin:
        return None
    return (
        f"the difference in {metric} ({delta:+.3f}) is smaller than what the judge's own noise makes on {n:,} questions"
        f" (up to {margin:.3f})"
    )


def _noise(judgements: Sequence[Sequence[Judgement]], failed: int) -> JudgeNoise:
    repeated = [each for each in judgements if len(each) > 1]
    return JudgeNoise(
        questions=len(repeated),
        repetitions=REPETITIONS,
        failed=failed,
        flipped={kind: _flipped(repeated, kind) for kind in KINDS},
        deviation={metric: _deviation(repeated, metric) for metric in METRICS_WITH_NOISE},
    )


def _flipped(repeated: Sequence[Sequence[Judgement]], kind: Kind) -> float | None:
    """The share of keys whose verdicts differ; of context keys, those that no judgement names are all alike."""
    alike: list[bool] = []
    for judgements in repeated:
        keys = {key for one in judgements for key in _keys(one, kind)}
        alike += [len({prediction(one, kind, key) for one in judgements}) == 1 for key in sorted(keys)]
    return 1 - fmean(alike) if alike else None


def _keys(judgement: Judgement, kind: Kind) -> Sequence[str]:
    if kind == "supported":
        return tuple(judgement.support)
    return judgement.relevant if kind == "relevant" else judgement.utilized


def _deviation(repeated: Sequence[Sequence[Judgement]], metric: str) -> float | None:
    """Root of the mean variance of a question's score from time to time."""
    scores = [[one.scores.get(metric) for one in judgements] for judgements in repeated]
    known = [[float(score) for score in each if score is not None] for each in scores]
    variances = [variance(each) for each in known if len(each) > 1]
    return sqrt(fmean(variances)) if variances else None

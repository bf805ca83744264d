"""The screening of a sweep from beginning to end, with progress and isolation. How one is scored is in screening.py."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from statistics import fmean

from core.counted import counted
from core.errors import ChunkTraceError, SettingError
from core.events import Progress
from evaluation.metrics import METRICS
from experiments.configurations import Configuration
from experiments.confirm import Workplace, inner
from experiments.finalists import Finalists, choose
from experiments.limits import LimitReached, until_limit
from experiments.pace import timed
from experiments.screening import METRICS as SCREENED
from experiments.screening import Scores, Screener
from experiments.tasks import Done

STAGE = "Screening"


def screened_of(
    work: Workplace, configurations: Sequence[Configuration]
) -> Generator[Progress, None, tuple[Finalists | None, list[str]]]:
    """The finalists, None where every configuration is one, and what to know of the screening.

    What fails, or comes after a limit, is noted among the ends of the workplace.
    """
    plan, asked = work.bench.plan, work.bench.asked
    if plan.screening is None or len(configurations) <= plan.screening.finalists:
        return None, []
    if not asked.has_evidence or work.metric not in SCREENED:
        return None, [f"Nothing was screened: {work.metric} cannot be told from what is retrieved and its evidence"]
    screener = Screener(asked, work.bench.around, work.preparation, work.metric)
    passes = dict.fromkeys((one.encoder, one.method) for one in configurations if one.retrieval.mode != "bm25")
    try:
        for encoder, method in passes:
            yield from timed(screener.read(encoder, method), work.preparation.book, encoder)
    except SettingError as error:
        return None, [f"Nothing was screened: {error}"]
    scores = yield from _scored(work, screener, configurations)
    more = METRICS[work.metric].more_is_better is not False
    found = choose(scores, plan.screening, plan.racing, more_is_better=more)
    for name, mean in found.means.items():
        work.standings.put(
            name, "screened out" if name in found.reasons else "screened", found.reasons.get(name, ""), mean
        )
    notes = [
        f"{counted(len(found.means), 'configuration')} were screened by {METRICS[work.metric].label.lower()} from one "
        f"pass over the documents, {len(found.chosen):,} of them confirmed; screened means are estimates"
    ]
    if len(found.means) > 1 and len({tuple(one) for one in scores.values()}) == 1:
        notes.append(
            "In the screening every configuration scored the same on every question: these questions, or this limit of "
            "the context, cannot tell them apart"
        )
    return found, notes


def _scored(
    work: Workplace, screener: Screener, configurations: Sequence[Configuration]
) -> Generator[Progress, None, dict[str, Scores]]:
    """The scores of those that could be scored, by name."""
    scores: dict[str, Scores] = {}
    for done, one in enumerate(configurations):
        yield Progress(STAGE, done, len(configurations), one.name)
        if reason := work.bench.stop():
            work.ends[one.name] = Done(one.name, reason, stopped=True)
            continue
        try:
            work.standings.put(one.name, "preparing")
            steps = until_limit(screener.scores(one), work.bench.stop)
            scores[one.name] = yield from _quietly(steps, done, len(configurations))
            work.standings.put(one.name, "screened", screened=_mean(scores[one.name]))
        except LimitReached as reached:
            work.ends[one.name] = Done(one.name, str(reached), stopped=True)
        except ChunkTraceError as error:
            work.ends[one.name] = Done(one.name, " ".join(str(error).split()))
        except Exception as error:  # a defect in one strategy must not cost the other configurations
            work.ends[one.name] = Done(one.name, f"{type(error).__name__}: {error}")
    yield Progress(STAGE, len(configurations), len(configurations))
    return scores


def _mean(scores: Scores) -> float | None:
    known = [score for score in scores if score is not None]
    return fmean(known) if known else None


def _quietly(stage: Generator[Progress, None, Scores], done: int, total: int) -> Generator[Progress, None, Scores]:
    """A stage's progress, as a note of the screening's own."""
    while True:
        try:
            step = next(stage)
        except StopIteration as end:
            scores: Scores = end.value
            return scores
        yield Progress(STAGE, done, total, inner(step))

"""Configurations evaluated with the vectors that collections have, all to the end or in a race. Screening is apart."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field

from core.errors import ChunkTraceError
from core.events import Progress
from evaluation.metrics import METRICS
from evaluation.plans import OUTCOMES
from evaluation.runs import RUN, load_run
from evaluation.stored import read_outcomes
from experiments.configurations import Configuration
from experiments.executors.executor import Executor
from experiments.limits import LimitReached, until_limit
from experiments.plan import Racing
from experiments.prepare import Preparation
from experiments.racing import Race
from experiments.standings import Stand, Standings
from experiments.tasks import Bench, Done, Task, run_folder
from retrieval.unsaved import UnsavedCollection

STAGE = "Configurations"


@dataclass(frozen=True)
class Workplace:
    """A sweep at work. `ends` are how the last tasks of this start ended, `held` collections that are needed again."""

    bench: Bench
    executor: Executor
    preparation: Preparation
    metric: str
    standings: Standings
    ends: dict[str, Done] = field(default_factory=dict)
    held: dict[str, UnsavedCollection] = field(default_factory=dict)


def confirm(work: Workplace, chosen: Sequence[Configuration]) -> Iterator[Progress | Race]:
    """Evaluate these configurations; with racing, those that can no longer win only in part. The race comes last."""
    racing = work.bench.plan.racing
    if racing is None or len(chosen) < 2:
        yield from _round(work, chosen, None)
    else:
        yield from _raced(work, chosen, racing)


def _raced(work: Workplace, chosen: Sequence[Configuration], racing: Racing) -> Iterator[Progress | Race]:
    """Block after block of the questions, which are in random order, until one is left or all are asked."""
    total = len(work.bench.asked.questions.questions)
    more = METRICS[work.metric].more_is_better is not False
    names = [one.name for one in chosen]
    race = Race(names, racing.alpha, racing.margin, population=total, more_is_better=more)
    running, asked = list(chosen), 0
    while running and asked < total:
        upto = total if len(running) == 1 else min(asked + racing.block, total)
        yield from _round(work, running, upto if upto < total else None, race=True)
        for one in running:
            if reason := work.ends[one.name].reason:
                race.withdraw(one.name, reason)
        alive = [one for one in running if one.name in race.alive]
        for gone in race.observe({one.name: _scores(work, one, asked, upto) for one in alive}):
            work.standings.put(gone.name, "dropped", gone.reason)
        running, asked = [one for one in alive if one.name in race.alive], upto
    work.held.clear()
    yield race


def _scores(work: Workplace, one: Configuration, start: int, end: int) -> list[float | None]:
    """The configuration's scores on these questions; None where one has none."""
    found = {outcome.question_id: outcome for outcome in read_outcomes(run_folder(work.bench.out, one))}
    asked = [question.id for question in work.bench.asked.questions.questions[start:end]]
    scores = [found[name].score(work.metric) if name in found else None for name in asked]
    return [None if score is None else float(score) for score in scores]


def _round(
    work: Workplace, chosen: Sequence[Configuration], upto: int | None, *, race: bool = False
) -> Iterator[Progress]:
    """One task for each configuration; ends are noted as they come."""
    ended = 0
    modes = {one.name: one.retrieval.mode for one in chosen}
    note = f"questions to the {upto:,}th, " if upto else ""
    yield Progress(STAGE, 0, len(chosen), note)
    for step in work.executor.run(_tasks(work, chosen, upto, race)):
        work.standings.flush()
        if isinstance(step, Done):
            ended += 1
            before = work.ends.get(step.name)
            seconds = step.seconds + (before.seconds if before else 0.0)
            work.ends[step.name] = Done(step.name, step.reason, step.stopped, seconds)
            _note_pace(work, step, modes[step.name])
            work.standings.put(step.name, _stand(step, upto), step.reason)
            yield Progress(STAGE, ended, len(chosen), note + step.name)
        else:
            yield Progress(STAGE, ended, len(chosen), note + inner(step))


def _note_pace(work: Workplace, done: Done, mode: str) -> None:
    judge, model = work.bench.jury.judge.name, work.bench.plan.model
    work.preparation.book.asking(mode, judge, model, done.asked, done.asking)


def _stand(done: Done, upto: int | None) -> Stand:
    """Where a configuration stands after a task; after a block of a race it waits for the next one."""
    if done.reason:
        return "not done" if done.stopped else "failed"
    return "confirmed" if upto is None else "waiting"


def _tasks(
    work: Workplace, chosen: Sequence[Configuration], upto: int | None, race: bool
) -> Iterator[Progress | Task | Done]:
    """Tasks as they are ready; those that are done, cannot be prepared or come after a limit end at once."""
    for one in chosen:
        started = time.perf_counter()
        if _is_done(work, one, upto):
            yield Done(one.name)
        elif reason := work.bench.stop():
            yield Done(one.name, reason, stopped=True)
        else:
            work.standings.put(one.name, "preparing")
            try:
                collection = work.held.get(one.name) or (yield from _prepared(work, one))
            except LimitReached as reached:
                yield Done(one.name, str(reached), stopped=True, seconds=time.perf_counter() - started)
            except ChunkTraceError as error:
                yield Done(one.name, " ".join(str(error).split()), seconds=time.perf_counter() - started)
            except Exception as error:  # a defect in one strategy must not cost the other configurations
                yield Done(one.name, f"{type(error).__name__}: {error}", seconds=time.perf_counter() - started)
            else:
                if race:
                    work.held[one.name] = collection
                work.standings.put(one.name, "asking")
                yield Task(one, collection, upto, time.perf_counter() - started)


def _prepared(work: Workplace, one: Configuration) -> Generator[Progress, None, UnsavedCollection]:
    collection: UnsavedCollection = yield from until_limit(work.preparation.collection(one), work.bench.stop)
    return collection


def _is_done(work: Workplace, one: Configuration, upto: int | None) -> bool:
    """Whether so many questions have outcomes; of a whole run, whether it is finished and no question of it failed.

    What failed is tried again at the next start.
    """
    folder = run_folder(work.bench.out, one)
    if upto is not None:
        return (folder / OUTCOMES).is_file() and len(read_outcomes(folder)) >= upto
    if not (folder / RUN).is_file():
        return False
    run = load_run(folder)
    return run.complete and all(outcome.status != "failed" for outcome in run.outcomes)


def inner(step: Progress) -> str:
    """Progress of a part of the work, as a note of the whole's own."""
    number = f" {step.done:,} of {step.total:,}" if step.total else ""
    return f"{step.stage.lower()}{number}"

"""A sweep from its plan to its tables, as long work: every configuration is isolated, and a restart goes on.

What a configuration goes through is in prepare.py and tasks.py, who does it in executors/.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from core.errors import ChunkTraceError, SettingError
from core.events import Event, Finished, Progress
from core.files import read_json, write_json
from core.hashing import key_of
from evaluation.family import Family, compare_family
from evaluation.metrics import METRICS
from evaluation.runs import RUN, load_run
from experiments.configurations import Configuration
from experiments.executors.alone import Alone
from experiments.executors.executor import Executor
from experiments.kept_calls import CallLedger
from experiments.limits import Meter
from experiments.material import Asked, Jury, Surroundings, jury_of, load_asked
from experiments.outcome import Fate, SweepResult, untimed
from experiments.plan import SweepPlan
from experiments.prepare import Preparation
from experiments.tables import write_tables
from experiments.tasks import RUNS, Bench, Done, Task, run_folder

SWEEP, CALLS = "sweep.json", "calls.sqlite"
STAGE = "Configurations"
MakeExecutor = Callable[[Bench], Executor]


@dataclass(frozen=True)
class _Sweep:
    """The parts of a sweep at work. `ends` are how the tasks of this start ended, by name."""

    bench: Bench
    executor: Executor
    preparation: Preparation
    ends: dict[str, Done] = field(default_factory=dict)


def sweep(
    plan: SweepPlan,
    configurations: Sequence[Configuration],
    around: Surroundings,
    out: Path,
    *,
    folder: Path = Path(),
    executor: MakeExecutor = Alone,
) -> Generator[Event[SweepResult], None, None]:
    """Yield progress in configurations; Finished holds the result, whose files are written.

    The same plan in the same folder goes on where it ended: complete runs are kept, and no finished call of a language
    model is made again. A plan may grow; other documents, questions, judges or models need another folder. `folder` is
    where the plan lies. Raises SettingError for what cannot work, before anything is encoded or asked.
    """
    started = time.time()
    yield Progress("Loading", 0, 0)
    _check(plan)
    asked = load_asked(plan, around, folder)
    with closing(CallLedger(out / CALLS)) as ledger:
        jury = jury_of(plan, asked, around, ledger)
        _check_money(plan, jury)
        _begin(out, plan, asked, jury)
        bench = Bench(plan, asked, jury, around, out, Meter(plan.limits, started, ledger).reached)
        with closing(executor(bench)) as doing:
            preparation = Preparation(asked, around, lambda name: doing.encoder(around.encoder(name)))
            work = _Sweep(bench, doing, preparation)
            yield from confirm(work, configurations)
            fates = [_fate(one, work) for one in configurations]
        result = SweepResult(
            out=out,
            fates=tuple(fates),
            family=_family(plan, fates, out),
            seconds={name: done.seconds for name, done in work.ends.items()},
            spent=ledger.spent(),
        )
    write_tables(result)
    yield Finished(result)


def confirm(work: _Sweep, chosen: Sequence[Configuration]) -> Iterator[Progress]:
    """Evaluate these configurations to their end, with standard encoding."""
    yield from _round(work, chosen, None)


def _round(work: _Sweep, chosen: Sequence[Configuration], upto: int | None) -> Iterator[Progress]:
    """One task for each configuration that is not complete; ends are noted as they come."""
    ended = 0
    yield Progress(STAGE, 0, len(chosen))
    for step in work.executor.run(_tasks(work, chosen, upto)):
        if isinstance(step, Done):
            ended += 1
            work.ends[step.name] = step
            yield Progress(STAGE, ended, len(chosen), step.name)
        else:
            yield Progress(STAGE, ended, len(chosen), _inner(step))


def _tasks(work: _Sweep, chosen: Sequence[Configuration], upto: int | None) -> Iterator[Progress | Task | Done]:
    """Tasks as they are ready; those that are complete, cannot be prepared or come after a limit end at once."""
    for one in chosen:
        started = time.perf_counter()
        if _complete(run_folder(work.bench.out, one)):
            yield Done(one.name)
        elif reason := work.bench.stop():
            yield Done(one.name, reason, stopped=True)
        else:
            try:
                collection = yield from work.preparation.collection(one)
            except ChunkTraceError as error:
                yield Done(one.name, " ".join(str(error).split()), seconds=time.perf_counter() - started)
            except Exception as error:  # a defect in one strategy must not cost the other configurations
                yield Done(one.name, f"{type(error).__name__}: {error}", seconds=time.perf_counter() - started)
            else:
                yield Task(one, collection, upto)


def _inner(step: Progress) -> str:
    count = f"{step.done:,} of {step.total:,}" if step.total else f"{step.done:,}"
    return f"{step.stage.lower()} {count}"


def _complete(folder: Path) -> bool:
    """Whether a run is finished and no question of it failed; failed ones are tried again at the next start."""
    if not (folder / RUN).is_file():
        return False
    run = load_run(folder)
    return run.complete and all(outcome.status != "failed" for outcome in run.outcomes)


def _fate(one: Configuration, work: _Sweep) -> Fate:
    end = work.ends[one.name]
    if end.stopped:
        return Fate(one, "not done", end.reason)
    if end.reason:
        return Fate(one, "failed", end.reason)
    return Fate(one, "confirmed")


def _family(plan: SweepPlan, fates: Sequence[Fate], out: Path) -> Family | None:
    """The complete runs as one family; None where there is none that can be ranked."""
    names = [fate.configuration.name for fate in fates if fate.state == "confirmed"]
    runs = untimed([load_run(out / RUNS / name) for name in names])
    if not runs:
        return None
    baseline = plan.baseline if plan.baseline in names else None
    try:
        return compare_family(runs, baseline=baseline, metric=plan.metric, margin=plan.margin, names=names, fewest=1)
    except SettingError:
        return None


def _check(plan: SweepPlan) -> None:
    """Refuse what would fail at the end."""
    if plan.metric is not None and METRICS[plan.metric].more_is_better is None:
        raise SettingError(f"metric {plan.metric}: neither direction is better, so that nothing can be ranked by it.")


def _check_money(plan: SweepPlan, jury: Jury) -> None:
    if plan.limits.money is not None and not jury.prices_known:
        raise SettingError(
            "limits.money needs the prices of the models: set CHUNKTRACE_INPUT_PRICE and CHUNKTRACE_OUTPUT_PRICE."
        )


def _begin(out: Path, plan: SweepPlan, asked: Asked, jury: Jury) -> None:
    """Mark the folder as this sweep's, or find that it is. Raises SettingError where it is another's."""
    marks: Mapping[str, object] = {
        "documents": asked.corpus.key,
        "questions": key_of([asked.questions.key, [one.id for one in asked.questions.questions]]),
        "judge": jury.judge.key,
        "model": jury.model.name if jury.model else None,
        "losses": plan.losses,
    }
    if (out / SWEEP).is_file():
        there = read_json(out / SWEEP)
        known = there.get("marks", {}) if isinstance(there, dict) else {}
        differing = [name for name, mark in marks.items() if known.get(name) != mark]
        if differing:
            raise SettingError(
                f"{out} holds another sweep (it differs in {', '.join(differing)}): choose another folder for this one."
            )
    write_json(out / SWEEP, {"marks": marks, "plan": plan.model_dump(mode="json")})

"""A configuration evaluated into its run folder: the unit of work of every executor. How it was prepared is no matter.

A task may end at a number of questions; the next one on the same folder goes on from there.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from chunking.tools import Tools
from core.errors import ChunkTraceError
from core.events import Finished, Progress
from evaluation.run import evaluate
from experiments.configurations import Configuration
from experiments.folders import CALLS, RUNS
from experiments.kept_calls import CallLedger, KeptModel
from experiments.limits import limit_reached
from experiments.material import Asked, Jury, Locate, Surroundings, jury_of
from experiments.plan import SweepPlan
from retrieval.chunked import finished
from retrieval.unsaved import UnsavedCollection


@dataclass(frozen=True, slots=True)
class Task:
    """Questions of a configuration up to the `upto`-th, None for all; `prepared` are the seconds it took until here."""

    configuration: Configuration
    collection: UnsavedCollection
    upto: int | None = None
    prepared: float = 0.0


@dataclass(frozen=True, slots=True)
class Done:
    """How a task ended: `reason` is empty where it did what it should. `stopped` at a limit is no failure.

    `asked` questions were new, and took `asking` of the `seconds`.
    """

    name: str
    reason: str = ""
    stopped: bool = False
    seconds: float = 0.0
    asked: int = 0
    asking: float = 0.0


@dataclass(frozen=True, slots=True)
class Bench:
    """What a process needs to do tasks of a sweep."""

    plan: SweepPlan
    asked: Asked
    jury: Jury
    around: Surroundings
    out: Path
    ledger: CallLedger
    started: float

    def stop(self) -> str:
        """Why no more work may be done; empty as long as it may."""
        return limit_reached(self.plan.limits, self.started, self.ledger)

    def tools(self) -> Tools:
        """New tools of strategies. The ledger keeps what their models write, so that limits count what it costs."""
        return self.around.tools(lambda name: KeptModel(self.around.writer(name), self.ledger))


@dataclass(frozen=True, slots=True)
class Setup:
    """What another process makes a bench of: no keys, no open files."""

    plan: SweepPlan
    asked: Asked
    out: Path
    started: float
    locate: Locate

    def bench(self) -> Bench:
        """The bench, with this process's own models and its own handle on the ledger."""
        around, ledger = self.locate(), CallLedger(self.out / CALLS)
        jury = jury_of(self.plan, self.asked, around, ledger)
        return Bench(self.plan, self.asked, jury, around, self.out, ledger, self.started)


def run_folder(out: Path, configuration: Configuration) -> Path:
    """Where the run of a configuration lies in a sweep's folder."""
    return out / RUNS / configuration.name


def performed(task: Task, bench: Bench) -> Generator[Progress, None, Done]:
    """Yield progress in questions; whatever fails is the reason of the result, so that others go on."""
    started = time.perf_counter()
    reason, stopped, asked = "", False, 0
    try:
        reason, asked = yield from _asked(task, bench)
        stopped = bool(reason)
    except ChunkTraceError as error:
        reason = str(error)
    except Exception as error:  # a defect in one part must not cost the configurations that are done
        reason = f"{type(error).__name__}: {error}"
    asking = time.perf_counter() - started
    return Done(task.configuration.name, " ".join(reason.split()), stopped, task.prepared + asking, asked, asking)


def carried_out(task: Task, bench: Bench) -> Done:
    """As `performed`, without its progress."""
    return finished(performed(task, bench))


def _asked(task: Task, bench: Bench) -> Generator[Progress, None, tuple[str, int]]:
    """Ask the questions; returns why that was stopped, empty where it was not, and how many were new."""
    kept: int | None = None
    done = 0
    configuration, plan = task.configuration, bench.plan
    events = evaluate(
        task.collection,
        None
        if configuration.retrieval.mode == "bm25"
        else bench.around.encoder_by(configuration.encoder, configuration.method),
        bench.asked.questions.questions,
        configuration.retrieval,
        bench.jury.judge,
        bench.jury.model,
        run_folder(bench.out, configuration),
        question_set=bench.asked.questions.name,
        losses=plan.losses,
        retry_failed=task.upto is None,
        unplaced=bench.asked.questions.unplaced,
    )
    with closing(events):
        for event in events:
            if isinstance(event, Finished):
                break
            yield event
            if event.stage != "evaluate":
                continue
            kept, done = event.done if kept is None else kept, event.done
            if event.done >= event.total:
                continue
            if task.upto is not None and event.done >= task.upto:
                break
            if reason := bench.stop():
                return reason, done - kept
    return "", done - (kept or 0)

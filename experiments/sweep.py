"""A sweep from its plan to its tables, as long work: every configuration is isolated, and a restart goes on.

Screening scores all configurations from one pass; who is left is confirmed as collections would be. Who does the work
is in executors/.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from core.counted import counted
from core.errors import SettingError
from core.events import Event, Finished, Progress
from core.files import read_json, write_json
from core.hashing import key_of
from core.locked import locked
from evaluation.family import Family, compare_family
from evaluation.metrics import METRICS
from evaluation.runs import load_run
from experiments.configurations import Configuration
from experiments.confirm import Workplace, confirm
from experiments.context_calls import context_models
from experiments.executors.alone import Alone
from experiments.executors.executor import Executor
from experiments.finalists import Finalists
from experiments.folders import CALLS, LOCK, SWEEP
from experiments.kept_calls import CallLedger
from experiments.material import Asked, Jury, Surroundings, jury_of, load_asked, prices_known
from experiments.outcome import Fate, SweepResult, untimed, verdict_of
from experiments.plan import SweepPlan
from experiments.prepare import Preparation
from experiments.racing import Race
from experiments.screening_stage import screened_of
from experiments.standings import Standings
from experiments.tables import write_tables
from experiments.tasks import Bench, Done, run_folder

if TYPE_CHECKING:
    from generation.chat import ChatModel
    from generation.extractive import ExtractiveModel

MakeExecutor = Callable[[Bench], Executor]


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
    if plan.baseline is not None and plan.baseline not in {one.name for one in configurations}:
        raise SettingError(
            f"The baseline {plan.baseline} is no configuration of the plan: --dry-run lists their names."
        )
    yield Progress("Loading", 0, 0)
    asked = load_asked(plan, around, folder)
    metric = _metric(plan, asked)
    busy = SettingError(f"{out}: another sweep is at work in this folder: wait for its end, or choose another folder.")
    with locked(out / LOCK, busy), closing(CallLedger(out / CALLS)) as ledger:
        jury = jury_of(plan, asked, around, ledger)
        if plan.limits.money is not None:
            _check_prices([*jury.models, *map(around.writer, context_models(configurations))])
        _begin(out, plan, asked, jury)
        bench = Bench(plan, asked, jury, around, out, ledger, started)
        with Standings(out, metric, len(asked.questions.questions), configurations) as standings:
            result = yield from _result(bench, configurations, metric, executor, standings)
            write_tables(result)
            standings.finish(verdict_of(result), result.notes)
    yield Finished(result)


def _result(
    bench: Bench, configurations: Sequence[Configuration], metric: str, executor: MakeExecutor, standings: Standings
) -> Generator[Progress, None, SweepResult]:
    """Screen, confirm and compare."""
    with closing(executor(bench)) as doing:
        preparation = Preparation(bench.asked, bench.around, bench.tools, doing.encoder, doing.batch)
        work = Workplace(bench, doing, preparation, metric, standings)
        try:
            screened, notes = yield from screened_of(work, configurations)
            chosen = [one for one in configurations if screened is None or one.name in screened.chosen]
            race = yield from _confirmed(work, chosen)
        finally:
            preparation.book.save(bench.around.home)
    fates = tuple(_fate(one, work.ends, screened, race) for one in configurations)
    for fate in fates:
        standings.put(fate.configuration.name, fate.state, fate.reason, fate.screened)
    seconds = {name: done.seconds for name, done in work.ends.items()}
    family = _family(bench.plan, fates, bench.out)
    notes += [*_race_notes(race), *_baseline_notes(bench.plan.baseline, family)]
    return SweepResult(bench.out, fates, family, seconds, bench.ledger.spent(), tuple(notes), bench.asked.problems)


def _confirmed(work: Workplace, chosen: Sequence[Configuration]) -> Generator[Progress, None, Race | None]:
    race = None
    for step in confirm(work, chosen):
        if isinstance(step, Race):
            race = step
        else:
            yield step
    return race


def _race_notes(race: Race | None) -> list[str]:
    if race is None:
        return []
    saved = "" if race.saving is None else f"; {race.saving:.0%} of the evaluations were not needed"
    gone = [one for one in race.dropped if one.against is not None]
    return [f"The race dropped {len(gone):,} of {counted(len(race.names), 'configuration')}{saved}; {race.note}"]


def _baseline_notes(wanted: str | None, family: Family | None) -> list[str]:
    if wanted is None or family is None or family.baseline == wanted:
        return []
    return [f"The baseline {wanted} was not measured to the end, so that {family.baseline} stands in its place"]


def _fate(one: Configuration, ends: Mapping[str, Done], screened: Finalists | None, race: Race | None) -> Fate:
    mean = screened.means.get(one.name) if screened else None
    dropped = next((each for each in race.dropped if each.name == one.name), None) if race else None
    end = ends.get(one.name)
    if end is not None and end.reason:
        return Fate(one, "not done" if end.stopped else "failed", end.reason, mean)
    if screened is not None and one.name not in screened.chosen:
        return Fate(one, "screened out", screened.reasons.get(one.name, "no question has a score"), mean)
    if dropped is not None:
        return Fate(one, "dropped", f"after {counted(dropped.after, 'question')}, {dropped.reason}", mean)
    return Fate(one, "confirmed", screened=mean)


def _family(plan: SweepPlan, fates: Sequence[Fate], out: Path) -> Family | None:
    """The complete runs as one family; None where there is none that can be ranked."""
    confirmed = [fate.configuration for fate in fates if fate.state == "confirmed"]
    runs = untimed([load_run(run_folder(out, one)) for one in confirmed])
    if not runs:
        return None
    names = [one.name for one in confirmed]
    baseline = plan.baseline if plan.baseline in names else None
    try:
        return compare_family(runs, baseline=baseline, metric=plan.metric, margin=plan.margin, names=names, fewest=1)
    except SettingError:  # no run can be ranked: each run's own files say why
        return None


def _metric(plan: SweepPlan, asked: Asked) -> str:
    """What configurations are screened and raced by: the plan's metric, else what compare ranks by.

    Raises SettingError for one that nothing can be ranked by, or that no race can be run by.
    """
    equal = len(plan.footings) == 1 and plan.footings[0][1] is not None
    default = (
        ("evidence_recall" if equal else "evidence_recall_2048") if asked.has_evidence else "relevance_to_question"
    )
    metric = METRICS[plan.metric or default]
    if metric.more_is_better is None:
        raise SettingError(f"metric {metric.name}: neither direction is better, so that nothing can be ranked by it.")
    if plan.racing is not None and metric.kind == "count":
        raise SettingError(f"metric {metric.name} has no upper end, so that there is no race by it: switch racing off.")
    return metric.name


def _check_prices(models: Sequence[ChatModel | ExtractiveModel]) -> None:
    if not prices_known(models):
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

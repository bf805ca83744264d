"""A sweep as the app's long work: saved first, so that it can go on after the program was stopped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from chunking_strategies import local_tools
from config import settings
from core.counted import counted
from core.errors import SettingError
from core.events import Event, Finished
from embedding.encoder import Encoder
from embedding.transformer import load_encoder
from experiments.configurations import expand
from experiments.material import Surroundings, load_asked
from experiments.outcome import SweepResult
from experiments.plan import SweepPlan
from experiments.saved import SavedSweep, open_sweep, plan_of_sweep, save_plan
from experiments.sweep import sweep
from generation.models import ChatModel, ExtractiveModel, load_model
from ui import places, resources
from ui.choices import NONE, ModelChoice
from ui.jobs import Job, Place
from ui.sources import Source
from ui.work import Start, Told, build

Models = Mapping[str, ModelChoice]
_FAILED_SHOWN = 3


def begin(name: str, plan: SweepPlan, models: Models) -> tuple[Job, bool]:
    """Save a plan under a new name and queue it. Raises SettingError."""
    return go_on(save_plan(name, plan, resources.home()), models)


def go_on(saved: SavedSweep, models: Models) -> tuple[Job, bool]:
    """Queue what is left of a sweep; the job, and whether it is new. Raises as reading its plan does."""
    expand(plan_of_sweep(saved))
    return resources.jobs().submit(
        job_key(saved.name), f"Sweep {saved.name}", _work(saved.name, models), place(saved.name)
    )


def keep(saved: SavedSweep, name: str) -> tuple[Job, bool]:
    """Queue the build of one configuration as a collection of that name. Raises SettingError where it is none."""
    file = plan_of_sweep(saved)
    one = next((each for each in expand(file) if each.name == name), None)
    if one is None:
        raise SettingError(f"{name} is no configuration of the plan any more.")
    source = Source(saved.name, file.plan.data, lambda: load_asked(file.plan, surroundings({}), saved.folder).corpus)
    start = build(source, one.chunking, one.encoder, name, method=one.method)
    return resources.jobs().submit(f"build:{saved.name}:{one.key}", f"Build {name}", start)


def job_key(name: str) -> str:
    """The key of a sweep's job."""
    return f"sweep:{name}"


def place(name: str) -> Place:
    """Where a sweep is seen."""
    return Place(places.EVALUATE, {"view": "sweep", "sweep": name})


def _work(name: str, models: Models) -> Start:
    def start() -> Iterator[Event]:
        saved = open_sweep(name, resources.home())
        file = plan_of_sweep(saved)
        around = surroundings(models)
        for event in sweep(file.plan, expand(file), around, saved.folder, folder=saved.folder):
            yield Finished(_told(name, event.result)) if isinstance(event, Finished) else event

    return start


def surroundings(models: Models) -> Surroundings:
    """What this machine has; the models that were chosen in the session come with their keys and prices."""
    given, home = settings(), resources.home()

    def encoder(name: str) -> Encoder:
        return load_encoder(name, home)

    def model(name: str) -> ChatModel | ExtractiveModel | None:
        if name == NONE:
            return None
        if name in models:
            return models[name].load()
        return load_model(
            name, home=home, api_key=given.api_key, input_price=given.input_price, output_price=given.output_price
        )

    return Surroundings(home, encoder, model, local_tools, given.ragbench, given.max_upload_mb)


def _told(name: str, result: SweepResult) -> Told:
    confirmed, failed = result.of_state("confirmed"), result.of_state("failed")
    sentence = f"{len(confirmed):,} of {counted(len(result.fates), 'configuration')} evaluated to the end."
    warnings = [f"{fate.configuration.name} failed: {fate.reason}" for fate in failed[:_FAILED_SHOWN]]
    warnings += [f"{len(failed) - _FAILED_SHOWN:,} more failed."] if len(failed) > _FAILED_SHOWN else []
    return Told(sentence, {"evaluate-sweep": name}, (*result.problems, *warnings))

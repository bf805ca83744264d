"""The command sweep: many configurations by one plan. What it says is in sweeping.py."""

from __future__ import annotations

from core.errors import ChunkTraceError, SettingError
from core.files import user_path
from terminal import options
from terminal.output import show
from terminal.progress import follow, warn
from terminal.requests import output_folder


def sweep(
    out: options.SweepFolder,
    plan: options.PlanPath = None,
    preset: options.Preset = None,
    data: options.PlanData = None,
    questions: options.PlanQuestions = None,
    executor: options.ExecutorName = "local",
    address: options.Address = "local",
    workers: options.Workers = 1,
    dry_run: options.SweepDryRun = False,
    as_json: options.Json = False,
) -> None:
    """Try many configurations by one plan, and compare them. The same command again goes on where it was stopped."""
    if plan is None and preset is None:
        raise SettingError("Name a plan, or a preset: --preset find-my-chunker.")
    from experiments.configurations import expand
    from experiments.plan_file import read_plan
    from experiments.sweep import sweep as swept
    from terminal import sweeping

    around = sweeping.surroundings()
    path = user_path(plan) if plan is not None else None
    file = read_plan(path, preset_name=preset, data=sweeping.from_here(data), questions=sweeping.from_here(questions))
    configurations = expand(file)
    if dry_run:
        show(as_json, sweeping.configurations_json(configurations), sweeping.configurations_lines(configurations))
        return
    folder = output_folder(out)
    sweeping.check_folder(folder)
    beside = path.absolute().parent if path else user_path(".")
    doing = sweeping.executor_of(executor, address, workers)
    result = follow(swept(file.plan, configurations, around, folder, folder=beside, executor=doing))
    warn(
        [*result.problems, *(f"{fate.configuration.name} failed: {fate.reason}" for fate in result.of_state("failed"))]
    )
    show(as_json, sweeping.sweep_json(result), sweeping.sweep_lines(result, file.plan, beside))
    if result.family is None:
        reasons = [fate.reason for fate in result.fates if fate.reason]
        raise ChunkTraceError(
            f"no configuration could be measured; the first because: {reasons[0] if reasons else '?'}"
        )

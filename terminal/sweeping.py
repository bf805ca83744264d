"""The command sweep: what a plan comes to before it begins, and what it came to in the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.counted import counted
from core.errors import SettingError
from core.files import user_path
from terminal.comparing import comparison_json, comparison_lines
from terminal.output import MISSING, number, table
from terminal.requests import environment, language_model

if TYPE_CHECKING:
    from embedding.encoder import Encoder
    from experiments.configurations import Configuration
    from experiments.material import Surroundings
    from experiments.outcome import Fate, SweepResult
    from experiments.plan import SweepPlan
    from experiments.sweep import MakeExecutor


def surroundings() -> Surroundings:
    """What this machine has, by its settings. Other processes of a sweep call it for themselves."""
    from chunking_strategies import local_tools
    from embedding.transformer import load_encoder
    from experiments.material import Surroundings

    given = environment()

    def encoder(name: str) -> Encoder:
        return load_encoder(name, given.home)

    return Surroundings(
        home=given.home,
        encoder=encoder,
        model=lambda name: language_model(name, given),
        tools=local_tools,
        ragbench=given.ragbench,
        limit_mb=given.max_upload_mb,
    )


def executor_of(name: str, address: str, workers: int) -> MakeExecutor:
    """Who does the work: this process alone, further ones, or a Ray cluster. Raises SettingError for Ray's options
    without Ray.
    """
    if name == "ray":
        from experiments.executors.ray import on_ray

        return on_ray(address, surroundings)
    if address != "local":
        raise SettingError("--address is that of a Ray cluster: add --executor ray.")
    if workers == 1:
        from experiments.executors.alone import Alone

        return Alone
    from experiments.executors.processes import Processes

    return lambda bench: Processes(bench, workers, surroundings)


def from_here(name: str | None) -> str | None:
    """A file or folder that an option names, which is one of the current folder, also where the plan lies elsewhere."""
    path = user_path(name) if name else None
    return str(path.absolute()) if path and path.exists() else name


def check_folder(out: Path) -> None:
    """Refuse a folder that holds runs of another origin."""
    from experiments.folders import SWEEP

    if (out / "plan.json").is_file() and not (out / SWEEP).is_file():
        raise SettingError(f"--out {out} holds a run: choose another folder for the sweep.")


def configurations_json(configurations: Sequence[Configuration]) -> dict[str, Any]:
    """What a dry run shows programs."""
    return {
        "configurations": [
            {
                "name": one.name,
                "strategy": one.chunking.strategy,
                "parameters": dict(one.chunking.parameters),
                "encoder": one.encoder,
                "embedding": one.method,
                "retriever": one.retrieval.mode,
                "k": one.retrieval.k if one.retrieval.token_budget is None else None,
                "budget": one.retrieval.token_budget,
            }
            for one in configurations
        ]
    }


def configurations_lines(configurations: Sequence[Configuration]) -> str:
    """What a dry run says."""
    rows = [
        [
            one.name,
            one.chunking.strategy,
            str(dict(one.chunking.parameters)["chunk_size"]),
            one.encoder,
            one.method,
            one.retrieval.mode,
            f"k = {one.retrieval.k}"
            if one.retrieval.token_budget is None
            else f"{one.retrieval.token_budget:,} tokens",
        ]
        for one in configurations
    ]
    board = table(("name", "strategy", "size", "encoder", "embedding", "retriever", "returned"), rows, numbers=(2,))
    return f"{board}\n{counted(len(rows), 'configuration')}. Nothing was encoded, asked or written."


def sweep_json(result: SweepResult) -> dict[str, Any]:
    """A sweep as `sweep --json` shows it: as compare does, and what became of each configuration."""
    fates = [
        {"name": fate.configuration.name, "state": fate.state, "reason": fate.reason, "screened": fate.screened}
        for fate in result.fates
    ]
    value = {"out": str(result.out), "configurations": fates, "spent": result.spent, "sweep_notes": list(result.notes)}
    return value | (comparison_json(result.family) if result.family else {"leaderboard": [], "comparisons": []})


def sweep_lines(result: SweepResult, plan: SweepPlan, folder: Path) -> str:
    """The leaderboard of what was confirmed, what became of the rest, and how to build the first.

    `folder` is where the plan lies.
    """
    parts = [comparison_lines(result.family, result.out)] if result.family else []
    screened = [fate for fate in result.fates if fate.screened is not None]
    if screened:
        parts += ["", _screening(screened)]
    parts += [f"{note}." for note in result.notes]
    for state in ("dropped", "not done", "failed"):
        parts += [f"{fate.configuration.name}: {state}, {fate.reason.rstrip('.')}." for fate in result.of_state(state)]
    states = Counter(fate.state for fate in result.fates)
    parts.append(
        f"{counted(len(result.fates), 'configuration')}: {', '.join(f'{n:,} {s}' for s, n in states.items())}."
    )
    return "\n".join([*parts, *_recipe_lines(result, plan, folder)]).rstrip()


def _screening(screened: Sequence[Fate]) -> str:
    best_first = sorted(screened, key=lambda fate: -(fate.screened or 0.0))
    rows = [
        [str(rank), fate.configuration.name, MISSING if fate.screened is None else number(fate.screened), fate.state]
        for rank, fate in enumerate(best_first, start=1)
    ]
    return table(("", "screened", "mean", ""), rows, numbers=(0, 2))


def _recipe_lines(result: SweepResult, plan: SweepPlan, folder: Path) -> list[str]:
    """How to build the first of the leaderboard and to evaluate it as a collection."""
    from experiments.material import found_from
    from experiments.recipes import recipe_commands, recipe_of

    first = next((entry for entry in result.family.entries if entry.rank == 1), None) if result.family else None
    if first is None:
        return []
    data, questions = (found_from(name, folder) for name in (plan.data, plan.asked))
    return [
        f"Keep {first.name} (its vectors are there already):",
        recipe_commands(recipe_of(first.run, data, questions)),
    ]

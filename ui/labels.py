"""Short names for runs shown together: the collection, and of the rest only what differs between them.

What all long names begin or end with is left out, and said once beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from core.affixes import Shortened, shortened

if TYPE_CHECKING:
    from evaluation.runs import LoadedRun

# Longer names do not fit beside the figures of a table.
_SHORT = 24


def labels(runs: Sequence[LoadedRun]) -> dict[str, str]:
    """A label for each run by its name, unique among these runs."""
    return dict(zip((run.name for run in runs), _shortened(runs).names, strict=True))


def left_out(runs: Sequence[LoadedRun]) -> str:
    """What the labels of these runs leave out, in a sentence; empty where that is nothing."""
    return _shortened(runs).sentence


def _shortened(runs: Sequence[LoadedRun]) -> Shortened:
    whole = tuple(_whole(runs).values())
    return shortened(whole) if any(len(name) > _SHORT for name in whole) else Shortened(whole)


def _whole(runs: Sequence[LoadedRun]) -> dict[str, str]:
    telling = [part for part in _PARTS if len({part(run) for run in runs}) > 1]
    short = {run.name: _joined(_collection(run), *(part(run) for part in telling)) for run in runs}
    taken = list(short.values())
    return {name: label if taken.count(label) == 1 else _by_name(label, name) for name, label in short.items()}


def _by_name(label: str, name: str) -> str:
    """What tells a run whose settings tell nothing: its name, or of a long one the end, which is a hash."""
    return name if len(name) <= _SHORT else f"{label} · {name[-6:]}"


def full(run: LoadedRun) -> str:
    """Everything that tells a run from others, for a list to choose from."""
    return _joined(_collection(run), *(part(run) for part in _PARTS), str(run.plan.get("created", ""))[:16])


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def _collection(run: LoadedRun) -> str:
    return str(run.plan["collection"]["name"])


def _mode(run: LoadedRun) -> str:
    return str(run.plan["retrieval"]["mode"])


def _amount(run: LoadedRun) -> str:
    retrieval = run.plan["retrieval"]
    budget = retrieval.get("token_budget")
    return f"{budget:,} tokens" if budget else f"k = {retrieval.get('k')}"


def _sweep(run: LoadedRun) -> str:
    return f"sweep {run.sweep}" if run.sweep else ""


def _questions(run: LoadedRun) -> str:
    return f"{run.plan['questions']['count']:,} questions of {run.plan['questions']['name']}"


def _judge(run: LoadedRun) -> str:
    return f"judge {run.plan['judge']['name']}"


def _model(run: LoadedRun) -> str:
    return f"answers by {str(run.plan['model']).split(' (')[0]}" if run.plan["model"] else "no answers"


_PARTS: tuple[Callable[[LoadedRun], str], ...] = (_mode, _amount, _questions, _judge, _model, _sweep)

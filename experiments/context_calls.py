"""Models that write contexts of chunks, as a plan names them, and their calls. Answers and verdicts: estimate.py."""

from __future__ import annotations

from collections.abc import Sequence

from chunking.tools import Tools
from chunking_strategies import STRATEGIES, expected_calls
from core.calls import Calls
from core.parameters import parameters_of
from core.types import Document
from experiments.configurations import Configuration


def context_models(configurations: Sequence[Configuration]) -> tuple[str, ...]:
    """The MODEL strings of those that write, each once; none where contexts are outlines."""
    found = []
    for one in configurations:
        values = dict(one.chunking.parameters)
        knobs = parameters_of(STRATEGIES[one.chunking.strategy].params)
        named = {knob.name: knob.default for knob in knobs if knob.kind == "model"}
        found += [str(values[name]) for name, default in named.items() if values[name] != default]
    return tuple(dict.fromkeys(found))


def context_calls(documents: Sequence[Document], configurations: Sequence[Configuration], tools: Tools) -> Calls | None:
    """All calls for the configurations' chunks, less those that are known; None where no model writes.

    A context that several configurations share is counted with each. Raises as loading the models does.
    """
    specs = {one.chunking.key: one.chunking for one in configurations}
    found = [calls for spec in specs.values() if (calls := expected_calls(documents, spec, tools)) is not None]
    if not found:
        return None
    costs = [calls.cost for calls in found if calls.cost is not None]
    return Calls(
        model=", ".join(dict.fromkeys(calls.model for calls in found)),
        total=sum(calls.total for calls in found),
        known=sum(calls.known for calls in found),
        prompt_tokens=sum(calls.prompt_tokens for calls in found),
        cost=sum(costs) if len(costs) == len(found) else None,
    )

"""A plan as the YAML that people write: only what differs from the defaults. The opposite of plan_file.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from experiments.plan import StrategyPlan, SweepPlan

_ALWAYS = ("data", "questions", "strategies", "encoders", "judge")
_RESERVED = {"name", "parameters"}


def plan_text(plan: SweepPlan) -> str:
    """YAML that read_plan, and so the command sweep, takes for the same plan."""
    import yaml

    written: str = yaml.safe_dump(
        plan_values(plan), sort_keys=False, allow_unicode=True, default_flow_style=None, width=110
    )
    return written


def plan_values(plan: SweepPlan) -> dict[str, Any]:
    """The same as values, in the order in which a reader wants to know them."""
    given = plan.model_dump(mode="python", exclude_defaults=True)
    named = {name: getattr(plan, name) for name in _ALWAYS if getattr(plan, name)}
    values = {**named, **given, "strategies": [_strategy(one) for one in plan.strategies]}
    # A part that is switched on with nothing to say is written as a switch.
    return {name: True if value == {} else _listed(value) for name, value in values.items()}


# What a form shows, so that what it leaves out was taken away.
_SHOWN = {
    *("data", "questions", "strategies", "encoders", "embedding", "retrievers", "budgets", "k", "judge"),
    *("judge_model", "model", "metric", "limits", "screening", "racing"),
}
_SHOWN_WITHIN = {"screening": {"finalists"}, "racing": {"block"}}


def with_kept(values: Mapping[str, Any], kept: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a form, and of the plan that it was filled from what the form does not show.

    >>> with_kept({"racing": {"block": 10}}, {"racing": {"alpha": 0.1}, "seed": 7, "k": [5]})
    {'racing': {'block': 10, 'alpha': 0.1}, 'seed': 7}
    """
    found = dict(values)
    for name, shown in _SHOWN_WITHIN.items():
        there = kept.get(name)
        if isinstance(found.get(name), dict) and isinstance(there, dict):
            found[name] |= {part: value for part, value in there.items() if part not in shown}
    return found | {name: value for name, value in kept.items() if name not in _SHOWN}


def _strategy(one: StrategyPlan) -> str | dict[str, Any]:
    if not one.parameters:
        return one.name
    parameters = {name: list(values) for name, values in one.parameters.items()}
    if _RESERVED & set(parameters):
        return {"name": one.name, "parameters": parameters}
    return {"name": one.name, **parameters}


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, (list, tuple)) else value

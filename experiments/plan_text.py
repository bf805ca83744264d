"""A plan as the YAML that people write: only what differs from the defaults. The opposite of plan_file.py."""

from __future__ import annotations

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


def _strategy(one: StrategyPlan) -> str | dict[str, Any]:
    if not one.parameters:
        return one.name
    parameters = {name: list(values) for name, values in one.parameters.items()}
    if _RESERVED & set(parameters):
        return {"name": one.name, "parameters": parameters}
    return {"name": one.name, **parameters}


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, (list, tuple)) else value

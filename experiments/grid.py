"""Values of a parameter to try, as the short texts that a form offers. Unlike plan.py, knows the parameters' kinds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from chunking_strategies import STRATEGIES
from core.errors import SettingError
from core.parameters import Parameter, Value

_PERCENT = re.compile(r"\d+(\.\d+)?\s*%")
# What people try first; a form takes any other value too.
_USUAL: Mapping[str, tuple[str, ...]] = {
    "chunk_size": ("64", "128", "256", "512", "1024"),
    "overlap": ("0", "10%", "12%", "20%", "50"),
}


def as_text(value: Value) -> str:
    """A value as a form shows it.

    >>> as_text(True), as_text(0.5), as_text("12%")
    ('true', '0.5', '12%')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def as_value(parameter: Parameter, text: str) -> Value:
    """A value as a plan holds it. Raises SettingError in the reader's words; ranges are checked with the strategy."""
    written = text.strip()
    if parameter.name == "overlap" and _PERCENT.fullmatch(written):
        return written
    try:
        return _READ.get(parameter.kind, str)(written)
    except ValueError:
        wanted = {"int": "a whole number", "float": "a number"}.get(parameter.kind, "true or false")
        percent = " or a share such as 12%" if parameter.name == "overlap" else ""
        raise SettingError(f"{parameter.label} must be {wanted}{percent}, but is {text!r}.") from None


def offered(parameter: Parameter) -> list[str]:
    """Texts to choose from, the default among them."""
    if parameter.kind == "strategy":
        return [name for name, each in STRATEGIES.items() if not each.takes_inner]
    default = as_text(parameter.default)
    known = _USUAL.get(parameter.name) or parameter.choices or _near(parameter)
    return list(dict.fromkeys([*known, default]))


def matters(parameter: Parameter, chosen: Mapping[str, Sequence[Value]]) -> bool:
    """Whether the parameter has an effect beside any of the values chosen for the others."""
    others = [name for name, _ in filter(None, (parameter.when, parameter.unless))]
    if not others:
        return True
    return any(parameter.matters({others[0]: value}) for value in chosen.get(others[0], ()))


def _near(parameter: Parameter) -> tuple[str, ...]:
    """Values around the default, within the parameter's range."""
    default = parameter.default
    if isinstance(default, bool):
        return ("true", "false")
    if not isinstance(default, int | float):
        return ()
    near = [default // 2, default, default * 2] if isinstance(default, int) else [default - 0.1, default, default + 0.1]
    low = float("-inf") if parameter.low is None else parameter.low
    high = float("inf") if parameter.high is None else parameter.high
    return tuple(as_text(round(value, 6)) for value in near if low <= value <= high)


def _truth(text: str) -> bool:
    known = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    if text.lower() not in known:
        raise ValueError
    return known[text.lower()]


_READ: Mapping[str, Callable[[str], Value]] = {"int": int, "float": float, "bool": _truth}

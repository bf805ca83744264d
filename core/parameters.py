"""Parameters that describe themselves, so that forms, the command line and the docs draw themselves.

A part declares a frozen dataclass whose fields are knobs; everything else is read from it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar, cast

from core.errors import SettingError

Params = TypeVar("Params")
Value = int | float | bool | str
_KINDS = {bool: "bool", int: "int", float: "float"}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One knob: its name, type (by the default's type), range or choices, and words for the reader.

    `when` names another knob and the value which that must have for this one to have an effect, `unless` one that it
    must not have. `names` says what a text names ("strategy", "model"), so that forms can offer a list. `setting` is
    the setting of the environment that takes the default's place.
    """

    name: str
    default: Value
    label: str
    help: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    when: tuple[str, Value] | None = None
    unless: tuple[str, Value] | None = None
    names: str = ""
    setting: str = ""

    @property
    def kind(self) -> str:
        """One of bool, int, float, choice, text, or what the text names."""
        if self.choices or self.names:
            return self.names or "choice"
        return _KINDS.get(type(self.default), "text")

    def matters(self, values: Mapping[str, Value]) -> bool:
        """Whether the knob has an effect beside these values of the others."""
        wanted = self.when is None or values.get(self.when[0]) == self.when[1]
        return wanted and (self.unless is None or values.get(self.unless[0]) != self.unless[1])

    @property
    def condition(self) -> str:
        """What the other knob must be for this one to have an effect; empty where it always has one."""
        if self.when is not None:
            return f"{self.when[0]} is {self.when[1]}"
        return f"{self.unless[0]} is not {self.unless[1]}" if self.unless is not None else ""


def knob(
    default: Value,
    *,
    label: str,
    help: str,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
    when: tuple[str, Value] | None = None,
    unless: tuple[str, Value] | None = None,
    names: str = "",
    setting: str = "",
) -> Any:
    """A dataclass field that carries its own description."""
    described = {
        "label": label,
        "help": help,
        "low": low,
        "high": high,
        "choices": choices,
        "when": when,
        "unless": unless,
        "names": names,
        "setting": setting,
    }
    return dataclasses.field(default=default, metadata={"knob": described})


def parameters_of(params: type) -> tuple[Parameter, ...]:
    """The knobs of a parameter class, in order of declaration."""
    return _parameters_of(cast(Hashable, params))


@lru_cache(maxsize=64)
def _parameters_of(params: Any) -> tuple[Parameter, ...]:
    return tuple(
        Parameter(name=field.name, default=cast(Value, field.default), **field.metadata["knob"])
        for field in dataclasses.fields(params)
        if "knob" in field.metadata
    )


def parse_parameters(params: type[Params], values: Mapping[str, Any], owner: str) -> Params:
    """An instance from loose values (numbers or strings). Raises SettingError in the reader's words."""
    known = {parameter.name: parameter for parameter in parameters_of(params)}
    for name in values:
        if name not in known:
            raise SettingError(f"{owner} has no parameter {name!r}. It takes {', '.join(known)}.")
    parsed = params(**{name: _CONVERTERS[known[name].kind](known[name], value) for name, value in values.items()})
    final = {name: getattr(parsed, name) for name in known}
    for parameter in known.values():
        _check_range(parameter, final[parameter.name])
        if not parameter.matters(final) and final[parameter.name] != parameter.default:
            raise SettingError(f"{parameter.name} has no effect unless {parameter.condition}: leave it out.")
    return parsed


def _check_range(parameter: Parameter, value: Value) -> None:
    if parameter.low is not None and float(value) < parameter.low:
        raise SettingError(f"{parameter.name} must be at least {parameter.low:,.12g}, but is {value}.")
    if parameter.high is not None and float(value) > parameter.high:
        raise SettingError(f"{parameter.name} must be at most {parameter.high:,.12g}, but is {value}.")


def _to_bool(parameter: Parameter, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    written = str(value).strip().lower()
    if written in {"true", "yes", "on", "1"}:
        return True
    if written in {"false", "no", "off", "0"}:
        return False
    raise SettingError(f"{parameter.name} must be true or false, but is {value!r}.")


def _to_int(parameter: Parameter, value: Any) -> int:
    try:
        number = float(value)
        if number != int(number) or isinstance(value, bool):
            raise ValueError
    except (TypeError, ValueError, OverflowError):
        raise SettingError(f"{parameter.name} must be a whole number, but is {value!r}.") from None
    return int(number)


def _to_float(parameter: Parameter, value: Any) -> float:
    try:
        number = float(value)
        if number != number or isinstance(value, bool):
            raise ValueError
    except (TypeError, ValueError):
        raise SettingError(f"{parameter.name} must be a number, but is {value!r}.") from None
    return number


def _to_choice(parameter: Parameter, value: Any) -> str:
    if str(value) not in parameter.choices:
        raise SettingError(f"{parameter.name} must be one of {', '.join(parameter.choices)}, but is {value!r}.")
    return str(value)


def _to_text(parameter: Parameter, value: Any) -> str:
    return str(value)


_CONVERTERS: dict[str, Any] = {
    "bool": _to_bool,
    "int": _to_int,
    "float": _to_float,
    "choice": _to_choice,
    "text": _to_text,
    "strategy": _to_text,
    "model": _to_text,
}

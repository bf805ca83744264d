"""A plan from YAML or from a form. Unlike plan.py, knows places: each mistake is told with the line it stands in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import ChunkTraceError, SettingError
from experiments.plan import SweepPlan
from experiments.presets import preset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml import Node

Loc = tuple[str | int, ...]
# No plan has as many parts, or any so deep; a few lines of YAML that repeat themselves can have more than memory holds.
_MOST_PARTS, _DEEPEST = 20_000, 20
_KNOWN_MISTAKES: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "extra_forbidden": lambda error: "is no key of a plan here",
    "missing": lambda error: "is missing",
}


@dataclass(frozen=True, slots=True)
class PlanFile:
    """A checked plan, and the places of its parts; what is of no place in the file is told without one."""

    plan: SweepPlan
    name: str
    lines: Mapping[Loc, int] = field(default_factory=dict)

    def at(self, loc: Iterable[str | int]) -> str:
        """The name of the file and the line of the innermost part that it has of this path."""
        return _place(self.name, self.lines, loc)

    @contextmanager
    def part(self, *loc: str | int) -> Iterator[None]:
        """Errors inside are told with the place of this part."""
        try:
            yield
        except ChunkTraceError as error:
            raise SettingError(f"{self.at(loc)}: {error}") from error


def read_plan(path: Path | None, *, preset_name: str | None = None, **given: str | None) -> PlanFile:
    """The plan of a file, over those of a preset, under what is `given` by options (data, questions).

    A file may name a preset itself. Raises SettingError in one line, with its place, for the first mistake.
    """
    name = path.name if path else f"preset {preset_name}"
    return _plan(_text_of(path) if path else "", name, preset_name, given)


def plan_of_text(text: str, name: str) -> PlanFile:
    """The same for text that came without a file, such as an upload of that name."""
    return _plan(text, name, None, {})


def plan_of_values(values: Mapping[str, Any], name: str) -> PlanFile:
    """The same for values that a form holds, under a name for the reader."""
    return PlanFile(_checked(values, name, {}), name)


def _plan(text: str, name: str, preset_name: str | None, given: Mapping[str, str | None]) -> PlanFile:
    written, lines = _parsed(text, name) if text or preset_name is None else ({}, {})
    chosen = preset_name or written.pop("preset", None)
    base = preset(str(chosen)) if chosen else {}
    values = {**base, **written, **{key: value for key, value in given.items() if value is not None}}
    return PlanFile(_checked(values, name, lines), name, lines)


def _checked(values: Mapping[str, Any], name: str, lines: Mapping[Loc, int]) -> SweepPlan:
    from pydantic import ValidationError

    try:
        return SweepPlan.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        raise SettingError(f"{_place(name, lines, first['loc'])}: {_told(first)}.") from None


def _told(error: Mapping[str, Any]) -> str:
    """A mistake in the reader's words: what, where in the plan, and what was written."""
    loc = ".".join(str(part) for part in error["loc"] if part != "parameters" and not str(part).startswith("list["))
    if error["type"] in _KNOWN_MISTAKES:
        return f"{loc} {_KNOWN_MISTAKES[error['type']](error)}"
    said = str(error["msg"]).removeprefix("Value error, ")
    if not loc:
        return said
    shown = repr(error["input"])
    return f"{loc}: {said[:1].lower()}{said[1:]}, but is {shown if len(shown) < 60 else shown[:57] + '...'}"


def _place(name: str, lines: Mapping[Loc, int], loc: Iterable[str | int]) -> str:
    here: Loc = ()
    found = lines.get(here)
    for part in loc:
        here = (*here, part) if (*here, part) in lines else here
        found = lines.get(here, found)
    return f"{name}, line {found}" if found else name


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingError(f"{path} cannot be read ({getattr(error, 'strerror', None) or error}).") from None


def _parsed(text: str, name: str) -> tuple[dict[str, Any], dict[Loc, int]]:
    """The values of a plan in YAML, and the line of each part by its path."""
    import yaml

    try:
        loader = yaml.SafeLoader(text)
        root = loader.get_single_node()
        lines = _counted_lines(root, name) if root else {}
        values = loader.construct_document(root) if root else None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{name}, line {mark.line + 1}" if mark else name
        raise SettingError(f"{place}: this is no YAML ({getattr(error, 'problem', None) or error}).") from None
    except (ValueError, OverflowError, RecursionError) as error:  # a date such as 2024-13-45; brackets by the thousand
        raise SettingError(f"{name}: a value in it cannot be read ({error}): put texts in quotes.") from None
    if not isinstance(values, dict):
        raise SettingError(f"{name} holds no plan: it needs keys such as data, questions and strategies.")
    return values, lines


def _counted_lines(root: Node, name: str) -> dict[Loc, int]:
    """The line of each part by its path. Raises SettingError for more than a plan can have."""
    lines: dict[Loc, int] = {}
    for loc, line in _lines(root, (), name):
        lines[loc] = line
        if len(loc) > _DEEPEST or len(lines) > _MOST_PARTS:
            raise SettingError(f"{name}, line {line}: this is no plan: it has too many parts, or parts within parts.")
    return lines


def _lines(node: Node, here: Loc, name: str) -> Iterator[tuple[Loc, int]]:
    """(path, line) of a node and all below it. Raises SettingError for a key that is written twice."""
    import yaml

    yield here, node.start_mark.line + 1
    if isinstance(node, yaml.SequenceNode):
        for place, inner in enumerate(node.value):
            yield from _lines(inner, (*here, place), name)
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, inner in node.value:
            line = key.start_mark.line + 1
            if str(key.value) in seen:
                raise SettingError(f"{name}, line {line}: {key.value} is written twice: keep one of them.")
            seen.add(str(key.value))
            yield from _lines(inner, (*here, str(key.value)), name)
            yield (*here, str(key.value)), line

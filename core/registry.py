"""Names to parts. Unlike a bare dict, an unknown name is answered with the names that exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Generic, TypeVar

from core.errors import SettingError

Part = TypeVar("Part")


class Registry(Mapping[str, Part], Generic[Part]):
    """An ordered, read-only mapping. Underscores and hyphens in names are the same."""

    def __init__(self, kind: str, parts: Mapping[str, Part]) -> None:
        self.kind = kind
        self._parts = dict(parts)

    def parts(self) -> Mapping[str, Part]:
        """The parts as they are now."""
        return self._parts

    def __getitem__(self, name: str) -> Part:
        """The part of that name. Raises SettingError (not KeyError) for an unknown one."""
        parts = self.parts()
        known = parts.get(canonical_name(name))
        if known is None:
            close = get_close_matches(canonical_name(name), parts, n=1)
            hint = f" Did you mean {close[0]}?" if close else ""
            raise SettingError(f"{self.kind} {name!r} is not known.{hint} Choose one of {', '.join(parts)}.")
        return known

    def __contains__(self, name: object) -> bool:
        """Whether the name is known, in either spelling."""
        return isinstance(name, str) and canonical_name(name) in self.parts()

    def __iter__(self) -> Iterator[str]:
        """Names in the order of registration."""
        return iter(self.parts())

    def __len__(self) -> int:
        """Number of parts."""
        return len(self.parts())


def canonical_name(name: str) -> str:
    """Lower case with hyphens: row_based and Row-Based are row-based."""
    return name.strip().lower().replace("_", "-")

"""What was worked out of the texts seen last: a text is cut again and again, by other sizes and other strategies."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Recent(Generic[Value]):
    """Values by text, and by whatever else they depend on; the least recently used go first. Threads may share it."""

    def __init__(self, characters: int) -> None:
        """Room for texts of so many characters together."""
        self._room = characters
        self._kept: OrderedDict[tuple[str, Hashable], Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, text: str, work: Callable[[str], Value], of: Hashable = None) -> Value:
        """The value of a text, worked out where it is not kept; `of` tells apart what different work makes of it."""
        key = text, of
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        value = work(text)
        with self._lock:
            if key not in self._kept:
                self._kept[key] = value
                self._room -= len(text)
            while self._room < 0:
                (dropped, _), _ = self._kept.popitem(last=False)
                self._room += len(dropped)
        return value

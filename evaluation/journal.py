"""A journal: lines of JSON that survive a kill one by one. Unlike core/files.py, it grows."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.errors import LoadError

# A killed process loses no line. When the power fails, those of so many seconds may be lost: forcing each one to disk
# takes as long as what it tells of.
_SYNCED_EVERY = 1.0


def read_journal(path: Path) -> list[dict[str, Any]]:
    """The complete lines of a journal, in order; a last line that a kill has torn is left out."""
    if not path.exists():
        return []
    whole = path.read_bytes()
    return [
        parse_line(path, number, line) for number, line in enumerate(_complete(whole).splitlines(), start=1) if line
    ]


class Journal:
    """Appends one JSON line at a time; once `append` returns, no kill loses it. Cuts a torn last line on opening."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            whole = path.read_bytes()
            if not whole.endswith(b"\n") and whole:
                os.truncate(path, len(_complete(whole)))
        self._file = path.open("ab")
        self._synced = float("-inf")

    def append(self, line: Mapping[str, Any]) -> None:
        """Write one line; it and those before it are forced to disk unless that was done just now."""
        text = json.dumps(line, ensure_ascii=True, allow_nan=False)
        try:
            self._file.write(text.encode("ascii") + b"\n")
            self._file.flush()
        except OSError as error:
            error.filename = self._file.name  # that of a full disk names none
            raise
        if time.monotonic() - self._synced >= _SYNCED_EVERY:
            self._sync()

    def close(self) -> None:
        """Force all lines to disk and let go of the file; closing twice is harmless."""
        if not self._file.closed:
            self._sync()
        self._file.close()

    def _sync(self) -> None:
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _complete(whole: bytes) -> bytes:
    return whole[: whole.rfind(b"\n") + 1]


def parse_line(path: Path, number: int, line: bytes) -> dict[str, Any]:
    """One line of a journal. Raises LoadError, naming the line by its number, where it is none."""
    try:
        parsed = json.loads(line)
    except ValueError:
        raise LoadError(
            f"line {number} of {path} is not JSON: delete that line, and its question is done again."
        ) from None
    if not isinstance(parsed, dict):
        raise LoadError(f"line {number} of {path} is not a JSON object: delete that line.")
    return parsed

"""Files that are whole or absent: a reader finds the old content or the new one, never half of it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from threading import get_ident
from typing import Any

from core.errors import LoadError


def user_path(given: str) -> Path:
    """A path as a user writes it, where ~ is the home folder; a ~ that means nobody's is left as it is."""
    try:
        return Path(given).expanduser()
    except RuntimeError:
        return Path(given)


def is_folder(path: Path) -> bool:
    """Whether it is a folder. Unlike Path.is_dir, answers no for a name too long for any file."""
    return os.path.isdir(path)  # noqa: PTH112


def is_file(path: Path) -> bool:
    """The same for a regular file."""
    return os.path.isfile(path)  # noqa: PTH113


def write_atomic(path: Path, content: bytes | Iterable[bytes]) -> None:
    """Write a file, whole or part by part, beside its place, then move it there; missing folders are made.

    An OSError names the file itself: that of a full disk would name none.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}.tmp")
    try:
        with beside.open("wb") as file:
            file.writelines([content] if isinstance(content, bytes) else content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        beside.unlink(missing_ok=True)


def write_json(path: Path, value: Any) -> None:
    """Write JSON for people and programs; refuses NaN, which is not JSON."""
    text = json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    write_atomic(path, text.encode("utf-8", "replace"))


def read_json(path: Path) -> Any:
    """Read a JSON file. Raises LoadError when it is absent or broken."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise LoadError(f"{path} cannot be read as JSON: {error}") from None

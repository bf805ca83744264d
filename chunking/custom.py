"""Strategies from the user's own files. Unlike the built-in ones they may be wrong, and are refused one by one.

Loading a file runs it: it is the user's own code, with the user's own rights.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from importlib.abc import SourceLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

from chunking.strategy import SizeParameters, Strategy
from core.errors import ChunkTraceError, SettingError
from core.hashing import sha256
from core.registry import Registry

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_RESERVED = "version"
_ATTRIBUTE = "STRATEGY"

# What a folder looks like from outside: name, time and size of each file.
Stamp = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """The strategies of a folder by name, and one line for each file that gave none."""

    strategies: Mapping[str, Strategy]
    problems: tuple[str, ...]


class StrategyRegistry(Registry[Strategy]):
    """The built-in strategies, then those of a folder, which is read again when a file in it changes."""

    def __init__(self, built_in: Mapping[str, Strategy], folder: Callable[[], Path | None]) -> None:
        super().__init__("strategy", built_in)
        self._folder = folder
        self._lock = threading.Lock()
        self._seen: tuple[Path, bool, Stamp] | None = None
        self._found = Found({}, ())

    def parts(self) -> Mapping[str, Strategy]:
        """All strategies by name as they are now."""
        return {**self._parts, **self._current().strategies}

    @property
    def problems(self) -> tuple[str, ...]:
        """Why files of the folder are no strategies, one line each."""
        return self._current().problems

    def _current(self) -> Found:
        folder = self._folder()
        if folder is None:
            return Found({}, ())
        with self._lock:
            seen = (folder, folder.is_dir(), _stamp(folder))
            if seen != self._seen:
                self._found = load_folder(folder, frozenset(self._parts))
                self._seen = seen
            return self._found


def load_folder(folder: Path, taken: frozenset[str]) -> Found:
    """The strategies of all Python files of a folder; `taken` are names that they may not have."""
    if not folder.is_dir():
        return Found({}, (f"CHUNKTRACE_STRATEGIES names {folder}, which is no folder.",))
    strategies: dict[str, Strategy] = {}
    problems = []
    for path in sorted(folder.glob("*.py")):
        try:
            strategy = load_file(path)
            if strategy.name in taken or strategy.name in strategies:
                raise SettingError(f"there is a strategy {strategy.name} already: choose another name.")
            strategies[strategy.name] = strategy
        except ChunkTraceError as error:
            problems.append(f"{path.name} is left out: {error}")
    return Found(strategies, tuple(problems))


def load_file(path: Path) -> Strategy:
    """The STRATEGY of a Python file, with the hash of the file as its version. Raises SettingError."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SettingError(f"it cannot be read ({error.strerror or type(error).__name__}).") from error
    version = sha256(content.decode("utf-8", "surrogateescape"))[:12]
    strategy = getattr(_run(path, content, version), _ATTRIBUTE, None)
    if not isinstance(strategy, Strategy):
        raise SettingError(f"it must define {_ATTRIBUTE}, a chunking.strategy.Strategy.")
    _check(strategy)
    return replace(strategy, version=version)


def _run(path: Path, content: bytes, version: str) -> ModuleType:
    """The module of exactly these bytes: no compiled file of an older state can take their place."""
    name = f"_chunktrace_strategy_{version}_{re.sub(r'[^0-9A-Za-z_]', '_', path.stem)}"
    spec = spec_from_loader(name, _Source(path, content))
    if spec is None or spec.loader is None:
        raise SettingError("it cannot be loaded.")
    module = module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # the file may do anything; the others go on
        del sys.modules[name]
        raise SettingError(f"it cannot be loaded ({_told(error, path)}).") from error
    return module


class _Source(SourceLoader):
    """Bytes in memory as a module; without a time stamp, importlib neither reads nor writes compiled files."""

    def __init__(self, path: Path, content: bytes) -> None:
        self._path, self._content = path, content

    def get_filename(self, fullname: str) -> str:
        """The name that tracebacks show."""
        return str(self._path)

    def get_data(self, path: Any) -> bytes:
        """The bytes that were read once."""
        return self._content


def _check(strategy: Strategy) -> None:
    """Refuse what forms and the command line could not show or ask for."""
    if not isinstance(strategy.name, str) or not _NAME.fullmatch(strategy.name):
        raise SettingError(f"its name {strategy.name!r} must be lower-case words joined by hyphens.")
    for said in ("label", "summary", "best_for"):
        if not str(getattr(strategy, said)).strip():
            raise SettingError(f"its {said} is empty: say it in a few words.")
    if not (isinstance(strategy.params, type) and issubclass(strategy.params, SizeParameters)):
        raise SettingError("its params must be SizeParameters, or a dataclass made from it.")
    for field in fields(strategy.params):
        if "knob" not in field.metadata or field.name == _RESERVED:
            raise SettingError(f"its parameter {field.name} must be a knob(...), and not be named {_RESERVED}.")
    try:
        strategy.params()
    except Exception as error:  # its own checks may fail in any way
        raise SettingError(f"its defaults cannot be used ({_told(error)}).") from error


def _told(error: BaseException, path: Path | None = None) -> str:
    """Kind, message and, where known, the line of an error in a user's file."""
    if isinstance(error, SyntaxError):
        return f"line {error.lineno}: {error.msg}"
    line, step = 0, error.__traceback__
    while step is not None:
        if path is not None and step.tb_frame.f_code.co_filename == str(path):
            line = step.tb_lineno
        step = step.tb_next
    said = " ".join(f"{type(error).__name__}: {error}".split())
    return f"line {line}: {said}" if line else said


def _stamp(folder: Path) -> Stamp:
    return tuple((path.name, *_state(path)) for path in sorted(folder.glob("*.py")))


def _state(path: Path) -> tuple[int, int]:
    try:
        stat = path.stat()
    except OSError:
        return 0, 0
    return stat.st_mtime_ns, stat.st_size

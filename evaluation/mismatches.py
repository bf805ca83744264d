"""In what runs differ that should be equal when strategies are compared, told once for all of them.

Unlike comparable.py, which says of two runs whether their scores are of one kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.counted import counted
from core.hashing import key_of
from evaluation.runs import LoadedRun

_NAMED = 3


@dataclass(frozen=True, slots=True)
class Mismatch:
    """`groups` hold each value in words with the names of its runs, the first run's first; `so` is what follows."""

    what: str
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    so: str

    @property
    def sentence(self) -> str:
        """All of it in one or two sentences."""
        parts = "; ".join(f"{value} ({_listed(names)})" for value, names in self.groups)
        return f"The runs have different {self.what}: {parts}. {self.so}"


Told = Callable[[LoadedRun], tuple[object, str]]


def mismatches(
    runs: Sequence[LoadedRun], names: Sequence[str], documents: Mapping[str, str] | None = None
) -> list[Mismatch]:
    """What differs between these runs besides the strategies. `documents` are hashes of the documents by run name."""
    known = documents or {}
    checks: Sequence[tuple[str, Told, str]] = (
        ("question sets", _questions, "Only questions with the same id and the same text are compared."),
        ("documents", lambda run: _documents(run, known), "A difference may come from the documents alone."),
        ("judges", _judge, "Judged metrics are not compared between them."),
        ("versions of the metrics", _version, "Their scores are not compared."),
        ("units of TRACe", _unit, "Judged metrics are not compared between them."),
        ("versions of libraries", _libraries, "Small differences may come from these."),
    )
    found = []
    for what, told, so in checks:
        groups: dict[str, tuple[str, list[str]]] = {}
        for run, name in zip(runs, names, strict=True):
            value, words = told(run)
            if value is not None:
                groups.setdefault(key_of(value), (words, []))[1].append(name)
        if len(groups) > 1:
            found.append(Mismatch(what, tuple((words, tuple(held)) for words, held in groups.values()), so))
    return found


def _questions(run: LoadedRun) -> tuple[object, str]:
    asked = run.plan["questions"]
    told = f"{asked.get('name') or 'unnamed'}, {counted(run.total, 'question')}"
    return [asked.get("key") or told], told


def _documents(run: LoadedRun, known: Mapping[str, str]) -> tuple[object, str]:
    key = known.get(run.name)
    return key, f"version {key[:6]}" if key else ""


def _judge(run: LoadedRun) -> tuple[object, str]:
    judge = run.plan["judge"]
    extra = [str(judge[name]) for name in ("model", "version") if judge.get(name) is not None]
    return judge, " ".join([str(judge["name"]), *([f"[{', '.join(extra)}]"] if extra else [])])


def _version(run: LoadedRun) -> tuple[object, str]:
    version = run.plan.get("metric_version")
    return [version], f"version {version}"


def _unit(run: LoadedRun) -> tuple[object, str]:
    return [run.plan.get("unit")], str(run.plan.get("unit"))


def _libraries(run: LoadedRun) -> tuple[object, str]:
    versions = run.record.get("versions")
    if not isinstance(versions, Mapping):
        return None, ""
    return dict(versions), ", ".join(f"{name} {version}" for name, version in versions.items())


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_NAMED])
    return f"{shown} and {len(names) - _NAMED:,} more" if len(names) > _NAMED else shown
